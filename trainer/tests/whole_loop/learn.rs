//! `imperial learn` on a few games.

use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

/// Runs the program in `folder`.
pub(super) fn imperial(folder: &Path, arguments: &str) -> Output {
    let program = env!("CARGO_BIN_EXE_imperial");
    let arguments = arguments.split(' ');
    Command::new(program).args(arguments).current_dir(folder).output().expect("the program starts")
}

/// What `imperial learn` says of the games in `games`, and its exit code.
fn learn(folder: &Path, options: &str) -> (Option<i32>, String) {
    let command = format!("learn --games games --threads 1 --blocks 1 --channels 8 {options}");
    let Output { status, stderr, .. } = imperial(folder, &command);
    (status.code(), String::from_utf8(stderr).expect("text"))
}

/// A folder with ten games in `games`.
fn with_games() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let games =
        "selfplay --rules tic-tac-toe --agent rollouts:8 --games 10 --threads 1 --out games";
    assert!(imperial(folder.path(), games).status.success());
    folder
}

fn rows(folder: &Path) -> usize {
    let losses = std::fs::read_to_string(folder.join("net/losses.csv")).expect("a table");
    losses.lines().count() - 1
}

#[test]
fn a_network_is_learned_and_goes_on_with_more_steps_only() {
    let folder = with_games();
    let learn = |options: &str| learn(folder.path(), options);
    let (code, told) = learn("--out net --steps 4 --batch 8");
    assert_eq!(code, Some(0), "{told}");
    assert!(folder.path().join("net/network.net").is_file());
    assert_eq!(rows(folder.path()), 4);

    let (code, told) = learn("--out net --steps 4 --batch 8");
    assert!(code == Some(0) && told.starts_with("nothing to do"), "{told}");
    let again = folder.path().join("again");
    std::fs::create_dir(&again).expect("made");
    let log = folder.path().join("games/tic-tac-toe/games.jsonl");
    std::fs::copy(log, again.join("games.jsonl")).expect("copied");
    for (options, difference) in [
        ("--steps 4 --batch 9", "--batch 8, not 9"),
        ("--steps 4 --batch 8 --rate 0.5", "--rate 0.002, not 0.5"),
        ("--steps 3 --batch 8", "--steps 4, which is more than 3"),
        ("--steps 4 --batch 8 --games again", "another number of times"),
    ] {
        let (code, told) = learn(&format!("--out net {options}"));
        assert!(code == Some(2) && told.contains(difference), "{options}: {told}");
        assert!(told.contains("choose another --out"), "{told}");
    }
    assert_eq!(rows(folder.path()), 4);

    let (code, told) = learn("--out net --steps 6 --batch 8");
    assert!(code == Some(0) && told.contains("learning: 2 steps"), "{told}");
    assert_eq!(rows(folder.path()), 6);
}

