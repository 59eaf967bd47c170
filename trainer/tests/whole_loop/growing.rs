//! Shares of jobs that had games already: finished ones that grow, and ones that one machine has begun.

use std::fs;

use tempfile::TempDir;

use super::learn::imperial;
use super::shards::{copy, read, refused, run};

const SELFPLAY: &str =
    "selfplay --rules tic-tac-toe --rules brandubh --agent rollouts:4 --threads 1";

/// The exit code and what is said on standard error.
fn ended(folder: &TempDir, arguments: &str) -> (Option<i32>, String) {
    let ended = imperial(folder.path(), arguments);
    (ended.status.code(), String::from_utf8_lossy(&ended.stderr).into_owned())
}

/// Plays all stages of `command` in two shares, which are copied from the head; gives their number.
fn in_shares(folder: &TempDir, command: &str) -> usize {
    for stage in 0..20 {
        match ended(folder, &format!("{command} --shard none --out head")) {
            (Some(0), _) => return stage,
            (code, told) => assert_eq!(code, Some(3), "{told}"),
        }
        let shares = [0, 1].map(|share| format!("stage{stage}-{share}"));
        for (share, out) in shares.iter().enumerate() {
            copy(&folder.path().join("head"), &folder.path().join(out));
            run(folder, &format!("{command} --shard {share}/2 --out {out}"));
        }
        run(folder, &format!("merge {} --out head", shares.join(" ")));
    }
    panic!("it does not end");
}

fn assert_same(folder: &TempDir, other: &str, files: &[&str]) {
    for file in files {
        let of = |root: &str| read(folder, &format!("{root}/{file}"));
        assert_eq!(of("whole"), of(other), "{other}/{file}");
    }
}

const LOGS: [&str; 4] = [
    "tic-tac-toe/games.jsonl",
    "tic-tac-toe/games.done.json",
    "brandubh/games.jsonl",
    "brandubh/games.done.json",
];

#[test]
fn a_finished_job_grows_in_shares() {
    let folder = tempfile::tempdir().expect("a folder");
    run(&folder, &format!("{SELFPLAY} --games 11 --out whole"));
    // The second share has nothing new to play in the end.
    for games in [4, 10, 11] {
        run(&folder, &format!("{SELFPLAY} --games {games} --out alone"));
        assert!(in_shares(&folder, &format!("{SELFPLAY} --games {games}")) <= 1, "{games} games");
        let of = |root: &str| read(&folder, &format!("{root}/brandubh/games.jsonl"));
        assert_eq!(of("alone"), of("head"), "{games} games");
    }
    assert_same(&folder, "head", &LOGS);
    run(&folder, "verify head");
    // One machine may go on with it.
    copy(&folder.path().join("head"), &folder.path().join("grown"));
    for _ in 0..2 {
        run(&folder, &format!("{SELFPLAY} --games 13 --out grown"));
        run(&folder, "verify grown");
    }
    // The shares hold all that is needed for a whole of their own, also in a fresh folder.
    run(&folder, "merge stage0-0 stage0-1 --out fresh");
    assert_same(&folder, "fresh", &LOGS);
}

#[test]
fn a_match_goes_on_in_shares_from_look_to_look() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = "match --rules tic-tac-toe --agent rollouts:3 --against rollouts:2 --threads 1";
    let game = format!("{game} --sprt elo0=0,elo1=5 --pairs 90");
    run(&folder, &format!("{game} --out whole"));
    assert_eq!(in_shares(&folder, &game), 3, "it looks after 32, 64 and 90 pairs");
    assert_same(&folder, "head", &LOGS[..2]);
    // A share that was interrupted in the last stage goes on with that.
    let log = folder.path().join("stage2-1/tic-tac-toe/games.jsonl");
    let text = fs::read_to_string(&log).expect("games");
    let kept = text.lines().count() - 3;
    for name in
        ["tic-tac-toe/games.lock", "tic-tac-toe/manifest.jsonl", "manifest.jsonl", "folder.lock"]
    {
        fs::remove_file(folder.path().join("stage2-1").join(name)).expect("removed");
    }
    let first: Vec<&str> = text.lines().take(kept).collect();
    fs::write(&log, first.join("\n") + "\n").expect("written");
    let shard = log.with_file_name("games.shard.json");
    let said = fs::read_to_string(&shard).expect("a share");
    let (unsealed, _) = said.split_once(",\"sealed\"").expect("a seal");
    fs::write(&shard, format!("{unsealed}}}\n")).expect("written");
    run(&folder, &format!("{game} --shard 1/2 --out stage2-1"));
    assert_eq!(fs::read_to_string(&log).expect("games").lines().count(), kept + 3);
    run(&folder, "merge stage2-0 stage2-1 --out again");
    assert_same(&folder, "again", &LOGS[..2]);
}

