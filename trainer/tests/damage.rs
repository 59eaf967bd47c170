//! Damaged files: every command that meets one ends with the same exit code, names the file and says what to do.

#[path = "damage/every.rs"]
mod every;

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// The exit code where files are damaged.
const DAMAGE: Option<i32> = Some(1);

const EXPERIMENT: &str = "
name = 'small'
title = 'A small run'
seed = 7
rules = ['tic-tac-toe']
training.generations = 1
training.network = { blocks = 1, channels = 2 }
training.first = { agent = 'rollouts:4', games = 6 }
training.learning = { batch = 8, reuse = 0.5, warm_up = 5, average_decay = 0.9 }
compare.agents = [{ agent = 'random', games = 4 }, { agent = 'network:4@learned', games = 4 }]
";

/// Cases that are tried of each work: all where `IMPERIAL_DEEP` is set, else one of so many.
const USUALLY: usize = 4;

const LEARN: &str = "learn --games games --steps 4 --batch 8 --blocks 1 --channels 2 --out net";
const BALANCE: &str =
    "balance tic-tac-toe --agents random,rollouts:2 --games 4 --pairs 2 --out lab";

const SELFPLAY: &str = "selfplay --rules tic-tac-toe --agent rollouts:4 --games 6 --out games";
const RUN: &str = "run --config small.toml --out run";

fn imperial(folder: &Path, arguments: &str) -> (Option<i32>, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_imperial"));
    program.args(arguments.split(' ')).current_dir(folder);
    let Output { status, stderr, .. } =
        program.stdin(Stdio::null()).output().expect("the program starts");
    (status.code(), String::from_utf8(stderr).expect("text"))
}

/// A training as long as it is told.
fn train(generations: u32) -> String {
    let config = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/training.toml");
    let sets = ["first.games=6", "games.games=6", "first.agent=rollouts:4"]
        .map(|set| format!(" --set {set}"));
    let (config, sets) = (config.display(), sets.concat());
    format!("train --config {config} --out training --set generations={generations}{sets}")
}

/// Changes one bit in the middle of a file while `look` looks.
fn damaged(path: &Path, look: impl FnOnce()) {
    let whole = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 1;
    fs::write(path, flipped).expect("written");
    look();
    fs::write(path, whole).expect("written");
}

