//! Games of people that are kept: left, gone on with, finished.

use std::io::Write as _;
use std::process::{Command, Stdio};

use super::{outcome, output_of};

/// A game is on disk after each move. No other one takes its place, and it is played to its end later.
#[test]
fn a_game_that_is_killed_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().to_str().expect("text");
    let unfinished = folder.path().join("tic-tac-toe/unfinished.json");
    let game = ["play", "--rules", "tic-tac-toe", "--agent", "rollouts:50", "--save", out];

    assert!(!output_of(&game, "").contains("Kept"), "nothing was played");
    assert!(!unfinished.exists());
    let mut program = Command::new(env!("CARGO_BIN_EXE_imperial"));
    program.args(game).stdin(Stdio::piped()).stdout(Stdio::null());
    let mut program = program.spawn().expect("the program starts");
    program.stdin.as_mut().expect("a pipe").write_all(b"a1\n").expect("somebody listens");
    let read = || std::fs::read_to_string(&unfinished).unwrap_or_default();
    let since = std::time::Instant::now();
    while read().matches("\"move\"").count() < 2 {
        assert!(since.elapsed().as_secs() < 60, "it is not kept: {}", read());
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let command = game.join(" ");
    let (code, refusal) = outcome(folder.path(), &command);
    assert!(code == Some(2) && refusal.contains("--resume"), "{refusal}");
    program.kill().expect("it runs");
    program.wait().expect("it ends");

    let kept = read();
    let (code, refusal) = outcome(folder.path(), &command);
    assert!(code == Some(2) && refusal.contains("unfinished game; go on with it by"), "{refusal}");
    assert_eq!(read(), kept);
    let resumed = ["play", "--resume", out];
    let text = output_of(&resumed, "list\nundo\nb2\n");
    assert!(text.contains("\n1. a1 ") && text.ends_with(" goes on with it.\n"), "{text}");
    let first_is_new = r#""plies": [
    {
      "move": "b2""#;
    assert!(read().contains(first_is_new), "{}", read());
    assert!(output_of(&["verify", out], "").starts_with("ok: "));
    assert!(output_of(&resumed, "resign\n").contains("\nKept as game 1 of "));
    assert!(!unfinished.exists());
    assert!(output_of(&["verify", out], "").contains("1 game"));
    // The folder takes new games again.
    assert!(output_of(&game, "resign\n").contains("\nKept as game 2 of "));
}

/// A record names one agent for all moves of a game.
#[test]
fn a_game_goes_on_against_the_agent_that_began() {
    let root = tempfile::tempdir().expect("a folder");
    let run = |command: &str| outcome(root.path(), command);
    let game = "play --rules tic-tac-toe --side defenders --agent rollouts:20 --save games";
    assert_eq!(run(game).0, Some(0));
    let (code, said) = run("play --resume games --agent random");
    let refusal = "the game began against `rollouts-20`, and `random` is another agent";
    assert!(code == Some(2) && said.contains(refusal), "{said}");
    for same in ["--agent rollouts:20", "--rules tic-tac-toe", ""] {
        let (code, said) = run(&format!("play --resume games {same}"));
        assert_eq!(code, Some(0), "{same}: {said}");
    }
    let (code, said) = run("verify games");
    let way_on = "`imperial play --resume games --rules tic-tac-toe` goes on with it";
    assert!(code == Some(0) && said.contains(way_on), "{said}");
}

/// A kill may come when the record is there and the game is not yet forgotten.
#[test]
fn a_game_that_is_recorded_does_not_go_on() {
    let root = tempfile::tempdir().expect("a folder");
    let folder = root.path().join("games");
    let out = folder.to_str().expect("text");
    let inside = |name: &str| folder.join("tic-tac-toe").join(name);
    let game = ["play", "--rules", "tic-tac-toe", "--agent", "rollouts:50", "--save", out];
    let resumed = ["play", "--resume", out];
    output_of(&game, "a1\n");
    let names = ["unfinished.json", "manifest.jsonl", "games.lock"];
    let before = names.map(|name| std::fs::read(inside(name)).expect(name));
    assert!(output_of(&resumed, "resign\n").contains("\nKept as game 1 of "));
    for (name, content) in names.into_iter().zip(before) {
        std::fs::write(inside(name), content).expect(name);
    }
    std::fs::remove_file(inside("games.done.json")).expect("removed");
    let text = output_of(&resumed, "");
    assert!(text.starts_with("This game is over: it is game 1 of "), "{text}");
    assert!(!inside("unfinished.json").exists());
    assert!(output_of(&["verify", out], "").starts_with("ok: 1 game of 2 plies"));
    assert!(output_of(&game, "resign\n").contains("\nKept as game 2 of "));
}

/// The folder of a stranger may hold a game against anything.
#[test]
fn a_game_that_was_left_starts_no_program() {
    let root = tempfile::tempdir().expect("a folder");
    let run = |command: &str| outcome(root.path(), command);
    let game = "play --rules tic-tac-toe --side defenders --agent random --save games";
    assert_eq!(run(game).0, Some(0));
    let file = root.path().join("games/tic-tac-toe/unfinished.json");
    let left = std::fs::read_to_string(&file).expect("a game");
    std::fs::write(&file, left.replace("\"random\"", "\"ugi:touch started\"")).expect("written");
    let (code, said) = run("play --resume games");
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("`touch started`") && said.contains("name it with --agent"), "{said}");
    assert!(!root.path().join("started").exists());
}

/// Agents know their games by the numbers, so those of people are kept elsewhere.
#[test]
fn no_game_of_a_person_is_kept_among_those_of_agents() {
    let root = tempfile::tempdir().expect("a folder");
    let run = |command: &str| outcome(root.path(), command);
    let share = "selfplay --rules tic-tac-toe --agent random --games 4 --shard 0/2 --out games";
    assert_eq!(run(share).0, Some(0));
    let (code, said) = run("play --rules tic-tac-toe --agent random --save games");
    assert!(code == Some(2) && said.contains("`games` holds games of agents"), "{said}");
    let (code, said) = run("verify games");
    assert!(code == Some(0) && said.contains("`imperial merge` joins it"), "{said}");
}
