//! Files that version 0.1.0 wrote: read, or refused with the way on. `version_0_1/` holds games, a network, and a
//! training and two runs that were interrupted.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/version_0_1")
}

/// A copy, since what is read may be written to.
fn copy() -> TempDir {
    fn copy_into(from: &Path, to: &Path) {
        std::fs::create_dir_all(to).expect("a folder");
        for entry in std::fs::read_dir(from).expect("a folder") {
            let path = entry.expect("an entry").path();
            let copy = to.join(path.file_name().expect("a name"));
            if path.is_dir() {
                copy_into(&path, &copy);
            } else {
                std::fs::copy(&path, &copy).expect("copied");
            }
        }
    }
    let copy = tempfile::tempdir().expect("a folder");
    copy_into(&folder(), copy.path());
    copy
}

/// Runs the program in the copy; gives its exit code and messages.
fn imperial(copy: &TempDir, arguments: &str) -> (Option<i32>, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_imperial"));
    program.args(arguments.split(' ')).args(["--threads", "1"]).current_dir(copy.path());
    let Output { status, stderr, .. } = program.output().expect("the program starts");
    (status.code(), String::from_utf8(stderr).expect("text"))
}

fn lines(copy: &TempDir, file: &str) -> usize {
    std::fs::read_to_string(copy.path().join(file)).expect(file).lines().count()
}

#[test]
fn games_are_read_and_more_are_added() {
    let copy = copy();
    let verify = Command::new(env!("CARGO_BIN_EXE_imperial"))
        .args(["verify", "games"])
        .current_dir(copy.path())
        .status();
    assert!(verify.expect("the program starts").success());
    let more = "selfplay --rules tic-tac-toe --agent rollouts:8 --games 5 --seed 7 --out games";
    let (code, told) = imperial(&copy, more);
    assert_eq!(code, Some(0), "{told}");
    assert_eq!(lines(&copy, "games/tic-tac-toe/games.jsonl"), 5);
}

#[test]
fn a_network_plays() {
    let copy = copy();
    let games = "selfplay --rules tic-tac-toe --agent network:2@tiny.net --games 2 --out new";
    let (code, told) = imperial(&copy, games);
    assert_eq!(code, Some(0), "{told}");
    assert_eq!(lines(&copy, "new/tic-tac-toe/games.jsonl"), 2);
}

#[test]
fn a_training_goes_on() {
    let copy = copy();
    let (code, told) = imperial(&copy, "train --config training/training.toml --out training");
    assert_eq!(code, Some(0), "{told}");
    assert_eq!(lines(&copy, "training/metrics.csv"), 3, "two generations");
    assert_eq!(lines(&copy, "training/generations/0002/games.jsonl"), 60);
}

#[test]
fn a_run_without_rounds_goes_on() {
    let copy = copy();
    let (code, told) = imperial(&copy, "run --config run/experiment.toml --out run");
    assert_eq!(code, Some(0), "{told}");
    assert_eq!(lines(&copy, "run/comparison/tic-tac-toe/rollouts-2000/games.jsonl"), 8);
    assert!(copy.path().join("run/report/index.html").is_file());
}

#[test]
fn a_run_with_rounds_is_refused_with_the_way_on() {
    let copy = copy();
    let way = "experiments of this version do not learn in rounds. Remove";
    let (code, told) = imperial(&copy, "run --config rounds/experiment.toml --out rounds");
    assert!(code == Some(2) && told.contains(way), "{told}");
    // Neither does another experiment take its folder.
    let (code, told) = imperial(&copy, "run --no-learning --out rounds");
    assert!(code == Some(2) && told.contains(way), "{told}");
    assert!(told.contains("rounds/experiment.toml"), "{told}");
}
