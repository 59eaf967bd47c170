//! Game records: ours survive, foreign ones are checked move by move.

use imperial_data::opentafl::{
    GameFileError, GameReader, GameTrouble, MAX_GAME_BYTES, ReadGame, WriteGameError, write_game,
};
use imperial_data::{GameRecord, GameResult, PlyRecord};
use imperial_engine::catalog::AnyGame;
use imperial_engine::{Cause, Side};

use crate::common::{game, rule_sets};

/// Rules of small games: two take the king, the edge is the goal, no special squares.
const SMALL: &str = "dim:5 surf:n esc:e ka:n ks:w cor: cen:";

fn read(text: &str) -> Result<ReadGame, GameFileError> {
    GameReader::new(&[]).read(text)
}

/// A game on the small board, from row 1 on.
fn small(tags: &str, start: &str, turns: &str) -> String {
    format!("{tags}[rules:{SMALL} start:{start}]\n\n{turns}")
}

const PLUS: &str = "/2t2/2T2/t1K1t/2T2/2t2/";

#[test]
fn random_games_survive() {
    for rules in rule_sets() {
        let any = AnyGame::tafl(&rules).expect("valid rules");
        for number in 0..20 {
            let record = game(&rules.name, number, None);
            let text = write_game("test", &record, &any).expect("can be written");
            let back = read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(back.rules, rules);
            let expected = GameRecord { game: 0, ..record };
            assert_eq!(GameRecord { engine: expected.engine.clone(), ..back.record }, expected);
        }
    }
}

#[test]
fn games_that_players_ended_survive() {
    let any = AnyGame::by_name("brandubh").expect("is embedded");
    let there_and_back = "b4-b6 d5-c5 b6-b4 c5-d5 ".repeat(2);
    let moves = |text: &str| -> Vec<PlyRecord> {
        let ply = |mv: &str| PlyRecord { mv: mv.to_owned(), ..PlyRecord::default() };
        text.split_whitespace().map(ply).collect()
    };
    let some = GameRecord { opening: 0, ..game("brandubh", 0, None) };
    for (result, cause) in [
        (GameResult::Attackers, Cause::Given),
        (GameResult::Draw, Cause::Given),
        (GameResult::Draw, Cause::Unfinished),
    ] {
        for text in ["b4-b6 d5-c5", &there_and_back, &format!("{there_and_back} b4-b6")] {
            let record = GameRecord { plies: moves(text), result, cause, ..some.clone() };
            let text = write_game("test", &record, &any).expect("can be written");
            let back = read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!((back.record.result, back.record.cause), (result, cause), "{text}");
            assert_eq!(back.record.plies, record.plies);
        }
    }
}

#[test]
fn games_from_positions_survive() {
    let start = "4a4/9/2ad1da2/4d4/4a4/7k1/2d6/9/7a1 d 3 40";
    for name in ["imperial-contest", "tablut-linnaeus"] {
        let any = AnyGame::by_name(name).expect("is embedded");
        for number in 0..10 {
            let record = game(name, number, Some(start));
            let text = write_game("test", &record, &any).expect("can be written");
            assert!(text.contains("[x-imperial-clocks:3 40]"), "{text}");
            let back = read(&text).expect("can be read").record;
            assert_eq!((back.first, back.start.as_deref()), (Side::Defenders, Some(start)));
            assert_eq!((back.result, back.cause), (record.result, record.cause));
            assert_eq!(back.plies, record.plies);
        }
    }
}

#[test]
fn the_text_is_what_opentafl_reads() {
    let text = "\
[event:here]
[round:0]
[attackers:1 a(b)]
[defenders:rollouts-32]
[result:-1]
[compiler:imperial VERSION]
[termination:king-escaped]
[variant:opentafl-unknown-tafl]
[x-imperial-opening:0]
";
    let back = read(&small(
        "",
        PLUS,
        "1. c1-b1 c4-d4\n2. b1-b2 Kc3-c4\n3. b2-b1 Kc4-b4\n4. b1-a1 Kb4-b5--\n",
    ));
    let back = back.expect("a game");
    let record =
        GameRecord { attackers: "1. a[b]".into(), defenders: "rollouts-32".into(), ..back.record };
    let any = AnyGame::from_toml(&back.rules_text).expect("are rules");
    let written = write_game("here", &record, &any).expect("can be written");
    let text = text.replace("VERSION", imperial_engine::VERSION);
    assert!(written.starts_with(&text), "{written}");
    let turns = "\n\n1. c1-b1 c4-d4\n2. b1-b2 Kc3-c4\n3. b2-b1 Kc4-b4\n4. b1-a1 Kb4-b5--\n";
    assert!(written.ends_with(turns), "{written}");
}

#[test]
fn comments_and_variations_are_left_out_and_counted() {
    let turns = "1. c1-b1 c4-d4\n[0:59 first|[second]\n\n2. b1-b2 Kc3-c4\n2a.1.1b ..... Kc3-b3\n\
                 3. b2-b1 Kc4-b4 [in\nlines|]\n4. b1-a1 Kb4-b5--\n";
    let game =
        read(&small("[result:-1]\n[date:2015.05.04]\n[site:x]\n", PLUS, turns)).expect("a game");
    assert_eq!((game.comments, game.variations), (2, 1));
    assert_eq!(game.record.plies.len(), 8);
    assert_eq!(game.record.cause, Cause::KingEscaped);
    assert_eq!(game.record.attackers, "unknown");
}

