//! A game as it was read from a text.

use serde::Serialize;

use crate::rules::Wanted;

/// Games of one text that are read.
pub const MOST_GAMES: usize = 200;

/// A game that was read.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameText {
    /// Its rules.
    pub rules: Wanted,
    /// The position that it began with.
    pub start: Option<String>,
    /// Its moves.
    pub moves: Vec<String>,
    /// The expected result that each move's search foretold.
    pub values: Vec<Option<f32>>,
    /// Who played the attackers, where that is known.
    pub attackers: Option<String>,
    /// Who played the defenders.
    pub defenders: Option<String>,
}
