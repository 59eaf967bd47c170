//! Game statistics: what a table of results does not say of the games of a cell.
//!
//! [`watch_games`] replays recorded games on all cores, and gathers
//! [`GameStatistics`]: how long games last and who wins them when, what the sides lose, what pieces
//! are worth, how often special moves are made, where pieces go, where the royal piece escapes and
//! is captured, how games open, and a few whole games to look at. It knows the game by
//! [`Encode`](imperial_engine::Encode) alone: pieces are kinds with a side, and squares are numbers.

mod board;
mod choose;
mod ends;
mod example;
mod foretold;
mod losses;
mod openings;
mod places;
mod special;
mod uses;
mod watch;
mod watched;
mod worth;

use serde::{Deserialize, Serialize};

pub use board::{BoardFacts, PieceFacts};
pub use choose::Why;
pub use ends::{Ended, Ends};
pub use example::{Example, ExamplePly};
pub use foretold::Forecasts;
pub use losses::Losses;
pub use openings::{Branch, OpeningStats, Tally};
pub use places::{KindPlaces, Places};
pub use special::SpecialMove;
pub use uses::Use;
#[cfg(test)]
pub(crate) use watch::Watcher;
pub use watch::{Records, watch_games};
pub use worth::PieceWorth;

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