#[test]
fn the_captures_decide_where_the_rules_leave_a_choice() {
    let start = "/7t1/9/2T6/7K1/4t4/4T4/2tT1Tt2/9/4t4/";
    let ours = "surf:n esc:e ka:n cor: cen: ks:w x-imperial-captures:one";
    let rules = format!("dim:9 {ours} x-imperial-capture_optional:true start:{start}");
    let play = |mv: &str| {
        let text = format!("[rules:{rules}]\n\n1. {mv} Kh4-i4--\n");
        read(&text).map(|game| game.record.plies[0].mv.clone())
    };
    for (written, ours) in [
        ("e9-e7xf7", "e9-e7xf7"),
        ("e9-e7xe6", "e9-e7xe6"),
        ("te9-e7xTd7+", "e9-e7xd7"),
        ("e9-e7", "e9-e7"),
    ] {
        assert_eq!(play(written).expect("is legal"), ours);
    }
    let error = play("e9-e7xd7/f7").expect_err("takes two").to_string();
    assert!(error.starts_with("line 3: move `e9-e7xd7/f7` (ply 1): here it is one of"), "{error}");
}

#[test]
fn a_captured_king_may_be_written() {
    let start = "/5/1tK1t/5/5/5/";
    for mv in ["e2-d2++", "e2-d2xKc2++", "te2-d2xc2"] {
        let game = read(&small("[result:1]\n", start, &format!("1. {mv}\n"))).expect("a game");
        assert_eq!(game.record.cause, Cause::KingCaptured, "{mv}");
        assert_eq!(game.record.plies[0].mv, "e2-d2");
    }
    let error = read(&small("", "/5/t1K1t/5/5/5/", "1. e2-d2xKc2\n")).expect_err("does not");
    assert!(error.to_string().ends_with("by the rules it does not take the king"), "{error}");
}

#[test]
fn games_that_the_rules_did_not_decide_end_as_their_tags_say() {
    let ends = |tags: &str, turns: &str| {
        let record = read(&small(tags, PLUS, turns)).expect("a game").record;
        (record.result, record.cause)
    };
    let (attackers, draw, defenders) =
        (GameResult::Attackers, GameResult::Draw, GameResult::Defenders);
    assert_eq!(ends("[result:1]\n", "1. c1-b1 ---\n"), (attackers, Cause::Given));
    assert_eq!(ends("", "1. c1-b1 ---\n"), (attackers, Cause::Given), "the defenders resigned");
    assert_eq!(ends("[result:?]\n", "1. c1-b1 c4-d4\n2. ---\n"), (defenders, Cause::Given));
    assert_eq!(ends("[result:0]\n", "1. c1-b1\n"), (draw, Cause::Given));
    assert_eq!(ends("[termination:time]\n", "1. c1-b1\n"), (draw, Cause::Unfinished));
    let open = "[result:0]\n[termination:unfinished]\n";
    assert_eq!(ends(open, "1. c1-b1\n"), (draw, Cause::Unfinished));
}

#[test]
fn what_is_wrong_is_named_with_its_line() {
    let fail = |text: &str| read(text).expect_err("is wrong").to_string();
    let won = "1. c1-b1 c4-d4\n2. b1-b2 Kc3-c4\n3. b2-b1 Kc4-b4\n4. b1-a1 Kb4-b5--\n";
    for (text, told) in [
        (small("", PLUS, "1. c1-b1 c4-c1\n"), "line 3: move `c4-c1` (ply 2): the way is not free"),
        (small("", PLUS, "1. c1-b1\n2. c1-b1"), "line 4: move `c1-b1` (ply 2): c1 is empty"),
        (small("", PLUS, "1. Kc1-b1\n"), "the letter is wrong: on c1 stands an attacker"),
        (small("", PLUS, "1. c1^b1\n"), "no piece jumps here"),
        (small("", PLUS, "1. c1-b1xa1\n"), "line 3: move `c1-b1xa1` (ply 1):"),
        (small("", PLUS, "hello\n"), "line 3: expected a tag"),
        (
            small("", PLUS, &format!("{won}5. a1-b1\n")),
            "line 7: move `a1-b1` (ply 9): the game is over",
        ),
        (small("[result:1]\n", PLUS, won), "line 1: the record says `result:1`, but by the rules"),
        (small("[termination:stuck]\n", PLUS, won), "line 1: the record says `termination:stuck`"),
        (small("[x-imperial-opening:9]\n", PLUS, won), "line 1: tag `x-imperial-opening`"),
        (small("[position:/5/]\n", PLUS, won), "line 1: tag `position`"),
        ("1. a1-a2\n".to_owned(), "there is no tag `rules`"),
        ("[rules:dim:5 tfr:w start:/2t2/5/2K2/5/5/]\n".to_owned(), "line 1: rules: `tfr:w`"),
        ("[rules:dim:5 surf:n esc:e start:/K1t2/5/5/5/5/]\n".to_owned(), "over before it starts"),
        (" ".repeat(MAX_GAME_BYTES as usize + 1), "has at most"),
    ] {
        let error = fail(&text);
        assert!(error.contains(told), "{error}");
    }
}

#[test]
fn games_of_other_families_are_refused() {
    let record = game("tic-tac-toe", 0, None);
    let any = AnyGame::by_name("tic-tac-toe").expect("is embedded");
    assert!(matches!(write_game("", &record, &any), Err(WriteGameError::NotTafl(_))));
}

#[test]
fn trouble_is_typed() {
    let trouble = read("").expect_err("is empty").trouble;
    assert!(matches!(trouble, GameTrouble::NoRules), "{trouble}");
}
