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

/// The games of these numbers, counted from 1, each with its number; all of them if none is named.
///
/// # Errors
/// When there is none of a number.
pub fn chosen<T: Clone>(games: Vec<T>, numbers: &[usize]) -> Result<Vec<(usize, T)>, Trouble> {
    let all = games.len();
    if numbers.is_empty() {
        return Ok((1..).zip(games).collect());
    }
    let one = |number: &usize| {
        let game = number.checked_sub(1).and_then(|place| games.get(place)).cloned();
        let none = || format!("there is no game {number}: the games are 1 to {all}");
        Ok((*number, game.ok_or_else(|| Trouble::bad(none()))?))
    };
    numbers.iter().map(one).collect()
}

/// The game of a text that holds one, if it is chosen.
pub(super) fn only(game: GameText, numbers: &[usize]) -> Result<Vec<GameText>, Trouble> {
    Ok(chosen(vec![game], numbers)?.into_iter().map(|(_, game)| game).collect())
}

/// A game that was read.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameText {
    /// Its rules.
    pub rules: Wanted,
    /// The position that it began with.
    pub start: Option<String>,
    /// Its moves, as the game writes them.
    pub moves: Vec<String>,
    /// Moves at its start that nobody chose: they were drawn at random, or taken from an earlier game.
    pub opening: usize,
    /// The expected result that each move's search foretold.
    pub values: Vec<Option<f32>>,
    /// Who played the attackers, where that is known.
    pub attackers: Option<String>,
    /// Who played the defenders.
    pub defenders: Option<String>,
}
