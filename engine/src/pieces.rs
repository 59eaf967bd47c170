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
}

impl PieceKind {
    /// The letter that its picture bears among those of `kinds`, all of a game: royal pieces and the first other kind
    /// of each side need none.
    pub fn mark(self, kinds: &[Self]) -> Option<char> {
        let plain = kinds.iter().find(|kind| kind.side == self.side && !kind.is_royal);
        (!self.is_royal && plain != Some(&self)).then_some(self.letter.to_ascii_uppercase())
    }
}
