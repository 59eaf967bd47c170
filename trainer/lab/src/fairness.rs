//! How to make a rule set fair: handicap and bid.

mod bid;
mod handicap;

use imperial_engine::Side;
use serde::{Deserialize, Serialize};

use super::{Cell, Options};
use imperial_stats::Estimate;

pub use handicap::HandicapGames;
pub(super) use handicap::resamples;

/// What would even a rule set for one agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fairness {
    /// The rule set.
    pub rules: String,
    /// The agent.
    pub agent: String,
    /// The handicap in playouts; absent for agents without playouts, or where it was not played.
    pub handicap: Option<Handicap>,
    /// The bid in plies; absent in games without a king, and where players ended games themselves.
    pub bid: Option<Bid>,
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

/// Within how many plies the king must escape, or else the attackers win: draws are theirs, too. It is read off games in
/// which nobody knew of it, so it is a first approximation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bid {
    /// The number of plies at which the attackers score closest to 50 %; absent where no number evens the game: the
    /// defenders win less than half of the games even without a bid, or many end at once and the score jumps over 50 %.
    pub plies: Option<u32>,
    /// The smallest number of plies that is compatible with 50 %, of those after which the defenders won a game.
    pub low: Option<u32>,
    /// The largest of these; absent when it has no bound.
    pub high: Option<u32>,
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

/// What would even each cell, in the order of `cells`, where anything is known of it.
pub(super) fn all(cells: &[Cell], handicaps: &[HandicapGames], options: &Options) -> Vec<Fairness> {
    let of = |cell: &Cell| {
        let handicap = handicaps
            .iter()
            .find(|games| games.rules == cell.rules && games.agent == cell.agent.name);
        // Of games that their players ended nobody knows when the king would have escaped.
        let were_ended = cell.games.iter().any(|game| game.cause.is_from_elsewhere());
        let may_bid = cell.has_king && !were_ended;
        let bid = may_bid.then(|| Bid::read_off(&cell.games, options)).flatten();
        (handicap.is_some() || bid.is_some()).then(|| Fairness {
            rules: cell.rules.clone(),
            agent: cell.agent.name.clone(),
            handicap: handicap.map(|games| Handicap::of(games, options)),
            bid,
        })
    };
    cells.iter().filter(|cell| !cell.games.is_empty()).filter_map(of).collect()
}

#[cfg(test)]
mod tests {
    use imperial_engine::Cause;

    use super::*;
    use crate::tests::{agent, cell, games};

    #[test]
    fn games_that_players_ended_have_no_bid() {
        let mut people = cell("copenhagen", agent("people", 0), games(20, 10, 0, 70));
        people.games[0].cause = Cause::Given;
        assert!(all(&[people], &[], &Options::default()).is_empty());
    }

    #[test]
    fn games_without_a_king_have_no_bid() {
        let tafl = cell("tablut", agent("a", 0), games(20, 10, 0, 70));
        let stones = Cell { has_king: false, ..tafl.clone() };
        let options = Options::default();
        let found = all(&[tafl], &[], &options);
        assert!(found[0].bid.is_some());
        assert!(all(std::slice::from_ref(&stones), &[], &options).is_empty(), "nothing is known");
        let handicap = HandicapGames {
            rules: "tablut".to_owned(),
            agent: "a".to_owned(),
            playouts: 64,
            weakened: Side::Defenders,
            played: vec![(64, games(20, 10, 0, 70))],
        };
        let found = all(&[stones], &[handicap], &options);
        assert!(found[0].handicap.is_some() && found[0].bid.is_none());
    }
}
