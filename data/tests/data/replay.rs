//! Replaying: true games pass, and every lie is named with its place.

use imperial_data::{Flaw, GameRecord, GameResult, MoveList, PlyRecord, RecordError, replay};
use imperial_engine::catalog::{self, AnyGame};
use imperial_engine::games::tic_tac_toe::TicTacToe;
use imperial_engine::{Cause, Game, Side};
use proptest::prelude::*;

use crate::common::{SMALL, game};

/// A short true game: the attackers fill the a-file.
fn short_game() -> GameRecord {
    let ply = |mv: &str| PlyRecord { mv: mv.into(), ..Default::default() };
    GameRecord {
        opening: 0,
        result: GameResult::Attackers,
        cause: Cause::Line,
        plies: ["a1", "b1", "a2", "b2", "a3"].map(ply).into(),
        ..game(SMALL, 7)
    }
}

/// The error of a short game after a change.
fn error_after(change: impl FnOnce(&mut GameRecord)) -> RecordError {
    let mut record = short_game();
    change(&mut record);
    replay(&TicTacToe, &record, |_| ()).unwrap_err()
}

#[test]
fn random_games_of_every_rule_set_replay() {
    for name in catalog::names() {
        let rules = AnyGame::by_name(name).unwrap();
        for number in 0..4 {
            let record = game(name, number);
            let outcome = imperial_data::replay_any(&rules, &record).unwrap();
            assert_eq!(GameResult::from(outcome), record.result);
        }
    }
}

#[test]
fn the_visitor_sees_every_position_with_its_moves() {
    let record = game(SMALL, 3);
    let mut seen = 0;
    let replayed = replay(&TicTacToe, &record, |step| {
        assert_eq!(step.index, seen);
        assert_eq!(TicTacToe.ply(step.position) as usize, seen);
        assert_eq!(TicTacToe.format_move(step.position, step.mv), record.plies[seen].mv);
        assert_eq!(TicTacToe.moves(step.position).len(), 9 - seen);
        let visits: Vec<_> = step
            .visits
            .iter()
            .map(|(mv, visits)| (TicTacToe.format_move(step.position, *mv), *visits))
            .collect();
        assert_eq!(visits, step.ply.visits);
        assert_eq!(step.policy.len(), step.ply.policy.len());
        seen += 1;
    })
    .unwrap();
    assert_eq!(seen, record.plies.len());
    assert_eq!(TicTacToe.outcome(&replayed.end), Some(replayed.outcome));
}

#[test]
fn an_illegal_move() {
    let error = error_after(|record| record.plies[3].mv = "a1".into());
    assert_eq!(error.to_string(), "game 7, ply 4, move `a1`: not legal: the square is taken");
    let error = error_after(|record| record.plies[0].mv = "z9".into());
    assert_eq!((error.game, error.ply), (7, Some(1)));
    assert!(matches!(error.flaw, Flaw::Illegal(_)));
}

#[test]
fn a_wrong_ending() {
    let error = error_after(|record| record.result = GameResult::Defenders);
    assert_eq!(
        error.to_string(),
        "game 7: recorded as defenders (line), but the rules say attackers (line)"
    );
    let error = error_after(|record| record.cause = Cause::Stuck);
    assert!(matches!(error.flaw, Flaw::Ending { .. }), "{error}");
}

#[test]
fn plies_after_the_end() {
    let error = error_after(|record| {
        record.plies.push(PlyRecord { mv: "c3".into(), ..Default::default() });
    });
    assert_eq!(
        error.to_string(),
        "game 7, ply 6, move `c3`: played after the end of the game: attackers win (line)"
    );
}

#[test]
fn plies_that_stop_too_early() {
    let error = error_after(|record| drop(record.plies.pop()));
    assert_eq!(error.flaw, Flaw::NotOver);
}

