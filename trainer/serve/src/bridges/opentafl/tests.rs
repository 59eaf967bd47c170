//! Recorded dialogues, both of our ends against each other, and hosts that say what makes no sense.

use std::io::{BufReader, Cursor, PipeWriter, Write as _, pipe};
use std::thread;
use std::time::{Duration, Instant};

use imperial_data::LoadedRules;
use imperial_data::opentafl::{load_record, read_move, write_rules};
use imperial_engine::catalog::AnyGame;
use imperial_engine::search::SearchParams;
use imperial_engine::{Game, Side, with_game};
use imperial_play::agent::Agent;
use imperial_play::lines::{Awaited, Lines};
use imperial_play::otep::{EngineLine, Evaluated};
use proptest::prelude::*;

use super::{Options, serve};

/// The start of Tablut as a position record.
const START: &str = "/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/";

/// Tablut as OpenTafl's host sends it.
const TABLUT: &str = "rules dim:9 name:Tablut esc:e atkf:y ks:c nj:n cj:n cor: cens: cenh: \
    start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/";

const OPTIONS: Options = Options { time: None, seed: 1855, threads: 1 };

fn rollouts(_: &LoadedRules) -> anyhow::Result<Agent> {
    Ok(Agent::Rollouts(SearchParams::rollouts(8)))
}

/// A conversation that goes on: lines are sent one by one and their answers awaited.
struct Conversation {
    input: Option<PipeWriter>,
    output: Lines,
    engine: thread::JoinHandle<anyhow::Result<()>>,
}

impl Conversation {
    /// With an agent of few playouts; it has said hello.
    fn open() -> Self {
        Self::with(OPTIONS, rollouts)
    }

    /// With a search that only a clock ends.
    fn slow(time: Option<Duration>) -> Self {
        let agent = |_: &LoadedRules| Ok(Agent::Rollouts(SearchParams::rollouts(1_000_000)));
        Self::with(Options { time, ..OPTIONS }, agent)
    }

    fn with(
        options: Options,
        prepare: impl FnMut(&LoadedRules) -> anyhow::Result<Agent> + Send + 'static,
    ) -> Self {
        let (theirs, input) = pipe().expect("a pipe");
        let (output, mut ours) = pipe().expect("a pipe");
        let engine =
            thread::spawn(move || serve(options, prepare, BufReader::new(theirs), &mut ours));
        let output = Lines::open(BufReader::new(output));
        let mut conversation = Self { input: Some(input), output, engine };
        assert_eq!(conversation.hear(), "hello");
        conversation
    }

    fn say(&mut self, lines: &str) {
        let input = self.input.as_mut().expect("it is open");
        input.write_all(format!("{lines}\n").as_bytes()).expect("somebody listens");
    }

    /// The next line, for which nobody should wait long.
    fn hear(&mut self) -> String {
        match self.output.next_before(Instant::now() + Duration::from_secs(60)) {
            Ok(Awaited::Line(line)) => line.expect("text").trim_end().to_owned(),
            other => panic!("no answer: {other:?}"),
        }
    }

    /// What is answered to these lines.
    fn ask(&mut self, lines: &str) -> String {
        self.say(lines);
        self.hear()
    }

    /// Whether nothing is answered.
    fn is_silent(&mut self) -> bool {
        let soon = Instant::now() + Duration::from_millis(300);
        matches!(self.output.next_before(soon), Ok(Awaited::Nothing))
    }

    /// Leaves; how the engine ends, and what it said until then.
    fn leave(mut self, farewell: &str) -> Vec<String> {
        if !farewell.is_empty() {
            self.say(farewell);
        }
        drop(self.input.take());
        let mut heard = Vec::new();
        while let Ok(Some(line)) = self.output.next() {
            heard.push(line.expect("text"));
        }
        self.engine.join().expect("no panic").expect("an orderly end");
        heard
    }
}

/// Whether these moves, as the protocol has them, can be played from the start of Tablut by this side first.
fn is_legal<S: AsRef<str>>(first: Side, moves: &[S]) -> bool {
    let record = TABLUT.strip_prefix("rules ").expect("a record");
    let rules = load_record(record).expect("rules").0;
    with_game!(&rules.game, |game| {
        let mut position = game.start(first);
        moves.iter().all(|text| {
            let ours = read_move(text.as_ref(), &game.format_position(&position));
            let mv = ours.and_then(|ours| game.parse_move(&position, &ours));
            mv.map(|mv| game.play(&mut position, mv)).is_ok()
        })
    })
}

