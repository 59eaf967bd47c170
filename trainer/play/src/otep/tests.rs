//! Lines of recorded dialogues, lines that are wrong, and the time for a move.

use std::time::Duration;

use imperial_engine::Side;

use super::*;

/// Lines as OpenTafl's host writes them, of all kinds.
const HOST: [&str; 18] = [
    "hello",
    "rules dim:9 name:Tablut esc:e start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/",
    "position /3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/",
    "side attackers",
    "side defenders",
    "clock 20000 20000 0 0 0",
    "clock 300000* 1500 30 2 3",
    "play attackers",
    "play defenders",
    "move /3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/",
    "error 2",
    "opponent-move e3-h3 /3ttt3/4t4/7T1/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/",
    "opponent-move e3-h3|h3-h4 x",
    "analyze 3 3",
    "finish 0",
    "finish 3",
    "goodbye",
    "start",
];

#[test]
fn lines_of_hosts_are_read_and_written() {
    for line in HOST {
        let read: HostLine = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(read.to_string(), line);
    }
    // OpenTafl ends its clocks with a blank.
    let clock: HostLine = "clock -1 -1 0 0 0 \r".parse().expect("a clock");
    assert_eq!(clock.to_string(), "clock -1 -1 0 0 0");
    assert_eq!("finish 2".parse(), Ok(HostLine::Finish(End::Win(Side::Attackers))));
}

#[test]
fn wrong_lines_of_hosts_are_refused_with_the_reason() {
    for (line, reason) in [
        ("", "no such command"),
        ("rules", "rules record is missing"),
        ("position  ", "position record is missing"),
        ("side both", "attackers or defenders"),
        ("play", "attackers or defenders"),
        ("clock 1000", "both sides"),
        ("clock soon later 0 0 0", "whole numbers"),
        ("clock 1000 1000 x", "whole numbers"),
        ("error", "a number"),
        ("opponent-move", "move is missing"),
        ("analyze 3", "whole numbers"),
        ("analyze -1 3", "whole numbers"),
        ("finish 4", "from 0 to 3"),
        ("Play attackers", "no such command"),
        ("ugi\u{7}é", "no such command"),
    ] {
        let error = line.parse::<HostLine>().expect_err("no line").to_string();
        assert!(error.contains(reason) && !error.contains('\u{7}'), "{line}: {error}");
    }
}

#[test]
fn lines_of_engines_are_read_and_written() {
    for line in [
        "hello",
        "simple-moves off",
        "rules",
        "position",
        "side",
        "clock",
        "move d1-d3",
        "move Ke5-e8xd8/f8",
        "analysis 3 e4-h4|h5-h7 49 e4-b4 49 d5-d2 -12.5",
        "error -1 no such rules",
        "error 0 pardon",
        "status Depth 3",
    ] {
        let read = EngineLine::read(line).expect("a line").expect("of the protocol");
        assert_eq!(read.to_string(), line);
    }
    for line in ["Think time: 10", "\tat java.lang.Thread.run", "", "rules of mine", "ok"] {
        assert_eq!(EngineLine::read(line), Ok(None), "{line}");
    }
    for line in ["move", "analysis 2 e4-h4", "analysis 1 e4-h4 much", "error 7 what"] {
        assert!(EngineLine::read(line).is_err(), "{line}");
    }
    let told = EngineLine::Trouble("Ärger\nmove a1-a2".to_owned()).to_string();
    assert_eq!(told, "error 0 ?rger move a1-a2");
}

fn time(line: &str, side: Side) -> Option<Duration> {
    let Ok(HostLine::Clock(clocks)) = line.parse() else { panic!("{line} is a clock") };
    clocks.time_for_move(side)
}

#[test]
fn a_move_takes_its_share_of_the_clock() {
    let ms = |ms| Some(Duration::from_millis(ms));
    assert_eq!(time("clock 300000 60000 0 0 0", Side::Attackers), ms(9950));
    assert_eq!(time("clock 300000 60000 0 0 0", Side::Defenders), ms(1950));
    assert_eq!(time("clock 300000 60000 30 0 3", Side::Defenders), ms(16950));
    assert_eq!(time("clock 30000* 60000 30 3 3", Side::Attackers), ms(26950));
    // Near the end of the main time a period must not be lost by one move.
    assert_eq!(time("clock 30 60000 1 3 3", Side::Attackers), ms(451));
    // The lag takes no more than half.
    assert_eq!(time("clock 600 600 0 0 0", Side::Attackers), ms(10));
    for none in ["clock -1 -1 0 0 0", "clock 0 0 0 0 0"] {
        assert_eq!(time(none, Side::Attackers), None, "{none}");
    }
    assert_eq!(time("clock 0* 0* 0 0 0", Side::Attackers), ms(0));
    let longest = time(&format!("clock {} 1 {} 9 9", i64::MAX, i64::MAX), Side::Attackers);
    assert!(longest.is_some());
}

#[test]
fn a_time_for_each_move_is_overtime_without_end() {
    let clocks = Clocks::each_move(Duration::from_millis(1500));
    assert_eq!(clocks.to_string(), "1500* 1500* 2 100 100");
    assert_eq!(clocks.time_for_move(Side::Defenders), Some(Duration::from_millis(1300)));
}