#[test]
fn the_wrong_side_first() {
    let error = error_after(|record| record.first = Side::Defenders);
    assert_eq!(error.flaw, Flaw::First(Side::Defenders));
    let error = error_after(|record| record.start = Some(".../.../x..".into()));
    assert_eq!(error.flaw, Flaw::First(Side::Attackers), "the start has the noughts to move");
}

#[test]
fn a_start_of_its_own() {
    let mut record = short_game();
    record.start = Some(".o./x../...".into());
    record.plies.drain(..2);
    record.plies[0].mv = "a1".into();
    replay(&TicTacToe, &record, |_| ()).unwrap();
    record.start = Some("three".into());
    let error = replay(&TicTacToe, &record, |_| ()).unwrap_err();
    assert!(matches!(error.flaw, Flaw::Start(_)), "{error}");
}

#[test]
fn another_rule_set() {
    let error = error_after(|record| record.rules = "go".into());
    assert_eq!(error.to_string(), "game 7: the record is of rule set `go`, not of `tic-tac-toe`");
}

#[test]
fn numbers_out_of_range() {
    let error = error_after(|record| record.opening = 6);
    assert_eq!(error.flaw, Flaw::Opening { opening: 6, plies: 5 });
    let error = error_after(|record| record.plies[2].value = Some(1.5));
    assert_eq!((error.ply, error.flaw), (Some(3), Flaw::Value(1.5)));
    let error = error_after(|record| record.plies[2].policy = vec![("c3".into(), -0.1)]);
    assert_eq!((error.mv.as_deref(), error.flaw), (Some("c3"), Flaw::Share(-0.1)));
    let error = error_after(|record| {
        record.plies[1].policy = vec![("c3".into(), 0.75), ("c2".into(), 0.5)];
    });
    assert_eq!((error.ply, error.flaw), (Some(2), Flaw::ShareSum(1.25)));
    let error = error_after(|record| record.format = 9);
    assert_eq!(error.flaw, Flaw::Format(9));
}

#[test]
fn moves_in_lists() {
    let error = error_after(|record| record.plies[1].visits = vec![("a1".into(), 3)]);
    assert_eq!(
        error.to_string(),
        "game 7, ply 2, move `a1`: in `visits`, not legal: the square is taken"
    );
    let error = error_after(|record| record.plies[1].policy = vec![("k5".into(), 0.5)]);
    assert!(matches!(error.flaw, Flaw::IllegalInList { list: MoveList::Policy, .. }), "{error}");
    let error = error_after(|record| {
        record.plies[1].visits = vec![("c1".into(), 3), ("c2".into(), 1), ("c1".into(), 2)];
    });
    assert_eq!(error.to_string(), "game 7, ply 2, move `c1`: stands twice in `visits`");
}

proptest! {
    /// Whatever moves, starts and lists say, replaying tells it and does not panic.
    #[test]
    fn damaged_games_do_not_panic(
        name in prop::sample::select(catalog::names().collect::<Vec<_>>()),
        damage in prop::collection::vec((any::<prop::sample::Index>(), b' '..b'z'), 1..4),
    ) {
        let text = serde_json::to_string(&game(name, 1)).unwrap();
        let plies = text.find("plies").unwrap();
        let mut bytes = text.into_bytes();
        for (place, byte) in damage {
            let at = plies + place.index(bytes.len() - plies);
            bytes[at] = byte;
        }
        if let Ok(record) = serde_json::from_slice::<GameRecord>(&bytes) {
            let rules = AnyGame::by_name(name).unwrap();
            if let Err(error) = imperial_data::replay_any(&rules, &record) {
                prop_assert_eq!(error.game, 1);
            }
        }
    }

    #[test]
    fn damaged_starts_do_not_panic(
        name in prop::sample::select(catalog::names().collect::<Vec<_>>()),
        start in "[adkxo./0-9 ]{0,40}",
    ) {
        let rules = AnyGame::by_name(name).unwrap();
        let mut record = game(name, 1);
        record.start = Some(start);
        if let Err(error) = imperial_data::replay_any(&rules, &record) {
            prop_assert_eq!(error.game, 1);
        }
    }
}