/// The parts of a dataset that are not for training are judged and not learned from.
#[test]
fn a_dataset_holds_back_what_is_not_for_training() {
    let folder = with_games();
    let run = |arguments: &str| {
        let Output { status, stderr, .. } = imperial(folder.path(), arguments);
        (status.code(), String::from_utf8(stderr).expect("text"))
    };
    let (code, told) = run("export games --split 40,30,30 --out dataset");
    assert_eq!(code, Some(0), "{told}");
    let learn = "learn --threads 1 --blocks 1 --channels 8 --batch 8";
    let (code, told) = run(&format!("{learn} dataset --steps 3 --out net"));
    assert_eq!(code, Some(0), "{told}");
    let number = |before: &str, after: &str| -> usize {
        let line = told.lines().find(|line| line.contains(after)).expect(after);
        let (_, rest) = line.split_once(before).expect("a number");
        rest.split_whitespace().next().and_then(|n| n.parse().ok()).expect("a number")
    };
    let (train, held) = (number("", "to learn from"), number("held out: ", "held out: "));
    let (_, all) = run(&format!("{learn} games --steps 0 --out all"));
    let all: usize = all.split_whitespace().next().and_then(|n| n.parse().ok()).expect("a number");
    assert!(0 < train && 0 < held && train + held < all, "{train} and {held} of {all}");

    let losses = std::fs::read_to_string(folder.path().join("net/losses.csv")).expect("a table");
    let rows: Vec<Vec<&str>> = losses.lines().map(|line| line.split(',').collect()).collect();
    let held_out = ["validation_policy", "validation_value", "test_policy", "test_value"];
    assert_eq!(rows[0][5..], held_out);
    assert_eq!(rows[1][5..], ["", "", "", ""]);
    let told: Vec<f32> = rows[3][5..].iter().map(|cell| cell.parse().expect("a loss")).collect();
    assert!(told.iter().all(|loss| (0.1..4.0).contains(loss)), "{told:?}");

    // The dataset is named, and not the folder that its games were in meanwhile.
    let json = |name: &str| -> serde_json::Value {
        let text = std::fs::read_to_string(folder.path().join("net").join(name));
        serde_json::from_str(&text.expect(name)).expect("JSON")
    };
    let (origin, made) = (json("learn.json"), json("made.json"));
    let sums = imperial_data::sha256_of_file(&folder.path().join("dataset/SHA256SUMS"));
    assert_eq!(origin["games"][0]["file"], "dataset");
    assert_eq!(origin["games"][0]["sums"], sums.expect("checksums").1);
    assert_eq!(origin["held_out"][0]["file"], "dataset");
    assert_eq!(made[0]["command"][0], "learn");
    assert_eq!((&made[0]["seed"], made.as_array().map(Vec::len)), (&1855.into(), Some(1)));
    assert_eq!(made[0]["version"], env!("CARGO_PKG_VERSION"));

    // A folder that an earlier version began goes on.
    let net = folder.path().join("net");
    let mut before = origin;
    before["games"][0]["file"] = "/gone/games.jsonl".into();
    before["games"][0].as_object_mut().expect("an object").remove("sums");
    before.as_object_mut().expect("an object").remove("held_out");
    std::fs::write(net.join("learn.json"), before.to_string()).expect("written");
    for file in ["made.json", "manifest.jsonl", "folder.lock"] {
        std::fs::remove_file(net.join(file)).expect("removed");
    }
    let (code, told) = run(&format!("{learn} dataset --steps 4 --out net"));
    assert!(code == Some(0) && told.contains("learning: 1 step"), "{told}");
    assert_eq!(json("made.json").as_array().map(Vec::len), Some(1));

    let (code, told) = run(&format!("{learn} --steps 3 --out net"));
    assert!(code == Some(2) && told.contains("FOLDER"), "{told}");
}

/// Where folders overlap, each game is taken once, and for what the dataset has it.
#[test]
fn a_game_that_a_dataset_holds_out_is_not_learned_from_another_folder() {
    let folder = with_games();
    let run = |arguments: &str| {
        let Output { status, stderr, .. } = imperial(folder.path(), arguments);
        let said = String::from_utf8(stderr).expect("text");
        assert_eq!(status.code(), Some(0), "{said}");
        said
    };
    run("export games --split 40,30,30 --format csv --out dataset");
    // Another folder with the same file.
    let again = folder.path().join("again");
    std::fs::create_dir(&again).expect("made");
    let log = folder.path().join("games/tic-tac-toe/games.jsonl");
    std::fs::copy(log, again.join("games.jsonl")).expect("copied");
    let learn = |folders: &str| {
        let out = folders.replace(' ', "-and-");
        run(&format!(
            "learn {folders} --threads 1 --blocks 1 --channels 8 --steps 0 --out {out}-net"
        ))
    };
    let learned = |said: &str| {
        said.lines().find(|line| line.ends_with("positions to learn from")).map(str::to_owned)
    };
    let (alone, all) = (learn("dataset"), learn("games"));
    assert!(!alone.contains("left out") && !all.contains("left out"), "{alone}{all}");
    assert_ne!(learned(&alone), learned(&all));
    for (folders, expected) in [
        ("dataset games", &alone),
        ("games dataset", &alone),
        ("dataset dataset", &alone),
        ("games again", &all),
    ] {
        let said = learn(folders);
        assert_eq!(learned(&said), learned(expected), "{folders}: {said}");
        assert!(said.contains("copies of games, each of which is taken once"), "{said}");
        let is_held_out = folders.contains("games") && folders.contains("dataset");
        assert_eq!(said.contains("games whose moves are held out"), is_held_out, "{said}");
    }
}

