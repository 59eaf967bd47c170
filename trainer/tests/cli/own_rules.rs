//! Games by rules of one's own, for which the program looks beside them; and files that nobody should lose.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// What a command in `folder` prints and tells, and its exit code.
fn run(folder: &Path, command: &str) -> (Option<i32>, String, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_imperial"));
    program.args(command.split_whitespace()).current_dir(folder).stdin(Stdio::null());
    let output = program.output().expect("the program runs");
    let [out, err] =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text"));
    (output.status.code(), out, err)
}

/// A folder with `my.toml`, Brandubh under another name, and two games by it in `games`.
fn own_games() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let text = imperial_engine::catalog::text("brandubh").expect("embedded");
    let text = text.replace("\"brandubh\"", "\"my\"").replace("armed", "unarmed");
    fs::write(folder.path().join("my.toml"), text).expect("written");
    let play = "selfplay --rules my.toml --agent random --games 2 --out games";
    assert_eq!(run(folder.path(), play).0, Some(0));
    fs::remove_file(folder.path().join("my.toml")).expect("removed");
    folder
}

#[test]
fn games_by_own_rules_are_reviewed_and_analysed() {
    let folder = own_games();
    let review =
        run(folder.path(), "report game games/my/games.jsonl --game 2 --agent rollouts:2 --json");
    assert!(review.0 == Some(0) && review.1.contains("\"my\""), "{review:?}");
    let analyse = "analyse --file games/my/games.jsonl --agent rollouts:2 --json";
    let (code, lines, told) = run(folder.path(), analyse);
    assert!(
        code == Some(0) && !lines.contains("error") && lines.lines().count() > 2,
        "{lines} {told}"
    );
    // Without the rules nobody knows the game.
    fs::remove_dir_all(folder.path().join("games/rules")).expect("removed");
    let (code, _, told) = run(folder.path(), "report game games/my/games.jsonl --json");
    assert!(code == Some(2) && told.contains("give it their rule file"), "{told}");
    let (_, lines, _) = run(folder.path(), analyse);
    assert!(lines.contains("name their file by --rules"), "{lines}");
}

#[test]
fn no_file_of_another_kind_is_replaced() {
    let folder = own_games();
    let games = "games/my/games.jsonl";
    let page = format!("report game {games} --game 1 --agent rollouts:2 --out");
    for (command, file) in [
        (format!("{page} {games}"), games),
        ("solve tic-tac-toe --out rules.toml".to_owned(), "rules.toml"),
    ] {
        let file = folder.path().join(file);
        if !file.exists() {
            fs::write(&file, "game = \"tafl\"\n").expect("written");
        }
        let before = fs::read(&file).expect("a file");
        let (code, _, told) = run(folder.path(), &command);
        assert!(code == Some(2) && told.contains("which would be lost"), "{told}");
        assert_eq!(fs::read(&file).expect("a file"), before);
    }
    // What it wrote itself it writes again.
    for command in [format!("{page} page.html"), "solve tic-tac-toe --out values.table".to_owned()]
    {
        assert_eq!([0; 2].map(|_| run(folder.path(), &command).0), [Some(0); 2], "{command}");
    }
}

/// Whoever plays by a table is no random mover, also when the game goes on another day.
#[test]
fn exact_values_are_named_in_records() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(run(folder.path(), "solve tic-tac-toe --out values.table").0, Some(0));
    fs::write(folder.path().join("moves"), "a1\na2\na3\nb1\nb2\nb3\nc1\nc2\nc3\n".repeat(2))
        .expect("written");
    let open = |file| fs::File::open(folder.path().join(file));
    let mut play = Command::new(env!("CARGO_BIN_EXE_imperial"));
    let play = play.args(["play", "--rules", "tic-tac-toe", "--agent", "random", "--seed", "1"]);
    let play = play.args(["--table", "values.table", "--save", "kept"]).current_dir(folder.path());
    let first = fs::write(folder.path().join("first"), "a1\n").and_then(|()| open("first"));
    assert!(play.stdin(first.expect("a move")).status().expect("the program runs").success());
    let mut play = Command::new(env!("CARGO_BIN_EXE_imperial"));
    let play = play.args(["play", "--resume", "kept"]).current_dir(folder.path());
    let moves = open("moves").expect("moves");
    let output = play.stdin(moves).output().expect("the program runs");
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && told.contains("exact+random has the noughts"), "{told}");
    let games =
        fs::read_to_string(folder.path().join("kept/tic-tac-toe/games.jsonl")).expect("games");
    assert!(games.contains(r#""defenders":"exact+random""#), "{games}");
}