#[test]
fn damage_ends_with_the_same_code_in_every_command() {
    let root: TempDir = tempfile::tempdir().expect("a folder");
    let folder = root.path();
    fs::write(folder.join("small.toml"), EXPERIMENT).expect("written");
    for made in [SELFPLAY, RUN, &train(1)] {
        let (code, told) = imperial(folder, made);
        assert_eq!(code, Some(0), "{made}: {told}");
    }
    // The run is to go on.
    fs::remove_file(folder.join("run/report/index.html")).expect("removed");
    let longer = train(2);
    let games = "games/tic-tac-toe/games.jsonl";
    let of_run = "run/comparison/tic-tac-toe/random/games.jsonl";
    let cases: [(&str, &str, &str); 18] = [
        (games, SELFPLAY, "--repair"),
        (games, "export games --out dataset", ""),
        (games, "learn --games games --steps 1 --out net", "--repair"),
        (games, "report games games --out report", ""),
        (games, "verify games", ""),
        ("games/tic-tac-toe/games.done.json", SELFPLAY, "--repair"),
        ("games/rules/tic-tac-toe.toml", SELFPLAY, "delete it and repeat"),
        ("games/rules/tic-tac-toe.toml", "export games --out dataset", "--repair"),
        ("games/rules/tic-tac-toe.toml", "report games games --out report", "--repair"),
        ("games/rules/tic-tac-toe.toml", "learn --games games --steps 1 --out net", "--repair"),
        ("training/training.toml", &longer, "delete it and repeat"),
        ("training/checkpoint.bpk", &longer, "delete it and repeat"),
        ("training/generations/0001/games.jsonl", &longer, "--repair"),
        ("training/rules/brandubh.toml", &longer, "delete it and repeat"),
        ("run/experiment.toml", RUN, "delete it and repeat"),
        (of_run, RUN, "--repair"),
        ("run/rules/tic-tac-toe.toml", RUN, "delete it and repeat"),
        (
            "training/network.net",
            "match --rules brandubh --agent network:4@training/network.net --against random --pairs 1",
            "damaged",
        ),
    ];
    let mut wrong = Vec::new();
    for (file, command, way) in cases {
        damaged(&folder.join(file), || {
            let (code, told) = imperial(folder, command);
            if code != DAMAGE || !told.contains(way) {
                wrong.push(format!("{file}, {command}: {code:?}, {told}"));
            }
        });
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let (code, told) = imperial(folder, &longer);
    assert_eq!(code, Some(0), "{told}");
    // A training that has reached its end needs the games no more, and looks at them all the same.
    damaged(&folder.join("training/generations/0001/games.jsonl"), || {
        let (code, told) = imperial(folder, &longer);
        assert!(code == DAMAGE && told.contains("--repair"), "{code:?} {told}");
    });
}

fn try_work(before: &[&str], folder: &str, command: &str) {
    let root: TempDir = tempfile::tempdir().expect("a folder");
    fs::write(root.path().join("small.toml"), EXPERIMENT).expect("written");
    for made in before.iter().chain([&command]) {
        let (code, told) = imperial(root.path(), made);
        assert_eq!(code, Some(0), "{made}: {told}");
    }
    let every = if std::env::var_os("IMPERIAL_DEEP").is_some() { 1 } else { USUALLY };
    let (tally, wrong) = every::try_all(root.path(), folder, command, every);
    assert!(wrong.is_empty(), "{} of them:\n{}", wrong.len(), wrong.join("\n"));
    assert!(tally.healed > 0, "{tally:?}");
}

#[test]
fn all_that_selfplay_leaves() {
    try_work(&[], "games", SELFPLAY);
}

#[test]
fn all_that_a_share_leaves() {
    try_work(&[], "games", &format!("{SELFPLAY} --shard 1/2"));
}

#[test]
fn all_that_a_training_leaves() {
    try_work(&[], "training", &train(2));
}

#[test]
fn all_that_a_run_leaves() {
    try_work(&[], "run", RUN);
}

#[test]
fn all_that_learning_leaves() {
    try_work(&[SELFPLAY], "net", LEARN);
}

#[test]
fn all_that_a_comparison_leaves() {
    try_work(&[], "lab", BALANCE);
}

const RATE: &str =
    "rate --rules tic-tac-toe --agent random --agent rollouts:2 --pairs 2 --out rated";

#[test]
fn all_that_a_rating_leaves() {
    try_work(&[], "rated", RATE);
}

/// What is said of games is a part of a dataset, and a network that a manifest knows was one once.
#[test]
fn what_only_reads_looks_at_manifests_too() {
    let root = TempDir::new().expect("a folder");
    let base = root.path();
    for command in [SELFPLAY, LEARN] {
        assert_eq!(imperial(base, command).0, Some(0), "{command}");
    }
    let refuses = |name: &str, command: &str| {
        let file = base.join(name);
        let whole = fs::read(&file).expect("it is there");
        let first = whole.iter().position(u8::is_ascii_digit).expect("a digit");
        let mut changed = whole.clone();
        changed[first] ^= 1;
        for harmed in [Some(&changed[..]), Some(&whole[..whole.len() / 2]), None] {
            match harmed {
                Some(bytes) => fs::write(&file, bytes).expect("written"),
                None => fs::remove_file(&file).expect("removed"),
            }
            let (code, told) = imperial(base, command);
            if harmed.is_some() || !name.ends_with(".net") {
                assert_eq!(code, DAMAGE, "{name}, {command}: {told}");
                assert!(told.contains(name.rsplit('/').next().unwrap_or(name)), "{told}");
            }
        }
        fs::write(&file, whole).expect("written");
    };
    refuses("games/tic-tac-toe/job.json", "export games --format csv --out dataset");
    refuses("games/made.json", "export games --format csv --out dataset");
    refuses(
        "net/network.net",
        "match --rules tic-tac-toe --agent network:4@net/network.net --against random --pairs 1",
    );
}

/// A stranger's folder may hold links where the program keeps files of its own: nothing else is written.
#[test]
#[cfg(unix)]
fn nothing_is_written_through_a_link() {
    let root = TempDir::new().expect("a folder");
    let base = root.path();
    assert_eq!(imperial(base, SELFPLAY).0, Some(0));
    let victim = base.join("victim");
    fs::write(&victim, "precious").expect("written");
    let more = SELFPLAY.replace("--games 6", "--games 8");
    for (name, command) in [
        ("games/tic-tac-toe/games.lock", "verify --repair games"),
        ("games/folder.lock", &more),
        ("games/manifest.jsonl", &more),
    ] {
        let file = base.join(name);
        let before = fs::read(&file).expect("it is there");
        for target in [victim.as_path(), Path::new("/dev/zero")] {
            fs::remove_file(&file).expect("removed");
            std::os::unix::fs::symlink(target, &file).expect("a link");
            let (code, told) = imperial(base, command);
            assert!(code == Some(1) && told.contains("is a link"), "{name}: {code:?} {told}");
            assert_eq!(fs::read(&victim).expect("it is there"), b"precious", "{name}");
        }
        fs::remove_file(&file).expect("removed");
        fs::write(&file, before).expect("written");
    }
}
