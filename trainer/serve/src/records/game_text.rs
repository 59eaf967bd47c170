//! A game as it was read from a text.

use serde::Serialize;

use crate::rules::Wanted;
use crate::trouble::Trouble;

/// Games of one text that are read.
pub const MOST_GAMES: usize = 200;

/// Refuses a text of more lines than games are read.
pub(super) fn check_number(lines: usize) -> Result<(), Trouble> {
    if lines > MOST_GAMES {
        let words = format!("{lines} lines are too many; {MOST_GAMES} are the most");
        return Err(Trouble::large(words));
    }
    Ok(())
}

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
