//! Replaying: true games pass, and every lie is named with its place.

use imperial_data::{Flaw, GameRecord, GameResult, MoveText, PlyRecord, replay};
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
        let visits: Vec<(MoveText, u32)> = step
            .visits
            .iter()
            .map(|(mv, visits)| (TicTacToe.format_move(step.position, *mv).into(), *visits))
            .collect();
        assert_eq!(visits, step.ply.visits);
        assert_eq!(step.policy.len(), step.ply.policy.len());
        seen += 1;
    })
    .unwrap();
    assert_eq!(seen, record.plies.len());
    assert_eq!(TicTacToe.outcome(&replayed.end), Some(replayed.outcome));
}

/// Lists may name moves in any order, and other ones.
#[test]
fn each_list_has_its_own_moves() {
    let mut record = short_game();
    let share = |mv: &str| (mv.into(), 0.125);
    record.plies[1].visits = ["c1", "b1", "c2", "b3"].map(|mv| (mv.into(), 2)).into();
    record.plies[1].policy = ["a3", "b1", "c1", "b3", "b2"].map(share).into();
    let mut seen = Vec::new();
    replay(&TicTacToe, &record, |step| {
        let text = |mv| MoveText::from(TicTacToe.format_move(step.position, mv));
        seen.push((
            step.visits.iter().map(|(mv, visits)| (text(*mv), *visits)).collect::<Vec<_>>(),
            step.policy.iter().map(|(mv, share)| (text(*mv), *share)).collect::<Vec<_>>(),
        ));
    })
    .unwrap();
    let told = record.plies.iter().map(|ply| (ply.visits.clone(), ply.policy.clone()));
    assert_eq!(seen, told.collect::<Vec<_>>());
}

#[test]
fn what_is_wrong_is_placed_and_named() {
    type Change = fn(&mut GameRecord);
    let changes: [(Change, &str); 17] = [
        (|g| g.plies[3].mv = "a1".into(), ", ply 4, move `a1`: not legal: the square is taken"),
        (|g| g.plies[0].mv = "z9".into(), ", ply 1, move `z9`: not legal: expected a square"),
        (
            |g| g.result = GameResult::Defenders,
            ": recorded as defenders (line), but the rules say attackers (line)",
        ),
        (|g| g.cause = Cause::Stuck, ": recorded as attackers (stuck), but the rules say"),
        (
            |g| g.plies.push(PlyRecord { mv: "c3".into(), ..Default::default() }),
            ", ply 6, move `c3`: played after the end of the game: attackers win (line)",
        ),
        (|g| drop(g.plies.pop()), ": the game is not over after its last ply"),
        (|g| g.first = Side::Defenders, ": the defenders cannot move first here"),
        (|g| g.start = Some(".../.../x..".into()), ": the attackers cannot move first here"),
        (|g| g.rules = "go".into(), ": the record is of rule set `go`, not of `tic-tac-toe`"),
        (|g| g.opening = 6, ": an opening of 6 plies in a game of 5"),
        (|g| g.plies[2].value = Some(1.5), ", ply 3, move `a2`: value 1.5 is not between"),
        (
            |g| g.plies[2].policy = vec![("c3".into(), -0.1)],
            ", ply 3, move `c3`: policy share -0.1 is not between 0 and 1",
        ),
        (
            |g| g.plies[1].policy = vec![("c3".into(), 0.75), ("c2".into(), 0.5)],
            ", ply 2, move `b1`: the policy's shares sum to 1.25, more than 1",
        ),
        (|g| g.format = 9, ": format 9 is not known"),
        (
            |g| g.plies[1].visits = vec![("a1".into(), 3)],
            ", ply 2, move `a1`: in `visits`, not legal: the square is taken",
        ),
        (|g| g.plies[1].policy = vec![("k5".into(), 0.5)], ", move `k5`: in `policy`, not legal"),
        (
            |g| g.plies[1].visits = vec![("c1".into(), 3), ("c2".into(), 1), ("c1".into(), 2)],
            ", ply 2, move `c1`: stands twice in `visits`",
        ),
    ];
    for (change, told) in changes {
        let mut record = short_game();
        change(&mut record);
        let error = replay(&TicTacToe, &record, |_| ()).unwrap_err().to_string();
        assert!(error.starts_with("game 7") && error.contains(told), "{error}, not {told}");
    }
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
