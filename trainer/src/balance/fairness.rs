//! How to make a rule set fair: handicap and bid.

mod bid;
mod handicap;

use imperial_engine::Side;
use serde::{Deserialize, Serialize};

use super::{Cell, Options};
use crate::stats::Estimate;

pub use handicap::HandicapGames;

/// What would even a rule set for one agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fairness {
    /// The rule set.
    pub rules: String,
    /// The agent.
    pub agent: String,
    /// The handicap in playouts; absent for agents without playouts, or where it was not played.
    pub handicap: Option<Handicap>,
    /// The bid in plies.
    pub bid: Option<Bid>,
    /// What was found, in a sentence.
    pub text: String,
}

/// By how many playouts a move the stronger side must be weakened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Handicap {
    /// The side that has the advantage and thinks less.
    pub weakened: Side,
    /// Playouts of the other side.
    pub playouts: u32,
    /// Playouts of the weakened side divided by those of the other side, at which the attackers
    /// score 50 %. Absent when no handicap that was played restores balance.
    pub ratio: Option<Estimate>,
    /// What was played, fewest playouts of the weakened side first.
    pub points: Vec<HandicapPoint>,
}

/// One handicap that was played.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct HandicapPoint {
    /// Playouts of the weakened side.
    pub playouts: u32,
    /// Number of games.
    pub games: u64,
    /// Attackers' score.
    pub score: Estimate,
}

/// Within how many plies the king must escape, or else the attackers win.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bid {
    /// The number of plies at which the attackers score closest to 50 %; absent where no number
    /// evens the game, because the attackers score more without any bid.
    pub plies: Option<u32>,
    /// The smallest number of plies that is compatible with 50 %.
    pub low: Option<u32>,
    /// The largest one; absent when it has no bound.
    pub high: Option<u32>,
    /// `true` when games were played under the bid; `false` when it was read off games in which
    /// nobody knew of it, which is a first approximation.
    pub played: bool,
    /// The attackers' score under some bids, fewest plies first.
    pub points: Vec<BidPoint>,
}

/// The attackers' score under one bid.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct BidPoint {
    /// Plies within which the king must have escaped.
    pub plies: u32,
    /// Attackers' score.
    pub score: Estimate,
}

/// What would even each cell, in the order of `cells`. The sentences are written later.
pub(super) fn all(cells: &[Cell], handicaps: &[HandicapGames], options: &Options) -> Vec<Fairness> {
    let of = |cell: &Cell| {
        let handicap = handicaps
            .iter()
            .find(|games| games.rules == cell.rules && games.agent == cell.agent.name);
        Fairness {
            rules: cell.rules.clone(),
            agent: cell.agent.name.clone(),
            handicap: handicap.map(|games| Handicap::of(games, options)),
            bid: Bid::read_off(&cell.games, options),
            text: String::new(),
        }
    };
    cells.iter().filter(|cell| !cell.games.is_empty()).map(of).collect()
}