/// The dialogue that was recorded between a driver and OpenTafl's engine, with this engine in its place.
#[test]
fn answers_as_the_engine_of_opentafl_does_in_a_recorded_dialogue() {
    let mut talk = Conversation::open();
    talk.say(TABLUT);
    talk.say("clock 20000 20000 0 0 0");
    let first = talk.ask("play attackers");
    assert!(first.starts_with("move "), "{first}");
    // The second word is no position: the engine of OpenTafl takes any.
    talk.say("opponent-move e3-h3 x");
    let second = talk.ask("play attackers");
    let moves = [&first["move ".len()..], "e3-h3", second.strip_prefix("move ").expect("a move")];
    assert!(is_legal(Side::Attackers, &moves), "{moves:?}");
    talk.say("finish 0");
    talk.say(&format!("position {START}"));
    talk.say("side defenders");
    let analysis = talk.ask("analyze 3 3");
    match EngineLine::read(&analysis) {
        Ok(Some(EngineLine::Analysis(found))) => {
            assert!((1..=3).contains(&found.len()), "{analysis}");
            for Evaluated { line, value } in found {
                assert!((-100.0..=100.0).contains(&value), "{analysis}");
                assert!(!line.is_empty() && is_legal(Side::Defenders, &line), "{analysis}");
            }
        }
        other => panic!("{analysis}: {other:?}"),
    }
    assert_eq!(talk.leave("goodbye"), Vec::<String>::new());
}

/// In a real game the host says `move`, and sends the clock before or after `play`.
#[test]
fn a_move_is_made_once_the_host_accepts_it() {
    let mut talk = Conversation::open();
    // The king stands alone with one attacker far away; the defenders have one man. The only move that wins is
    // found at once.
    talk.say(TABLUT);
    talk.say("position /9/9/9/4K4/9/9/9/9/t8/");
    talk.say("side defenders");
    let escape = talk.ask("play defenders");
    let ends = ["move e4-e1", "move e4-a4", "move e4-i4", "move e4-e9"];
    assert!(ends.contains(&escape.as_str()), "{escape}");
    // It is refused, twice: another one is played each time.
    talk.say("error 2");
    talk.say("opponent-move a8-a9 /9/9/9/4K4/9/9/9/9/t8/");
    let other = talk.ask("play defenders");
    assert!(other.starts_with("move e4-") && other != escape, "{other}");
    talk.say("error 2");
    talk.say("opponent-move a8-a9 /9/9/9/4K4/9/9/9/9/t8/");
    let third = talk.ask("play defenders");
    assert!(third != escape && third != other, "{third}");
    assert_eq!(talk.leave("goodbye"), Vec::<String>::new());
}

/// Where the host refuses the only move, its rules are others: the game cannot go on.
#[test]
fn a_host_that_refuses_every_move_hears_so() {
    let mut talk = Conversation::open();
    talk.say(TABLUT);
    talk.say("position /tT7/9/T8/9/4K4/9/9/9/9/");
    talk.say("side attackers");
    assert_eq!(talk.ask("play attackers"), "move a1-a2");
    talk.say("error 2");
    let answer = talk.ask("play attackers");
    assert!(answer.starts_with("error -1 the host refuses every move"), "{answer}");
    assert_eq!(talk.leave("goodbye"), Vec::<String>::new());
}

#[test]
fn a_move_that_is_taken_back_is_forgotten() {
    let mut talk = Conversation::open();
    talk.say(TABLUT);
    let first = talk.ask("play attackers");
    // The host goes back to the start, and has the defenders play from there.
    talk.say(&format!("position {START}"));
    talk.say("side attackers");
    assert_eq!(talk.ask("play attackers"), first, "the same search in the same place");
    talk.say(&format!("position {START}"));
    talk.say("side defenders");
    let defence = talk.ask("play defenders");
    assert!(defence.starts_with("move ") && defence != first, "{defence}");
    talk.leave("goodbye");
}

