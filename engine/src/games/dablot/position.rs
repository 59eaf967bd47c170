//! A playable position with the history that its rules need.

use super::compiled::Dablot;
use super::pieces::Pieces;
use crate::games::history::clone_with_history;
use crate::streams::split_mix;
use crate::{Outcome, Side};

/// Pieces, side to move, what is left of its turn, clocks and the earlier positions that could still recur.
#[derive(Debug, PartialEq, Eq)]
pub struct Position {
    pub(super) pieces: Pieces,
    pub(super) side: Side,
    /// Actions that the side to move has left in this turn, this one counted.
    pub(super) left: u8,
    /// Plies since a capture.
    pub(super) quiet: u32,
    /// Plies played.
    pub(super) ply: u32,
    /// The keys since the last capture, this position's own last.
    pub(super) history: Vec<u64>,
    /// The points that the last move left and reached.
    pub(super) last: Option<(u8, u8)>,
    pub(super) outcome: Option<Outcome>,
}

impl Position {
    /// What tells this position from others that may occur: pieces, side and what is left of the turn.
    pub(super) const fn key(&self) -> u64 {
        self.pieces.key() ^ split_mix((self.left as u64) << 1 | self.side as u64)
    }

    /// How often this position has occurred, now included.
    pub(super) fn occurrences(&self) -> u32 {
        let key = self.key();
        self.history.iter().filter(|known| **known == key).count() as u32
    }

    /// Whether the board alone shows that the game is over, so that nobody moves any more.
    pub(super) fn is_decided(&self) -> bool {
        self.outcome.is_some_and(|outcome| outcome.cause.is_on_the_board())
    }
}

impl Dablot {
    /// The starting position with `side` to move.
    pub(super) fn start_position(&self, side: Side) -> Position {
        self.position(self.start, side, self.actions, (0, 0))
    }

    /// A position without a past; `clocks` are the quiet plies and all plies.
    pub(super) fn position(
        &self,
        pieces: Pieces,
        side: Side,
        left: u8,
        (quiet, ply): (u32, u32),
    ) -> Position {
        let history = Vec::new();
        let mut position =
            Position { pieces, side, left, quiet, ply, history, last: None, outcome: None };
        position.history.push(position.key());
        position.outcome = self.find_outcome(&position);
        position
    }

    /// Whether the side to move has begun its turn already.
    pub(super) const fn is_in_turn(&self, position: &Position) -> bool {
        position.left < self.actions
    }
}

clone_with_history!(Position);
