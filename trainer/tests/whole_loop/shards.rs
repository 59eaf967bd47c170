//! Games that are played in shares, as on several machines, and joined.

use std::path::Path;
use std::process::Output;

use imperial_data::GameRecord;
use tempfile::TempDir;

use super::learn::imperial;
use super::training::assert_same_training;

const SELFPLAY: &str =
    "selfplay --rules tic-tac-toe --rules brandubh --agent rollouts:4 --games 11 --threads 1";

pub(super) fn run(folder: &TempDir, arguments: &str) {
    let Output { status, stderr, .. } = imperial(folder.path(), arguments);
    assert!(status.success(), "{arguments}: {}", String::from_utf8_lossy(&stderr));
}

/// The exit code and what is said of the error.
pub(super) fn refused(folder: &TempDir, arguments: &str) -> String {
    let Output { status, stderr, .. } = imperial(folder.path(), arguments);
    assert_eq!(status.code(), Some(2), "{arguments}");
    String::from_utf8(stderr).expect("text")
}

pub(super) fn read(folder: &TempDir, file: &str) -> String {
    std::fs::read_to_string(folder.path().join(file)).expect("a file")
}

fn play(folder: &TempDir, shares: u32) {
    for share in 0..shares {
        run(folder, &format!("{SELFPLAY} --shard {share}/{shares} --out part{share}"));
    }
}

#[test]
fn shares_of_games_make_the_bytes_of_one_machine() {
    let folder = tempfile::tempdir().expect("a folder");
    run(&folder, &format!("{SELFPLAY} --out whole"));
    play(&folder, 3);
    run(&folder, "merge part0 part1 part2 --out joined");
    let same = |joined: &str| {
        for name in ["tic-tac-toe", "brandubh"] {
            for file in ["games.jsonl", "games.done.json", "job.json"] {
                let of = |root: &str| read(&folder, &format!("{root}/{name}/{file}"));
                assert_eq!(of("whole"), of(joined), "{name}/{file}");
            }
        }
        let shards = folder.path().join(joined).join("brandubh/games.shard.json");
        assert!(!shards.exists(), "it is no share");
    };
    same("joined");
    // In another order, into the same folder, and after an end in the middle.
    std::fs::remove_file(folder.path().join("joined/brandubh/games.done.json")).expect("removed");
    std::fs::remove_file(folder.path().join("joined/tic-tac-toe/games.jsonl")).expect("removed");
    std::fs::remove_file(folder.path().join("joined/tic-tac-toe/games.done.json"))
        .expect("removed");
    run(&folder, "merge part0 part1 part2 --out joined");
    same("joined");
    run(&folder, "merge part2 part0 part1 --out other");
    same("other");
    run(&folder, "verify joined");
    // The whole job has nothing left to do.
    run(&folder, &format!("{SELFPLAY} --out joined"));
    same("joined");
}

#[test]
fn shares_that_do_not_belong_together_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    play(&folder, 2);
    let told = refused(&folder, "merge part0 --out joined");
    assert!(told.contains("share 1/2 is missing"), "{told}");
    let told = refused(&folder, "merge part0 part1 part1 --out joined");
    assert!(told.contains("share 1/2 is there twice"), "{told}");
    let told = refused(&folder, &format!("{SELFPLAY} --shard 1/2 --out part0"));
    assert!(told.contains("holds share 0/2"), "{told}");
    run(&folder, &format!("{SELFPLAY} --shard 1/2 --seed 7 --out seven"));
    let told = refused(&folder, "merge part0 seven --out joined");
    assert!(told.contains(", the job of seed "), "{told}");
    let other = SELFPLAY.replace("rollouts:4", "rollouts:5");
    run(&folder, &format!("{other} --shard 1/2 --out five"));
    let told = refused(&folder, "merge part0 five --out joined");
    assert!(told.contains("job.json` are not of one job"), "{told}");
    run(&folder, &format!("{SELFPLAY} --out whole"));
    let told = refused(&folder, "merge part0 whole --out joined");
    assert!(told.contains("holds no share"), "{told}");

    // A share whose last game was cut off, and one with a game of the other.
    let log = folder.path().join("part1/brandubh/games.jsonl");
    let text = std::fs::read_to_string(&log).expect("games");
    std::fs::write(&log, &text[..text.len() - 9]).expect("written");
    let told = refused(&folder, "merge part0 part1 --out joined");
    assert!(told.contains("lacks 1 of its games"), "{told}");
    let foreign = read(&folder, "part0/brandubh/games.jsonl");
    let line = foreign.lines().next().expect("a game");
    std::fs::write(&log, format!("{text}{line}\n")).expect("written");
    let Output { status, stderr, .. } = imperial(folder.path(), "merge part0 part1 --out joined");
    let told = String::from_utf8_lossy(&stderr);
    let is_told = told.contains("has changed since its share was complete");
    assert!(status.code() == Some(1) && is_told, "{told}");
    let twice = text.lines().next().expect("a game");
    std::fs::write(&log, format!("{text}{twice}\n")).expect("written");
    let told = refused(&folder, "merge part0 part1 --out joined");
    assert!(told.contains("is there twice"), "{told}");
    assert!(!folder.path().join("joined/brandubh").exists(), "nothing was written");
    std::fs::write(&log, text).expect("written");
    run(&folder, "merge part0 part1 --out joined");
    for wrong in ["2/2", "1", "-1/2"] {
        assert!(refused(&folder, &format!("{SELFPLAY} --shard={wrong} --out x")).contains("K/N"));
    }
}

