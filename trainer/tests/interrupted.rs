//! One signal ends every command within a second, with the exit code of an interruption.
#![cfg(unix)]

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use imperial_data::{GameRecord, read_games};

const PROGRAM: &str = env!("CARGO_BIN_EXE_imperial");

/// Longest time to an end: a second, and what a busy machine needs to tell.
const PATIENCE: Duration = Duration::from_secs(3);

fn begin(arguments: &[&str]) -> Child {
    let mut command = Command::new(PROGRAM);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    // Reading on one thread takes long enough on every machine.
    command.env("RAYON_NUM_THREADS", "1").spawn().expect("the program starts")
}

/// A folder of games that take long to read, on the quickest machine too: they are long, and many.
fn many_games(folder: &Path) -> String {
    let out = folder.join("games");
    let some = ["--rules", "copenhagen", "--agent", "random", "--games", "100", "--out"];
    let played = Command::new(PROGRAM).arg("selfplay").args(some).arg(&out).output();
    assert!(played.expect("the program starts").status.success());
    let log = out.join("copenhagen/games.jsonl");
    let games: Result<Vec<_>, _> = read_games(&log).collect();
    let games: Vec<_> = games.expect("games").into_iter().map(|(_, game)| game).collect();
    let mut many = String::new();
    for times in 0..300 {
        many.extend(games.iter().map(|game| {
            let game = GameRecord { game: game.game + 100 * times, ..game.clone() };
            game.to_line().expect("a line")
        }));
    }
    std::fs::write(&log, many).expect("written");
    // Nothing says what it was before.
    for file in ["games.done.json", "manifest.jsonl", "games.lock"] {
        std::fs::remove_file(log.with_file_name(file)).expect("removed");
    }
    out.display().to_string()
}

#[test]
fn every_command_ends_soon() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = |name: &str| folder.path().join(name).display().to_string();
    let script = folder.path().join("engine.sh");
    std::fs::write(&script, "echo hello\nwhile read -r line; do :; done\n").expect("written");
    let engine = format!("otep:sh {}", script.display());
    let games = many_games(folder.path());
    let commands: [&[&str]; 15] = [
        &["verify", &games],
        &["export", &games, "--format", "csv", "--out", &out("c")],
        &["perft", "--rules", "tablut-linnaeus", "--depth", "9"],
        &["bench", "rules", "--seconds", "60"],
        &["prove", "--rules", "tablut-linnaeus", "--nodes", "1000000000"],
        &[
            "prove",
            "--rules",
            "tablut-linnaeus",
            "--nodes",
            "1000000000",
            "--openings",
            "9",
            "--out",
            &out("p"),
        ],
        &[
            "selfplay",
            "--rules",
            "brandubh",
            "--agent",
            "rollouts:4000",
            "--games",
            "9",
            "--out",
            &out("a"),
        ],
        &["train", "--set", "rules=[\"brandubh\"]", "--set", "name=x", "--out", &out("b")],
        &["analyse", "--rules", "tablut-linnaeus", "--agent", "rollouts:1000000"],
        &["ugi"],
        &["opentafl", "engine"],
        &["serve", "--port", "0"],
        &["analyse", "--file", "-", "--json", "--rules", "brandubh"],
        &["play", "--rules", "brandubh", "--agent", "random", "--save", &out("e")],
        &["match", "--rules", "brandubh", "--agent", &engine, "--against", "random"],
    ];
    // Two at a time, each with its own signal.
    for pair in commands.chunks(2) {
        std::thread::scope(|scope| {
            for (signal, arguments) in ["INT", "TERM"].into_iter().zip(pair) {
                scope.spawn(move || ends_soon(signal, arguments));
            }
        });
    }
}

fn ends_soon(signal: &str, arguments: &[&str]) {
    let mut program = begin(arguments);
    // Waiting would close it, and the end of the input ends an engine without a signal.
    let input = program.stdin.take();
    sleep(Duration::from_millis(700));
    assert_eq!(program.try_wait().expect("a process"), None, "{arguments:?} still runs");
    let sent = Command::new("kill").args(["-s", signal, &program.id().to_string()]).status();
    assert!(sent.expect("kill is there").success());
    let asked = Instant::now();
    let status = program.wait().expect("it ends");
    drop(input);
    assert_eq!(status.code(), Some(130), "{arguments:?}");
    assert!(asked.elapsed() < PATIENCE, "{arguments:?} took {:?}", asked.elapsed());
}