#[test]
fn a_network_that_is_too_large_is_refused_before_anything_is_made() {
    let folder = with_games();
    let large = "learn --games games --blocks 4097 --steps 0 --out net";
    let Output { status, stderr, .. } = imperial(folder.path(), large);
    let told = String::from_utf8_lossy(&stderr);
    assert!(status.code() == Some(2) && told.contains("blocks: expected 1 to 4096"), "{told}");
    assert!(!folder.path().join("net").exists());
}

#[test]
fn games_of_a_killed_job_are_learned_from_and_lost_ones_are_missed() {
    let folder = with_games();
    let log = folder.path().join("games/tic-tac-toe/games.jsonl");
    let text = std::fs::read_to_string(&log).expect("games");
    std::fs::write(&log, &text[..text.len() - 9]).expect("written");
    let (code, told) = learn(folder.path(), "--out net --steps 1 --batch 8");
    assert!(code == Some(1) && told.contains("has changed since it was finished"), "{told}");

    std::fs::remove_file(log.with_extension("done.json")).expect("removed");
    let (code, told) = learn(folder.path(), "--out net --steps 1 --batch 8");
    assert!(code == Some(1) && told.contains("is gone although the games were finished"), "{told}");

    // One that was killed has not said that it is finished.
    for file in ["manifest.jsonl", "games.lock"] {
        std::fs::remove_file(log.with_file_name(file)).expect("removed");
    }
    let (code, told) = learn(folder.path(), "--out net --steps 1 --batch 8");
    assert!(code == Some(0) && told.contains("the unfinished last line of"), "{told}");
}

/// What is not there cannot be read, but it is known that it was.
#[test]
fn finished_games_that_are_gone_are_missed() {
    let folder = with_games();
    let log = folder.path().join("games/tic-tac-toe/games.jsonl");
    std::fs::create_dir(folder.path().join("games/others")).expect("made");
    std::fs::copy(&log, folder.path().join("games/others/games.jsonl")).expect("copied");
    std::fs::remove_file(log).expect("removed");
    for command in ["learn --games games --steps 1 --out net", "report games games --out report"] {
        let Output { status, stderr, .. } = imperial(folder.path(), command);
        let told = String::from_utf8_lossy(&stderr);
        assert_eq!(status.code(), Some(1), "{command}: {told}");
        assert!(told.contains("finished with 10 games") && told.contains("--repair"), "{told}");
    }
}

#[test]
fn tables_of_the_games_are_checked_by_their_sums() {
    let folder = with_games();
    let run = |arguments: &str| imperial(folder.path(), arguments);
    assert!(run("export games --format csv --split 100,0,0 --out tables").status.success());
    let told = String::from_utf8(run("verify tables").stdout).expect("text");
    assert_eq!(told, "ok: 6 files as in SHA256SUMS\n");
    std::fs::write(folder.path().join("games/tic-tac-toe/games.jsonl"), "").expect("written");
    let Output { status, stderr, .. } = run("export games --out again");
    let told = String::from_utf8_lossy(&stderr);
    assert!(
        status.code() == Some(1) && told.contains("0 games, but was finished with 10"),
        "{told}"
    );
    let Output { status, stderr, .. } = run("export games --incomplete --out again");
    let told = String::from_utf8_lossy(&stderr);
    assert!(status.code() == Some(2) && told.contains("no game is left to export"), "{told}");
}

#[test]
#[cfg(unix)]
fn links_to_folders_are_not_followed() {
    let folder = with_games();
    let positions = |out: &str| {
        let (code, told) = learn(folder.path(), &format!("--out {out} --steps 0"));
        assert_eq!(code, Some(0), "{told}");
        told.lines().find(|line| line.contains("positions to learn from")).map(str::to_owned)
    };
    let plain = positions("plain");
    std::os::unix::fs::symlink(".", folder.path().join("games/loop")).expect("a link");
    assert_eq!(positions("linked"), plain);
}