/// What is damaged on its way from one machine to another, or was played by another program.
#[test]
fn shares_that_are_not_what_was_played_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    play(&folder, 2);
    let damaged = |file: &str, change: &dyn Fn(String) -> String, code: i32| {
        let path = folder.path().join("part1").join(file);
        let whole = std::fs::read_to_string(&path).expect("a file");
        let changed = change(whole.clone());
        assert_ne!(changed, whole, "{file}");
        std::fs::write(&path, changed).expect("written");
        let Output { status, stderr, .. } =
            imperial(folder.path(), "merge part0 part1 --out joined");
        let told = String::from_utf8(stderr).expect("text");
        assert_eq!(status.code(), Some(code), "{file}: {told}");
        assert!(!folder.path().join("joined").exists(), "nothing is left behind");
        std::fs::write(&path, whole).expect("written");
        told
    };
    // A number of a search, which no rule can tell.
    let log = "brandubh/games.jsonl";
    let told = damaged(log, &|text| text.replacen("\"visits\":", "\"visits\": ", 1), 1);
    assert!(told.contains("the line has changed since it was written"), "{told}");
    // An earlier version has played it.
    let older = |text: String| {
        let line = |line: &str| {
            let record = GameRecord::from_line(line.as_bytes()).expect("a game");
            GameRecord { format: 1, ..record }.to_line().expect("a line")
        };
        text.lines().map(line).collect()
    };
    let told = damaged(log, &older, 2);
    assert!(told.contains("one has games of format 2, one of 1"), "{told}");
    let told = damaged("made.json", &|text| text.replacen("rollouts:4", "rollouts:5", 1), 1);
    assert!(told.contains("made.json` is damaged"), "{told}");
    // Whoever damages one file only is found by the manifest; another machine writes both.
    let shard = "brandubh/games.shard.json";
    let told = damaged(shard, &|text| text.replacen("\"of\":2", "\"of\":3", 1), 1);
    assert!(told.contains("games.shard.json` is damaged"), "{told}");
    for name in ["folder.lock", "manifest.jsonl", "brandubh/games.lock", "brandubh/manifest.jsonl"]
    {
        std::fs::remove_file(folder.path().join("part1").join(name)).expect("removed");
    }
    let version = concat!("\"version\":\"", env!("CARGO_PKG_VERSION"), "\"");
    let told = damaged(shard, &|text| text.replacen(version, "\"version\":\"9.9.9\"", 1), 2);
    assert!(told.contains("one has the program's version") && told.contains("9.9.9"), "{told}");
    let device = "\"version\"";
    let told =
        damaged(shard, &|text| text.replacen(device, "\"device\":\"cuda\",\"version\"", 1), 2);
    assert!(told.contains("--device none, one cuda"), "{told}");
    // One that was stopped before its end.
    let unsealed = |text: String| {
        let (start, _) = text.split_once(",\"sealed\"").expect("a seal");
        format!("{start}}}\n")
    };
    let told = damaged(shard, &unsealed, 2);
    assert!(told.contains("was stopped before its end; repeat the command"), "{told}");
    run(&folder, "merge part0 part1 --out joined");
    run(&folder, "verify joined");
}

#[test]
fn a_damaged_share_is_healed_by_playing_again() {
    let folder = tempfile::tempdir().expect("a folder");
    play(&folder, 2);
    let path = folder.path().join("part1/brandubh/games.jsonl");
    let whole = std::fs::read_to_string(&path).expect("games");
    let again = format!("{SELFPLAY} --shard 1/2 --out part1");
    let mut lines: Vec<&str> = whole.lines().collect();
    lines.remove(1);
    std::fs::write(&path, lines.join("\n") + "\n").expect("written");
    let Output { status, stderr, .. } = imperial(folder.path(), &again);
    let told = String::from_utf8(stderr).expect("text");
    assert!(status.code() == Some(1) && told.contains("verify --repair part1/brandubh"), "{told}");
    run(&folder, "verify --repair part1");
    run(&folder, &again);
    run(&folder, "merge part0 part1 --out joined");
    run(&folder, &format!("{SELFPLAY} --out whole"));
    let of = |root: &str| read(&folder, &format!("{root}/brandubh/games.jsonl"));
    assert_eq!(of("whole"), of("joined"));
}

#[test]
fn a_training_in_shares_is_that_of_one_machine() {
    train_in_shares("generations=3");
}

#[test]
fn so_is_one_whose_games_are_a_generation_behind() {
    train_in_shares("generations=3 --set overlap=true");
}

/// One machine learns, and two others play with copies of its folder.
fn train_in_shares(settings: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let config = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/training.toml");
    let train = format!("train --config {} --threads 1 --set {settings}", config.display());
    run(&folder, &format!("{train} --out whole"));
    let [head, whole] = ["head", "whole"].map(|name| folder.path().join(name));
    for round in 0..4 {
        let Output { status, stderr, .. } =
            imperial(folder.path(), &format!("{train} --shard none --out head"));
        let told = String::from_utf8_lossy(&stderr);
        if status.success() {
            assert_eq!(round, 3, "{told}");
            assert_same_training(&whole, &head);
            return;
        }
        assert!(status.code() == Some(3) && told.contains("games are missing"), "{told}");
        let shares = [0, 1].map(|share| format!("round{round}-{share}"));
        for (share, out) in shares.iter().enumerate() {
            copy(&head, &folder.path().join(out));
            run(&folder, &format!("{train} --shard {share}/2 --out {out}"));
        }
        run(&folder, &format!("merge {} --out head", shares.join(" ")));
    }
    panic!("the training does not end");
}

pub(super) fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("made");
    for entry in std::fs::read_dir(from).expect("a folder").flatten() {
        let (path, to) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &to);
        } else {
            std::fs::copy(&path, &to).expect("copied");
        }
    }
}
