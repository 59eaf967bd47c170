//! What a table of results does not say of games.

use serde::{Deserialize, Serialize};

use super::board::BoardFacts;
use super::ends::Ends;
use super::example::Example;
use super::foretold::Forecasts;
use super::losses::Losses;
use super::openings::OpeningStats;
use super::places::Places;
use super::uses::Use;
use super::worth::PieceWorth;

/// How the games of one agent under one rule set go.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameStatistics {
    /// Name of the rule set.
    pub rules: String,
    /// Name of the agent that played both sides.
    pub agent: String,
    /// Number of games.
    pub games: u64,
    /// Legal moves in a position, as a mean over all positions of the games; none without positions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branching: Option<f64>,
    /// The board and its pieces.
    pub board: BoardFacts,
    /// Lengths of the games by how they ended.
    pub ends: Ends,
    /// What each side loses, attackers first.
    pub losses: Vec<Losses>,
    /// What one more piece of each kind goes with; none where the games cannot tell.
    #[serde(default)]
    pub worths: Vec<PieceWorth>,
    /// How often special moves were made; those that never were are left out.
    #[serde(default)]
    pub uses: Vec<Use>,
    /// What searches foretold, and what came of it.
    #[serde(default, skip_serializing_if = "Forecasts::is_empty")]
    pub forecasts: Forecasts,
    /// Where pieces went.
    pub places: Places,
    /// How games opened, one tree for each side that moved first.
    pub openings: Vec<OpeningStats>,
    /// Whole games to look at.
    pub examples: Vec<Example>,
}
