//! Games to test with.

#[path = "../../../../data/tests/data/common.rs"]
mod made;

use imperial_data::{GameRecord, replay};
use imperial_engine::catalog::AnyGame;
use imperial_engine::{Game, Side, with_game};

pub use made::*;

/// The side that makes each ply: a turn may have several.
pub fn movers(record: &GameRecord) -> Vec<Side> {
    let game = AnyGame::by_name(&record.rules).expect("a game of the catalogue");
    let mut movers = Vec::new();
    with_game!(&game, |game| {
        replay(game, record, |step| movers.push(game.side_to_move(step.position))).expect("legal");
    });
    movers
}
