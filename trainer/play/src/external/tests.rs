//! Engines of UGI that misbehave, as shell scripts.

mod otep;

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use imperial_data::{LoadedRules, rules_hash};
use imperial_engine::catalog::{self, AnyGame};
use imperial_engine::games::tic_tac_toe::TicTacToe;
use imperial_engine::{Game as _, Side};

use super::*;

/// An engine for three in a row that answers `go` by `$1`. The file `$2` counts its starts.
const SCRIPT: &str = r#"
echo start >> "$2"
starts=$(wc -l < "$2")
while read -r line; do
  case $line in
    ugi) echo "id name script"; echo "option name Rules type string default x"; echo ugiok ;;
    isready) echo readyok ;;
    quit) exit 0 ;;
    go*)
      case $1 in
        good) echo "info nodes 1"; echo "bestmove b2" ;;
        illegal) echo "bestmove z9" ;;
        nothing) echo "bestmove" ;;
        dies) echo "out of memory" >&2; exit 3 ;;
        dies-once) if [ "$starts" -eq 1 ]; then exit 3; fi; echo "bestmove b2" ;;
        hangs) ;;
        hangs-once) if [ "$starts" -gt 1 ]; then echo "bestmove b2"; fi ;;
        babbles) while :; do echo "info string thinking"; done ;;
        complains) echo "error: I know no such game" ;;
      esac ;;
  esac
done
"#;

fn rules() -> LoadedRules {
    let name = "tic-tac-toe";
    let text = catalog::text(name).expect("is embedded").to_owned();
    let game = AnyGame::by_name(name).expect("is embedded");
    LoadedRules { game, hash: rules_hash(&text), text, file: None }
}

/// Asks an engine that behaves in this way for its first move; with the number of its starts.
fn first_move(folder: &Path, manner: &str) -> (Result<String, String>, usize) {
    let (script, starts) = (folder.join("engine.sh"), folder.join("starts"));
    fs::write(&script, SCRIPT).expect("written");
    // Long enough for a busy machine to start a script in.
    let patience = if ["hangs", "hangs-once", "babbles"].contains(&manner) { 1900 } else { 60_000 };
    let (shown, starts_file) = (script.display(), starts.display());
    let spec = format!("ugi[timeout={patience},movetime=100]:sh {shown} {manner} {starts_file}");
    let player = ExternalPlayer::new(&spec.parse().expect("an engine")).expect("starts");
    player.check_rules(&rules()).expect("takes any rules");
    let start = TicTacToe.start(Side::Attackers);
    let mut seat = player.sit_down(&rules(), 1).expect("any rules");
    let chosen = seat.choose(&TicTacToe, &start, None, &[]);
    let chosen = chosen.map(|mv| TicTacToe.format_move(&start, mv));
    let lines = fs::read_to_string(&starts).expect("started").lines().count();
    (chosen.map_err(|error| format!("{error:#}")), lines)
}

/// The error of an engine that behaves in this way, and how often it was started.
fn failure(manner: &str) -> (String, usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let (chosen, starts) = first_move(folder.path(), manner);
    (chosen.expect_err("the engine misbehaves"), starts)
}

#[test]
fn an_engine_that_fails_once_is_started_again() {
    for (manner, starts) in [("good", 1), ("dies-once", 2), ("hangs-once", 2)] {
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(first_move(folder.path(), manner), (Ok("b2".to_owned()), starts), "{manner}");
    }
}

#[test]
fn an_engine_that_dies_again_is_told_with_its_last_words() {
    let (error, starts) = failure("dies");
    assert_eq!(starts, 2);
    for part in ["position startpos", "dies", "`bestmove`", "exit status: 3", "out of memory"] {
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn an_engine_that_never_answers_does_not_stop_the_program() {
    for manner in ["hangs", "babbles"] {
        let (error, starts) = failure(manner);
        assert!(error.contains("did not answer `bestmove` within 2.0 s"), "{error}");
        assert_eq!(starts, 2);
    }
}

#[test]
fn wrong_moves_and_complaints_are_not_asked_for_again() {
    for (manner, part) in [
        ("illegal", "cannot be played: `z9` is not a legal move"),
        ("nothing", "cannot be played"),
        ("complains", "says `error: I know no such game`"),
    ] {
        let (error, starts) = failure(manner);
        assert!(
            error.contains(part) && error.contains("games that ended before are kept"),
            "{error}"
        );
        assert_eq!(starts, 1);
    }
}

#[test]
fn programs_that_are_no_engines_are_told() {
    let start = |spec: &str| {
        let error = ExternalPlayer::new(&spec.parse().expect("an engine")).expect_err("no engine");
        format!("{error:#}")
    };
    assert!(start("ugi:/no/such/program").contains("cannot be started"));
    assert!(start("ugi:true").contains("ended while `ugiok` was expected"));
    assert!(start("ugi[timeout=100]:sleep 20").contains("did not answer `ugiok`"));
    let folder = tempfile::tempdir().expect("a folder");
    let script = folder.path().join("engine.sh");
    fs::write(&script, SCRIPT).expect("written");
    let (script, starts) = (script.display(), folder.path().join("starts"));
    let error = start(&format!("ugi[Hash=1]:sh {script} good {}", starts.display()));
    assert!(error.contains("has no option `Hash`; it has Rules"), "{error}");
}

/// An engine that a script has started, and that never ends by itself: the file `$2` grows as long as it lives. The
/// script ends when it is asked to, or waits for the engine, as `$1` says.
const WRAPPER: &str = r#"
while :; do echo tick >> "$2"; sleep 0.05; done &
while read -r line; do
  case $line in
    ugi) echo ugiok ;;
    isready) echo readyok ;;
    quit) if [ "$1" = waits ]; then wait; fi; exit 0 ;;
  esac
done
"#;

#[test]
fn what_a_script_has_started_ends_with_the_match() {
    for manner in ["ends", "waits"] {
        let folder = tempfile::tempdir().expect("a folder");
        let (script, ticks) = (folder.path().join("wrapper.sh"), folder.path().join("ticks"));
        fs::write(&script, WRAPPER).expect("written");
        let spec =
            format!("ugi[timeout=60000]:sh {} {manner} {}", script.display(), ticks.display());
        let player = ExternalPlayer::new(&spec.parse().expect("an engine")).expect("starts");
        while !ticks.exists() {
            sleep(Duration::from_millis(5));
        }
        drop(player);
        // A line that was begun may come to its end.
        sleep(Duration::from_millis(200));
        let length = || fs::metadata(&ticks).expect("it has ticked").len();
        let before = length();
        sleep(Duration::from_millis(500));
        assert_eq!(length(), before, "the script {manner}");
    }
}
