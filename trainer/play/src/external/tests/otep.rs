//! Engines of OpenTafl's protocol, as shell scripts: what they are told, and those that misbehave.

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use imperial_data::LoadedRules;
use imperial_data::opentafl::load_record;
use imperial_engine::{Cause, Game, Outcome, Side, with_game};

use super::super::*;

/// Tablut as OpenTafl writes it.
const TABLUT: &str = "dim:9 name:Tablut esc:e atkf:y ks:c nj:n cj:n cor: cens: cenh: \
    start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/";

/// An engine that behaves as `$1` says. The file `$2` counts its starts, and `$3` keeps what it is told. Like
/// OpenTafl's own it prints lines that are none of the protocol.
const SCRIPT: &str = r#"
echo start >> "$2"
starts=$(wc -l < "$2")
if [ "$1" = mute ]; then exec sleep 60; fi
echo "Java HotSpot(TM) warning"
echo hello
if [ "$1" = asks ]; then echo "simple-moves off"; fi
moves=0
while read -r line; do
  printf '%s\n' "$line" >> "$3"
  case $line in
    goodbye) exit 0 ;;
    rules*) if [ "$1" = refuses ]; then echo "error -1 no such rules"; fi ;;
    play*)
      echo "Think time: 10"
      echo "status Depth 1 explored 60 states"
      moves=$((moves + 1))
      case $1 in
        good | asks) if [ "$1" = asks ]; then echo position; echo side; echo clock; echo rules; fi
          case $moves in 1) echo "move d1-d3" ;; *) echo "move e1-c1" ;; esac ;;
        illegal) echo "move d1-d9" ;;
        garbled) echo "move d1" ;;
        nothing) echo "move" ;;
        resigns) echo "error -1 out of ideas" ;;
        worries) echo "error 0 low memory"; echo "move d1-d3" ;;
        dies) echo "java.lang.NullPointerException" >&2; exit 1 ;;
        dies-once) if [ "$starts" -eq 1 ]; then exit 1; fi; echo "move d1-d3" ;;
        hangs) ;;
        babbles) while :; do echo "status thinking"; done ;;
      esac ;;
  esac
done
"#;

/// A folder with an engine that behaves in this way.
struct Trial {
    folder: tempfile::TempDir,
    player: anyhow::Result<ExternalPlayer>,
}

impl Trial {
    fn new(manner: &str, settings: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        fs::write(path("engine.sh"), SCRIPT).expect("written");
        let [script, starts, told] = ["engine.sh", "starts", "told"].map(|name| shown(&path(name)));
        let spec = format!("otep[{settings}]:sh {script} {manner} {starts} {told}");
        let player = ExternalPlayer::new(&spec.parse().expect("an engine"));
        Self { folder, player }
    }

