//! What stands on a board, for whoever draws a game or tells of it.

use crate::Side;

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceKind {
    /// How position strings and drawings write it, different for each kind of a game.
    pub letter: char,
    /// What players call one of them: `king`, `attacker`.
    pub name: &'static str,
    /// The side it belongs to.
    pub side: Side,
    /// Whether the game is about this piece: it wins by where it goes, and is lost with it.
    pub is_royal: bool,
    /// The letter that its picture bears, where pieces of its side would look alike otherwise.
    pub mark: Option<char>,
}
