//! How often the moves are made that not every game has.

use imperial_stats::{Confidence, Estimate, Proportion};
use serde::{Deserialize, Serialize};

use super::special::SpecialMove;
use super::watched::Watched;

/// How often a kind of move is made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Use {
    /// The kind.
    pub what: SpecialMove,
    /// Games in which it was made.
    pub games: u64,
    /// All such moves.
    pub moves: u64,
    /// The share of games in which it was made, with its interval.
    pub share: Estimate,
}

/// The kinds of moves that were made in some game.
pub(super) fn uses(games: &[Watched]) -> Vec<Use> {
    let of = |(place, what): (usize, SpecialMove)| {
        let counts = || games.iter().map(|game| game.uses.0[place]);
        let with = counts().filter(|count| *count > 0).count() as u64;
        let moves = counts().map(u64::from).sum();
        let share = Proportion::new(with, games.len() as u64)?.estimate(Confidence::P95);
        (with > 0).then_some(Use { what, games: with, moves, share })
    };
    SpecialMove::ALL.into_iter().enumerate().filter_map(of).collect()
}