    fn lines(&self, name: &str) -> Vec<String> {
        let text = fs::read_to_string(self.folder.path().join(name)).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    /// What the engine was told, once it has been told `last`.
    fn told(&self, last: &str) -> Vec<String> {
        let deadline = Instant::now() + Duration::from_secs(20);
        loop {
            let lines = self.lines("told");
            if lines.iter().any(|line| line == last) {
                return lines;
            }
            assert!(Instant::now() < deadline, "no `{last}` in {lines:?}");
            sleep(Duration::from_millis(20));
        }
    }
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

fn tablut() -> LoadedRules {
    load_record(TABLUT).expect("rules").0
}

/// The engine's answers to these first moves of the defenders, in our notation.
fn play(seat: &mut Seat, answers: &[&str]) -> anyhow::Result<Vec<String>> {
    fn play_on<G: Game>(
        game: &G,
        seat: &mut Seat,
        answers: &[&str],
    ) -> anyhow::Result<Vec<String>> {
        let (mut position, mut moves) = (game.start(Side::Attackers), Vec::new());
        let mut answers = answers.iter();
        loop {
            let texts: Vec<&str> = moves.iter().map(String::as_str).collect();
            let mv = seat.choose(game, &position, None, &texts)?;
            moves.push(game.format_move(&position, mv));
            game.play(&mut position, mv);
            let Some(answer) = answers.next() else { return Ok(moves) };
            let mv = game.parse_move(&position, answer)?;
            moves.push((*answer).to_owned());
            game.play(&mut position, mv);
        }
    }
    with_game!(&tablut().game, |game| play_on(game, seat, answers))
}

/// The dialogue that was recorded with OpenTafl's engine at the other end.
#[test]
fn an_engine_is_told_what_opentafl_would_tell_it() {
    let trial = Trial::new("good", "movetime=900,extensions=on");
    let player = trial.player.as_ref().expect("it greets");
    let rules = tablut();
    player.check_rules(&rules).expect("it refuses nothing");
    let mut seat = player.sit_down(&rules, 1).expect("rules that can be told");
    assert_eq!(play(&mut seat, &["e3-h3"]).expect("two moves"), ["d1-d3", "e3-h3", "e1-c1"]);
    seat.finish(Outcome::win(Side::Defenders, Cause::KingEscaped));
    let told = trial.told("finish 3");
    assert!(told[0].starts_with("rules dim:9 name:Tablut esc:e "), "{told:?}");
    let clock = "clock 900* 900* 1 100 100";
    let expected = [
        clock,
        "finish 0",
        &told[0],
        clock,
        clock,
        "play attackers",
        "move /4tt3/4t4/3tT4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/",
        "opponent-move e3-h3 /4tt3/4t4/3t3T1/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/",
        clock,
        "play attackers",
        "move /2t2t3/4t4/3t3T1/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/",
        "finish 3",
    ];
    assert_eq!(told[1..], expected);
    drop((seat, trial.player));
    let text = fs::read_to_string(trial.folder.path().join("told")).expect("it was told");
    assert!(text.ends_with("finish 3\ngoodbye\n"), "{text}");
}

/// A game that began elsewhere is shown to the engine.
#[test]
fn an_engine_that_comes_late_is_shown_the_position() {
    let trial = Trial::new("good", "movetime=900,name=OpenTafl");
    let player = trial.player.as_ref().expect("it greets");
    assert_eq!(player.label(), "otep:OpenTafl (movetime 900)");
    let rules = tablut();
    let mut seat = player.sit_down(&rules, 1).expect("rules that can be told");
    let moves = ["d9-d8", "e7-f7"];
    let chosen = with_game!(&rules.game, |game| {
        let mut position = game.start(Side::Attackers);
        for text in moves {
            let mv = game.parse_move(&position, text).expect("legal");
            game.play(&mut position, mv);
        }
        seat.choose(game, &position, None, &moves).map(|mv| game.format_move(&position, mv))
    });
    assert_eq!(chosen.expect("a move"), "d1-d3");
    let told = trial.told("play attackers");
    assert!(!told[0].contains("x-imperial-"), "{told:?}");
    let board = "position /3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/5T3/3tt4/4tt3/";
    assert_eq!(told[2..4], [board, "side attackers"]);
}

#[test]
fn questions_of_an_engine_are_answered() {
    let trial = Trial::new("asks", "movetime=900");
    let player = trial.player.as_ref().expect("it greets");
    let mut seat = player.sit_down(&tablut(), 1).expect("rules that can be told");
    play(&mut seat, &[]).expect("a move");
    let told = trial.told("move /4tt3/4t4/3tT4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/");
    let after = told.iter().position(|line| line == "play attackers").expect("it is asked");
    let start = "position /3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/";
    let expected = [start, "side attackers", "clock 900* 900* 1 100 100", &told[0]];
    assert_eq!(told[after + 1..after + 5], expected);
}

/// The error of an engine that behaves in this way, and how often it was started.
fn failure(manner: &str, settings: &str) -> (String, usize) {
    let trial = Trial::new(manner, settings);
    let first = trial.player.as_ref().map_err(|error| format!("{error:#}")).and_then(|player| {
        let mut seat = player.sit_down(&tablut(), 1).expect("rules that can be told");
        play(&mut seat, &[]).map(|_| ()).map_err(|error| format!("{error:#}"))
    });
    (first.expect_err("the engine misbehaves"), trial.lines("starts").len())
}

/// Long enough for a busy machine to start a script in.
const PATIENT: &str = "movetime=100,timeout=60000";
/// For scripts that never answer.
const HASTY: &str = "movetime=100,timeout=1900";

#[test]
fn engines_that_fail_are_started_again_once() {
    let trial = Trial::new("dies-once", PATIENT);
    let player = trial.player.as_ref().expect("it greets");
    let mut seat = player.sit_down(&tablut(), 1).expect("rules that can be told");
    assert_eq!(play(&mut seat, &[]).expect("a move"), ["d1-d3"]);
    assert_eq!(trial.lines("starts").len(), 2);
    let (error, starts) = failure("dies", PATIENT);
    assert_eq!(starts, 2);
    for part in ["play stops at `position startpos`", "`move`", "NullPointerException"] {
        assert!(error.contains(part), "{error}");
    }
    for manner in ["hangs", "babbles"] {
        let (error, starts) = failure(manner, HASTY);
        assert!(error.contains("did not answer `move` within 2.0 s"), "{error}");
        assert_eq!(starts, 2);
    }
    let (error, starts) = failure("mute", HASTY);
    assert!(error.contains("did not answer `hello` within 1.9 s"), "{error}");
    assert_eq!(starts, 1);
}

#[test]
fn wrong_moves_and_complaints_of_engines_stop_the_match() {
    for (manner, part) in [
        ("illegal", "cannot be played: `d1-d9` is not a legal move"),
        ("garbled", "cannot be played: `d1` is not a legal move"),
        ("nothing", "`move`: the move is missing"),
        ("resigns", "says `out of ideas`"),
        ("refuses", "says `no such rules`"),
    ] {
        let (error, starts) = failure(manner, PATIENT);
        assert!(
            error.contains(part) && error.contains("games that ended before are kept"),
            "{error}"
        );
        assert_eq!(starts, 1, "{manner}");
    }
    let trial = Trial::new("illegal", PATIENT);
    let player = trial.player.as_ref().expect("it greets");
    let mut seat = player.sit_down(&tablut(), 1).expect("rules that can be told");
    play(&mut seat, &[]).expect_err("an illegal move");
    trial.told("error 2");
}

#[test]
fn an_engine_that_worries_plays_on() {
    let trial = Trial::new("worries", PATIENT);
    let player = trial.player.as_ref().expect("it greets");
    let mut seat = player.sit_down(&tablut(), 1).expect("rules that can be told");
    assert_eq!(play(&mut seat, &[]).expect("a move"), ["d1-d3"]);
}

#[test]
fn rules_that_an_engine_refuses_are_told_before_any_game() {
    let trial = Trial::new("refuses", PATIENT);
    let player = trial.player.as_ref().expect("it greets");
    let error = format!("{:#}", player.check_rules(&tablut()).expect_err("refused"));
    assert!(error.contains("says `no such rules`"), "{error}");
}