#[test]
fn the_clock_ends_a_search_wherever_it_stands() {
    for (before, after) in [("clock 900 900 0 0 0\n", ""), ("", "\nclock 900 900 0 0 0")] {
        let mut talk = Conversation::slow(None);
        let started = Instant::now();
        let answer = talk.ask(&format!("{TABLUT}\n{before}play attackers{after}"));
        assert!(answer.starts_with("move ") && started.elapsed() < Duration::from_secs(30));
        talk.leave("goodbye");
    }
    let mut talk = Conversation::slow(Some(Duration::from_millis(50)));
    assert!(talk.ask(&format!("{TABLUT}\nplay attackers")).starts_with("move "));
    talk.leave("goodbye");
}

#[test]
fn a_question_that_no_longer_stands_gets_no_answer() {
    for end in ["finish 0", "goodbye", ""] {
        let mut talk = Conversation::slow(None);
        talk.say(TABLUT);
        talk.say("play attackers");
        assert!(talk.is_silent(), "it searches");
        assert_eq!(talk.leave(end), Vec::<String>::new(), "{end}");
    }
    let mut talk = Conversation::slow(None);
    talk.say(&format!("{TABLUT}\nplay attackers"));
    assert!(talk.is_silent(), "it searches");
    talk.say("opponent-move e3-h3 x\nclock 900 900 0 0 0");
    assert!(talk.hear().starts_with("error 0 "), "the other side was not to move");
    assert!(talk.ask("play attackers").starts_with("move "));
    talk.leave("goodbye");
}

#[test]
fn rules_that_cannot_be_played_are_refused_with_the_reason() {
    let mut talk = Conversation::open();
    for (rules, reason) in [
        ("rules dim:9 ber:c start:/9/", "rows"),
        (&TABLUT.replace("nj:n", "ber:m"), "`ber:m` cannot be taken over"),
        (&TABLUT.replace("ks:c", "ks:m"), "`ks:m` cannot be taken over"),
        (&TABLUT.replace("esc:e", "esc:q"), "`esc:q`: expected"),
        (&TABLUT.replace("esc:e", "escape:e"), "key `escape` is not known"),
        (&TABLUT.replace("ttTTKTTtt", "ttTTNTTtt"), "knights are not known"),
    ] {
        let answer = talk.ask(rules);
        assert!(answer.starts_with("error -1 ") && answer.contains(reason), "{rules}: {answer}");
        let answer = talk.ask("play attackers");
        assert!(answer.starts_with("error -1 there are no rules"), "{answer}");
    }
    assert!(talk.ask(&format!("{TABLUT}\nplay attackers")).starts_with("move "), "others can be");
    talk.leave("goodbye");
}

#[test]
fn an_agent_that_cannot_be_had_is_told() {
    let mut talk = Conversation::with(OPTIONS, |_: &LoadedRules| anyhow::bail!("no such network"));
    assert_eq!(talk.ask(TABLUT), "error -1 no such network");
    talk.leave("goodbye");
}

#[test]
fn lines_that_make_no_sense_are_answered_and_change_nothing() {
    let mut talk = Conversation::open();
    for line in ["position /9/", "opponent-move e3-h3 x"] {
        assert!(talk.ask(line).starts_with("error 0 there is no board"), "{line}");
    }
    talk.say(TABLUT);
    let first = talk.ask("play attackers");
    talk.say(TABLUT);
    for (line, reason) in [
        ("quit", "no such command"),
        ("play both", "attackers or defenders"),
        ("clock soon", "milliseconds of both sides"),
        ("position /3t3/", "rows"),
        ("position /3ttt3/4t4/4T4/t3T3t/ttTTGTTtt/t3T3t/4T4/4t4/3ttt3/", "guards"),
        ("opponent-move e3-e3 x", "not a legal move"),
        ("opponent-move d1-d9 x", "not a legal move"),
        ("opponent-move", "the move is missing"),
        ("analyze", "whole numbers"),
        ("\u{e9}\u{1}", "no such command"),
    ] {
        let answer = talk.ask(line);
        assert!(answer.starts_with("error 0 ") && answer.contains(reason), "{line}: {answer}");
        assert!(answer.is_ascii());
    }
    talk.say("hello\nstart\ndump 3\n\nerror 2\nmove x\nside defenders\nfinish 1");
    assert_eq!(talk.ask("play attackers"), first);
    talk.leave("goodbye");
}