#[test]
fn a_job_that_was_begun_on_one_machine_goes_on_in_shares() {
    let folder = tempfile::tempdir().expect("a folder");
    run(&folder, &format!("{SELFPLAY} --games 11 --out whole"));
    let log = folder.path().join("head/brandubh/games.jsonl");
    fs::create_dir_all(log.parent().expect("a folder")).expect("made");
    let text = read(&folder, "whole/brandubh/games.jsonl");
    let begun: Vec<&str> = text.lines().skip(3).step_by(2).take(3).collect();
    fs::write(&log, begun.join("\n") + "\n").expect("written");
    let job = folder.path().join("whole/brandubh/job.json");
    fs::copy(job, log.with_file_name("job.json")).expect("copied");
    assert_eq!(in_shares(&folder, &format!("{SELFPLAY} --games 11")), 1);
    assert_same(&folder, "head", &LOGS);

    // What the whole has already stays, where the shares know nothing of it; other games are refused.
    fs::create_dir_all(folder.path().join("kept/brandubh")).expect("made");
    let kept = folder.path().join("kept/brandubh/games.jsonl");
    fs::copy(&log, &kept).expect("copied");
    for share in 0..2 {
        run(&folder, &format!("{SELFPLAY} --games 6 --shard {share}/2 --out six{share}"));
    }
    run(&folder, "merge six0 six1 --out kept");
    assert_same(&folder, "kept", &LOGS[2..]);
    let line = text.lines().next().expect("a game");
    let other = imperial_data::GameRecord::from_line(line.as_bytes()).expect("a game");
    let other = imperial_data::GameRecord { game: 9, ..other }.to_line().expect("a line");
    let texts = text.lines().filter(|line| !line.contains("\"game\":9,"));
    fs::write(&kept, texts.collect::<Vec<_>>().join("\n") + "\n" + &other).expect("written");
    fs::remove_file(kept.with_file_name("games.done.json")).expect("removed");
    let told = refused(&folder, "merge stage0-0 stage0-1 --out kept");
    assert!(told.contains("game 9 is another than in"), "{told}");
}

#[test]
fn a_share_that_goes_on_alone_is_a_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    run(&folder, &format!("{SELFPLAY} --games 11 --out whole"));
    run(&folder, &format!("{SELFPLAY} --games 6 --shard 1/3 --out alone"));
    run(&folder, &format!("{SELFPLAY} --games 6 --out alone"));
    assert!(!folder.path().join("alone/brandubh/games.shard.json").exists(), "it is whole");
    run(&folder, "verify alone");
    for share in 0..2 {
        let out = format!("part{share}");
        copy(&folder.path().join("alone"), &folder.path().join(&out));
        run(&folder, &format!("{SELFPLAY} --games 11 --shard {share}/2 --out {out}"));
        run(&folder, &format!("verify {out}"));
    }
    run(&folder, "merge part0 part1 --out joined");
    assert_same(&folder, "joined", &LOGS);
}

#[test]
fn what_is_wrong_with_folders_of_shares_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    for share in 0..5 {
        run(&folder, &format!("{SELFPLAY} --games 5 --shard {share}/5 --out part{share}"));
    }
    let told_of = |arguments: &str| refused(&folder, arguments);
    let all = "part0 part1 part2 part3 part4";
    for inside in ["part0", "part0/", "part1/brandubh", "part1/new/folder"] {
        let told = told_of(&format!("merge {all} --out {inside}"));
        assert!(told.contains("the whole must not lie in it"), "{inside}: {told}");
    }
    let told = told_of("merge part0 part3 --out joined");
    assert!(told.contains("the shares 1, 2, 4 of 5 are missing"), "{told}");
    assert!(!folder.path().join("joined").exists(), "nothing was written");

    // A copy of the whole after this stage, and a share of the stage itself.
    run(&folder, &format!("merge {all} --out head"));
    copy(&folder.path().join("head"), &folder.path().join("fresh"));
    run(&folder, &format!("{SELFPLAY} --games 5 --rules tablut-corner --shard 1/2 --out fresh"));
    let told = told_of("merge fresh part1 --out head");
    assert!(
        told.contains("`part1/brandubh` holds a share of games that `fresh/brandubh`"),
        "{told}"
    );
    assert!(told.contains("older state of the whole"), "{told}");

    // One of another commit.
    for name in ["folder.lock", "manifest.jsonl"] {
        fs::remove_file(folder.path().join("part2").join(name)).expect("removed");
    }
    let made = folder.path().join("part2/made.json");
    let text = fs::read_to_string(&made).expect("a file");
    let commit = text.replacen("\"commit\": null", "\"commit\": \"c0ffee\"", 1);
    fs::write(&made, commit).expect("written");
    let (code, told) = ended(&folder, &format!("merge {all} --out other"));
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("programs of several commits: unknown, c0ffee"), "{told}");
}
