//! What is understood.

use imperial_data::GameResult::{Attackers, Defenders, Draw};
use imperial_data::move_lists::ColumnNames;
use imperial_engine::{Cause, Side};

use super::common::{Reading, rules, rules_of};

/// The king walks out at the third move: a1 is reached by way of d1.
const ESCAPE: &str = "b4-b6 d3-g3 a4-a2 d4-d3 b6-c6 d3-a3 c6-b6 a3-a1";

fn brandubh() -> Reading {
    Reading::by(rules("brandubh"))
}

#[test]
fn a_game_may_end_on_the_board_by_agreement_or_not_at_all() {
    let text =
        format!("{ESCAPE},White\nb4-b6 d3-g3 timeout,Black\nb4-b6,draw\nb4-b6 d3-g3,Ongoing");
    let imported = brandubh().read(text).expect("imported");
    let ends: Vec<_> = imported.games.iter().map(|game| (game.result, game.cause)).collect();
    let expected = [
        (Defenders, Cause::KingEscaped),
        (Attackers, Cause::Given),
        (Draw, Cause::Given),
        (Draw, Cause::Unfinished),
    ];
    assert_eq!(ends, expected);
    assert_eq!(imported.report.plies, 8 + 2 + 1 + 2);
    assert_eq!(imported.report.causes[&Cause::Given], 2);
    assert_eq!(imported.report.results[&Draw], 2);
    assert_eq!(imported.games[0].attackers, "unknown");
}

#[test]
fn without_results_the_rules_alone_decide() {
    let imported = brandubh().read(format!("{ESCAPE}\nb4-b6\n{ESCAPE}\n")).expect("imported");
    let causes: Vec<_> = imported.games.iter().map(|game| game.cause).collect();
    assert_eq!(causes, [Cause::KingEscaped, Cause::Unfinished, Cause::KingEscaped]);
    assert_eq!(imported.report.repeated, 1, "the same moves twice are two games");
    assert_eq!(imported.games[2].game, 2);
}

#[test]
fn captures_may_be_written_or_not_and_twice() {
    let taken = "d6-c6 d3-c3 b4-b3 d5-e5 d2-d3xc3";
    let reading = brandubh();
    for text in [taken, &taken.replace("xc3", ""), &taken.replace("xc3", "xc3xc3")] {
        let imported = reading.read(text);
        let imported = imported.unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(imported.games[0].plies[4].mv, "d2-d3xc3");
        assert_eq!(imported.report.taken, 1);
    }
}

#[test]
fn heads_marks_line_ends_and_remarks_are_no_hindrance() {
    let text = format!(
        "\u{feff}No;Attackers;Defenders;Winner;Moves\r\n# from a club\r\n\r\n\
         1;Ann;\"Bo; b\";defenders;\"1. {ESCAPE}\"\r\n2;;Cy;?;B4–B6\r\n"
    );
    let imported = brandubh().read(text).expect("imported");
    let players: Vec<_> =
        imported.games.iter().map(|game| (&*game.attackers, &*game.defenders)).collect();
    assert_eq!(players, [("Ann", "Bo; b"), ("unknown", "Cy")]);
    assert_eq!(imported.games[1].plies[0].mv, "b4-b6");
}

#[test]
fn columns_and_players_are_those_that_are_named() {
    let columns = ColumnNames {
        moves: Some("second".to_owned()),
        result: Some("4".to_owned()),
        ..Default::default()
    };
    let reading = Reading { columns, agent: Some("people"), ..brandubh() };
    let text = format!("first,second,third,fourth\nb4-b6 d3-g3 b6-b5,{ESCAPE},White,-1\n");
    let imported = reading.read(text).expect("imported");
    assert_eq!(imported.games[0].plies.len(), 8);
    assert_eq!(
        (&*imported.games[0].attackers, &*imported.games[0].defenders),
        ("people", "people")
    );
}

#[test]
fn people_go_on_where_a_repetition_ends_the_game() {
    let there_and_back = "b4-b6 d5-c5 b6-b4 c5-d5";
    let twice = format!("{there_and_back} {there_and_back}");
    let text = format!("{twice},Black\n{twice} b4-b6,White\n{twice} b4-b6,Ongoing\n{twice},draw");
    let imported = brandubh().read(text).expect("imported");
    let ends: Vec<_> = imported.games.iter().map(|game| (game.result, game.cause)).collect();
    let expected = [
        (Attackers, Cause::Given),
        (Defenders, Cause::Given),
        (Draw, Cause::Unfinished),
        (Draw, Cause::Repetition),
    ];
    assert_eq!(ends, expected);
    assert_eq!(imported.report.passed, 2);
}

#[test]
fn where_a_lot_decides_the_first_move_tells_who_began() {
    let reading = Reading::by(rules("imperial-contest"));
    let imported = reading.read("a4-b4 e6-f6\ne6-f6 a4-b4\n").expect("imported");
    let first: Vec<_> = imported.games.iter().map(|game| game.first).collect();
    assert_eq!(first, [Side::Attackers, Side::Defenders]);
}

#[test]
fn rule_sets_of_ones_own_are_kept_beside_the_games() {
    let text = imperial_engine::catalog::text("brandubh").expect("embedded");
    let own = text.replace("name = \"brandubh\"", "name = \"my-brandubh\"");
    let imported = Reading::by(rules_of(&own)).read(ESCAPE).expect("imported");
    let out = imported.folder.path().join("out");
    assert_eq!(std::fs::read_to_string(out.join("rules/my-brandubh.toml")).expect("read"), own);
}

/// Each family has its own moves, and its own names for the sides.
#[test]
fn lists_of_every_family_are_read() {
    for (name, text, plies, result, taken) in [
        ("fox-and-hounds", "a1-b2 d8-c7,fox\nc1-b2 d8-e7,hounds\n", 2, Defenders, 0),
        ("bagh-chal", "@B1 a1-c1xb1,Tigers\n", 2, Defenders, 1),
        ("fox-and-geese", "@d5 d3-d4\n", 2, Draw, 0),
        (
            "emperors-game",
            "moves,white,black,score\ne2-e5 d9-d6 e5-d6,Ann,Bo,1-0\n",
            3,
            Attackers,
            1,
        ),
        ("imperial-chess-single", "a3-a5 a10-a8,Black\n", 2, Defenders, 0),
        ("tic-tac-toe", "a1 b2 c3,noughts\n", 3, Defenders, 0),
    ] {
        let imported = Reading::by(rules(name)).lenient().read(text);
        let imported = imported.unwrap_or_else(|error| panic!("{name}: {error}"));
        let game = &imported.games[0];
        assert_eq!((game.plies.len(), game.result), (plies, result), "{name}");
        assert_eq!(imported.report.taken, taken, "{name}");
    }
    let chess = "moves,white,black\ne2-e5 d9-d6,Ann,Bo\n";
    let imported = Reading::by(rules("emperors-game")).read(chess).expect("imported");
    assert_eq!(imported.games[0].attackers, "Ann", "White are the attackers");
}