/// What the other side takes is seen by the position where the move leaves it open; one that no move leads to is
/// taken as it is.
#[test]
fn the_position_that_is_shown_counts() {
    let game = AnyGame::by_name("imperial-contest").expect("embedded");
    let record = write_rules(game.tafl_rules().expect("tafl"), None).expect("a record");
    // An attacker on d4 could take the man on e4, and need not.
    let before = "/9/9/9/2t1Tt3/9/4K4/9/9/9/";
    let shown = |after: &str| {
        let mut talk = Conversation::open();
        talk.say(&format!("rules {record}\nposition {before}\nside attackers"));
        talk.say(&format!("opponent-move c4-d4 {after}"));
        let answer = talk.ask("analyze 1 1");
        talk.leave("goodbye");
        answer
    };
    assert!(shown("/9/9/9/3tTt3/9/4K4/9/9/9/").starts_with("analysis 1 "));
    assert!(shown("/9/9/9/3t1t3/9/4K4/9/9/9/").starts_with("analysis 1 "));
    let other = shown("/9/9/9/3t1t3/9/9/4K4/9/9/");
    assert!(
        other.starts_with("error 0 ") && other.contains("leads to another position"),
        "{other}"
    );
    assert!(other.ends_with("the game goes on from the position shown"), "{other}");
}

#[test]
fn a_lot_is_learned_from_what_the_host_says() {
    let game = AnyGame::by_name("imperial-contest").expect("embedded");
    let record = write_rules(game.tafl_rules().expect("tafl"), None).expect("a record");
    let mut talk = Conversation::open();
    talk.say(&format!("rules {record}"));
    let first = talk.ask("play defenders");
    assert!(first.starts_with("move "), "{first}");
    talk.say(&format!("rules {record}"));
    talk.say("opponent-move e3-f3 /3ttt3/4t4/5T3/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/");
    let second = talk.ask("play attackers");
    assert!(second.starts_with("move "), "{second}");
    talk.leave("goodbye");
}

/// An output that nobody reads any more.
struct Closed;

impl std::io::Write for Closed {
    fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
        Err(std::io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// An input that cannot be read.
struct Unreadable;

impl std::io::Read for Unreadable {
    fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        Err(std::io::ErrorKind::IsADirectory.into())
    }
}

#[test]
fn an_input_that_cannot_be_read_is_an_error() {
    let ended = serve(OPTIONS, rollouts, BufReader::new(Unreadable), &mut Vec::new());
    let error = ended.expect_err("no host").to_string();
    assert!(error.starts_with("cannot read on: "), "{error}");
}

#[test]
fn a_host_that_has_gone_is_no_error() {
    serve(OPTIONS, rollouts, Cursor::new("goodbye\n"), &mut Closed).expect("an orderly end");
    let mut said = Vec::new();
    serve(OPTIONS, rollouts, Cursor::new(""), &mut said).expect("an orderly end");
    assert_eq!(said, b"hello\n");
}

/// Words of the protocol and garbage, in lines.
fn lines() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        Just(TABLUT.to_owned()),
        Just(format!("position {START}")),
        Just("position /9/9/9/4K4/9/9/9/9/t8/".to_owned()),
        Just("side defenders".to_owned()),
        Just("opponent-move d1-d3 x".to_owned()),
        Just("opponent-move e3-f3|d1-d2 /9/9/9/4K4/9/9/9/9/t8/".to_owned()),
        Just(format!("move {START}")),
        Just("error 2".to_owned()),
        Just("clock 9 9* 9 9 9".to_owned()),
        Just("finish 3".to_owned()),
        "[a-z]{0,8} [-a-z0-9/*|]{0,12}",
        ".{0,20}",
    ];
    prop::collection::vec(word, 0..12).prop_map(|lines| lines.join("\n"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn whatever_comes_in_only_lines_of_the_protocol_go_out(lines in lines()) {
        let mut said = Vec::new();
        serve(OPTIONS, rollouts, Cursor::new(lines.into_bytes()), &mut said).expect("an orderly end");
        let said = String::from_utf8(said).expect("text");
        for line in said.lines() {
            prop_assert!(matches!(EngineLine::read(line), Ok(Some(_))), "{line}");
        }
    }
}
