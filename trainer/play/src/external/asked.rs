//! What an engine is asked for: a game, and the move in a position.

use imperial_engine::Side;

/// The game that is to be played: everything that an engine is told before its first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NewGame {
    /// The rule set as the protocol calls it: its name or its file, or a rules record.
    pub rules: String,
    /// Number from which the engine may draw its chance.
    pub seed: u32,
}

/// Where a game stands when an engine is asked for its move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked<'a> {
    /// The position string that the game began with; `None` is the start of the rules.
    pub start: Option<&'a str>,
    /// The moves from there, in our notation.
    pub moves: &'a [&'a str],
    /// The position string after them.
    pub position: &'a str,
    /// The side to move.
    pub side: Side,
}

impl Asked<'_> {
    /// The position in words, as UGI tells it.
    pub fn command(&self) -> String {
        let start =
            self.start.map_or("position startpos".to_owned(), |s| format!("position fen {s}"));
        if self.moves.is_empty() { start } else { start + " moves " + &self.moves.join(" ") }
    }
}
