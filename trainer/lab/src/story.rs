//! How the games of a cell go: what a table of results does not tell.
//!
//! A [`Storyteller`] watches recorded games being replayed, one after the other, and gathers a
//! [`Story`]: how long games last and who wins them when, what the sides lose, where pieces go, where
//! the royal piece escapes and falls, how games open, and a few whole games to look at. It knows the
//! game by [`Encode`] alone: pieces are kinds with a side, and squares are numbers.

mod board;
mod choose;
mod ends;
mod example;
mod openings;
mod places;
mod toll;
mod watch;

use imperial_engine::Encode;
use serde::{Deserialize, Serialize};

pub use board::{BoardFacts, PieceFacts};
pub use choose::Why;
pub use ends::{Ends, Fate};
pub use example::{Example, ExamplePly};
pub use openings::{Branch, Opening, Tally};
pub use places::{KindPlaces, Places};
pub use toll::Toll;
pub use watch::Storyteller;

/// How the games of one agent under one rule set go.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Story {
    /// Name of the rule set.
    pub rules: String,
    /// Name of the agent that played both sides.
    pub agent: String,
    /// Number of games.
    pub games: u64,
    /// The board and its pieces.
    pub board: BoardFacts,
    /// Lengths of the games by how they ended.
    pub ends: Ends,
    /// What each side loses, attackers first.
    pub toll: Vec<Toll>,
    /// Where pieces went.
    pub places: Places,
    /// How games opened, one tree for each side that moved first.
    pub openings: Vec<Opening>,
    /// Whole games to look at.
    pub examples: Vec<Example>,
}

impl Story {
    /// The name of a square: `e5`.
    pub fn square(&self, square: u16) -> String {
        self.board.name(square)
    }
}

/// All squares of the game's board.
fn squares<G: Encode>(game: &G) -> std::ops::Range<u16> {
    0..u16::try_from(game.board().squares()).unwrap_or(u16::MAX)
}
