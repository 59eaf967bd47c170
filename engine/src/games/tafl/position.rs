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
    /// How often this position stands in `history`.
    pub(super) occurrences: u32,
    /// The sum of a key for each position there that was there before.
    pub(super) repeated: u64,
    /// The squares that the last move left and reached.
    pub(super) last: Option<(Square, Square)>,
    pub(super) outcome: Option<Outcome>,
}

/// Plies between two occurrences of a position, at least.
pub(super) const CIRCLE: usize = 4;

impl<const W: usize> Position<W> {
    /// How often this position has occurred, now included.
    pub(super) const fn occurrences(&self) -> u32 {
        self.occurrences
    }

    /// A key of the positions that have occurred more than once since the last capture: two positions that
    /// agree in it agree in what is nearest to a repetition.
    pub(super) const fn repeated(&self) -> u64 {
        self.repeated
    }

    /// Notes that everything before this position is forgotten.
    pub(super) fn begin_history(&mut self) {
        self.history.clear();
        self.history.push(self.key);
        (self.occurrences, self.repeated) = (1, 0);
    }

    /// Notes that this position follows those of its history.
    pub(super) fn prolong_history(&mut self) {
        self.history.push(self.key);
        self.occurrences = 1;
        // The same side is to move only every other ply, and two plies do not lead back.
        let Some(newest) = self.history.len().checked_sub(CIRCLE + 1) else { return };
        for key in self.history[..=newest].iter().rev().step_by(2).filter(|key| **key == self.key) {
            self.occurrences += 1;
            self.repeated = self.repeated.wrapping_add(key.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        }
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
