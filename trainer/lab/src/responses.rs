//! What networks score against one that they learned to beat: with best play the truth lies between two of these.

use imperial_engine::Side;
use serde::{Deserialize, Serialize};

use super::{GameSummary, Options, summary};
use crate::cell::are_distinct;
use imperial_stats::Estimate;

/// Games of a network, which learned to beat another one with one side, against that one.
#[derive(Clone, Debug)]
pub struct ResponseGames {
    /// The rule set.
    pub rules: String,
    /// The side that learned.
    pub side: Side,
    /// Who learned.
    pub agent: String,
    /// The network that stayed as it was.
    pub against: String,
    /// The games.
    pub games: Vec<GameSummary>,
}

/// What an attack or a defence scores that learned to beat one defence or attack. Were it the best response, the score
/// with best play on both sides would be no higher for an attack, and no lower for a defence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BestResponse {
    /// The rule set.
    pub rules: String,
    /// The side that learned.
    pub side: Side,
    /// Who learned.
    pub agent: String,
    /// The network that stayed as it was.
    pub against: String,
    /// Number of games.
    pub games: u64,
    /// The attackers' score, with the interval of these games: it is about these two networks.
    pub score: Estimate,
    /// Whether enough of the games are distinct.
    pub reliable: bool,
}

/// The scores of all; those without games are left out.
pub(super) fn all(games: &[ResponseGames], options: &Options) -> Vec<BestResponse> {
    let of = |one: &ResponseGames| {
        Some(BestResponse {
            rules: one.rules.clone(),
            side: one.side,
            agent: one.agent.clone(),
            against: one.against.clone(),
            games: one.games.len() as u64,
            score: summary::score(&one.games, options)?.estimate,
            reliable: are_distinct(&one.games),
        })
    };
    games.iter().filter_map(of).collect()
}
