//! A playable position with the history that its rules need.

use super::board::Board;
use super::rules::Piece;
use super::square::Square;
use crate::games::history::clone_with_history;
use crate::{Outcome, Side};

/// Pieces, side to move, clocks and the earlier positions that could still recur.
#[derive(Debug, PartialEq, Eq)]
pub struct Position<const W: usize> {
    pub(super) board: Board<W>,
    pub(super) side: Side,
    /// Whether the attackers' last move gave the king notice.
    pub(super) notice: bool,
    /// Plies since something was captured.
    pub(super) quiet: u32,
    /// Plies played.
    pub(super) ply: u32,
    /// Key of pieces, side to move and notice.
    pub(super) key: u64,
    /// Keys since the last capture, this position's own last.
    pub(super) history: Vec<u64>,
    /// The squares that the last move left and reached.
    pub(super) last: Option<(Square, Square)>,
    pub(super) outcome: Option<Outcome>,
}

impl<const W: usize> Position<W> {
    /// How often this position has occurred, now included.
    pub(super) fn occurrences(&self) -> u32 {
        // The same side is to move only every other ply, and two plies do not lead back.
        let mut occurrences = 1;
        let mut at = self.history.len().wrapping_sub(5);
        while let Some(key) = self.history.get(at) {
            occurrences += u32::from(*key == self.key);
            at = at.wrapping_sub(2);
        }
        occurrences
    }

    /// Whether the board alone shows that the game is over, so that nobody moves any more.
    pub(super) fn is_decided(&self) -> bool {
        self.outcome.is_some_and(|outcome| outcome.cause.is_on_the_board())
    }

    /// What stands on `square`, which must be of the board.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    /// All pieces and where they stand, side by side.
    pub fn pieces(&self) -> impl Iterator<Item = (Piece, Square)> {
        Side::ALL.into_iter().flat_map(|side| self.board.pieces(side))
    }

    /// The key of pieces and side to move, without the history.
    pub const fn key(&self) -> u64 {
        self.key
    }
}

clone_with_history!(Position<W>, const W: usize);
