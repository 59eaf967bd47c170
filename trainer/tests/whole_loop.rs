//! The whole loop on a tiny experiment: complete, independent of threads, and safe from kills.

#[path = "whole_loop/growing.rs"]
mod growing;
#[path = "whole_loop/learn.rs"]
mod learn;
#[path = "whole_loop/played_again.rs"]
mod played_again;
#[path = "whole_loop/shards.rs"]
mod shards;
#[path = "whole_loop/training.rs"]
mod training;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// An experiment of some seconds: every kind of agent, both rule sets, a training.
fn command(out: &Path, threads: u32) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_imperial"));
    command.arg("run").arg("--config").arg(tiny()).arg("--out").arg(out);
    command.args(["--threads", &threads.to_string()]);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

fn tiny() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tiny.toml")
}

fn complete(out: &Path, threads: u32) {
    let status = command(out, threads).status().expect("the program starts");
    assert!(status.success(), "{status}");
}

/// How many times as much as usual is tried: the number in `IMPERIAL_DEEP`, which `scripts/deep.sh` sets.
fn depth() -> u32 {
    let times = std::env::var("IMPERIAL_DEEP");
    times.map_or(1, |times| times.parse().expect("IMPERIAL_DEEP is a number"))
}

/// Whether the file tells the time or its hash, or the command, or is a lock.
fn is_of_its_time(path: &Path) -> bool {
    let told = ["metrics.csv", "training.html", "manifest.jsonl", "made.json"]
        .iter()
        .any(|name| path.ends_with(name));
    told || path.extension().is_some_and(|extension| extension == "lock")
}

/// Every file of a run with its content, but for the locks and those that tell the time.
fn contents(root: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if !is_of_its_time(&path) {
                let name = path.strip_prefix(root).expect("below the root").to_owned();
                files.insert(name, std::fs::read(&path).expect("a file"));
            }
        }
    }
    files
}

fn assert_same(expected: &Path, found: &Path) {
    let (expected, found) = (contents(expected), contents(found));
    let names = |files: &BTreeMap<PathBuf, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&expected), names(&found));
    for (name, content) in &expected {
        assert!(found[name] == *content, "{} differs", name.display());
    }
}

#[test]
fn a_run_is_complete_and_does_not_depend_on_threads() {
    let folder = tempfile::tempdir().expect("a folder");
    let (one, two) = (folder.path().join("one"), folder.path().join("two"));
    complete(&one, 1);
    complete(&two, 2);
    assert_same(&one, &two);

    let page = std::fs::read_to_string(one.join("report/index.html")).expect("a page");
    assert!(page.contains("imperial-contest") && page.contains("tablut-linnaeus"));
    assert!(page.contains("network:8@learned") && page.contains("plot-losses"));
    let before = contents(&one);
    complete(&one, 2);
    assert_eq!(before, contents(&one), "a complete run has nothing left to do");

    let verify = Command::new(env!("CARGO_BIN_EXE_imperial")).arg("verify").arg(&one).output();
    let verify = verify.expect("the program starts");
    assert!(verify.status.success(), "{}", String::from_utf8_lossy(&verify.stderr));
}

#[test]
fn a_run_that_is_killed_ends_like_one_that_is_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let (calm, killed) = (folder.path().join("calm"), folder.path().join("killed"));
    let started = std::time::Instant::now();
    complete(&calm, 2);
    let whole = started.elapsed();

    let mut rng = ChaCha8Rng::seed_from_u64(1855);
    let (most, mut kills) = (3 * depth(), 0);
    while kills < most {
        let mut run = command(&killed, 2).spawn().expect("the program starts");
        // Short enough that some kills fall into one run, wherever it stands by then.
        std::thread::sleep(whole.mul_f64(rng.random_range(0.02..0.2)));
        if run.try_wait().expect("a process").is_none() {
            run.kill().expect("the process can be killed");
            kills += 1;
        }
        run.wait().expect("a process");
        if killed.join("report/index.html").is_file() {
            // It came to its end: the rest of the kills begin with a new folder.
            assert_same_after_kills(&calm, &killed);
            std::fs::remove_dir_all(&killed).expect("removed");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    complete(&killed, 2);
    assert_same_after_kills(&calm, &killed);
}

#[test]
#[cfg(unix)]
fn an_interrupted_run_saves_its_state_and_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("run");
    let mut run = command(&out, 2);
    // Far more games than can be played before the signal comes.
    run.args(["--set", "training.first.games=100000"]);
    let mut run = run.stderr(Stdio::piped()).spawn().expect("the program starts");
    let games = out.join("training/generations/0001/games.jsonl");
    while std::fs::metadata(&games).map_or(0, |file| file.len()) == 0 {
        assert!(run.try_wait().expect("a process").is_none(), "the run ended by itself");
        std::thread::sleep(Duration::from_millis(20));
    }
    let kill = Command::new("kill").args(["-INT", &run.id().to_string()]).status();
    assert!(kill.expect("kill starts").success());
    let output = run.wait_with_output().expect("a process");
    assert_eq!(output.status.code(), Some(130));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("the same command continues"), "{told}");
    let verify = Command::new(env!("CARGO_BIN_EXE_imperial")).arg("verify").arg(&out).status();
    assert!(verify.expect("the program starts").success());
}

/// Atomic writes that were killed may leave temporary files behind, which nobody reads.
fn remove_hidden(folder: &Path) {
    for name in contents(folder).into_keys() {
        let hidden = name.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if hidden {
            std::fs::remove_file(folder.join(name)).expect("removed");
        }
    }
}

fn assert_same_after_kills(expected: &Path, found: &Path) {
    remove_hidden(found);
    assert_same(expected, found);
}
