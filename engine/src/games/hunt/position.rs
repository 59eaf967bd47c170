//! A playable position with the history that its rules need.

use super::compiled::Hunt;
use super::setup::Pieces;
use crate::games::history::clone_with_history;
use crate::streams::split_mix;
use crate::{Outcome, PerSide, Side};

/// Pieces on the board and in hand, side to move, clocks and the earlier positions that could still recur.
#[derive(Debug, PartialEq, Eq)]
pub struct Position {
    pub(super) pieces: Pieces,
    /// Pieces that each side still has to place.
    pub(super) hands: PerSide<u8>,
    pub(super) side: Side,
    /// Plies since a capture, a placement or a removal.
    pub(super) quiet: u32,
    /// Plies played.
    pub(super) ply: u32,
    /// The pieces since the last ply that cannot be undone, this position's own last.
    pub(super) history: Vec<Pieces>,
    /// The points that the last move left and reached.
    pub(super) last: Option<(u8, u8)>,
    pub(super) outcome: Option<Outcome>,
}

impl Position {
    /// How often this position has occurred, now included.
    pub(super) fn occurrences(&self) -> u32 {
        // The same side is to move only every other ply, and two plies do not lead back.
        let earlier = self.history.iter().rev().skip(4).step_by(2);
        1 + earlier.filter(|pieces| **pieces == self.pieces).count() as u32
    }

    /// What tells this position from others that may occur: pieces, hands and side.
    pub(super) fn key(&self) -> u64 {
        let Pieces { many, few } = self.pieces;
        let PerSide { attackers, defenders } = self.hands;
        let state = u64::from(attackers) << 9 | u64::from(defenders) << 1 | self.side as u64;
        [many.0, few.0].into_iter().fold(split_mix(state), |key, set| split_mix(key ^ set))
    }

    /// Whether the board alone shows that the game is over, so that nobody moves any more.
    pub(super) fn is_decided(&self) -> bool {
        self.outcome.is_some_and(|outcome| outcome.cause.is_on_the_board())
    }

    /// Whether the side to move has to place a piece.
    #[inline]
    pub(super) fn places(&self) -> bool {
        self.hands[self.side] > 0
    }
}

impl Hunt {
    /// The starting position with `side` to move.
    pub(super) fn start_position(&self, side: Side) -> Position {
        let hands =
            PerSide { attackers: self.rules.hand_many as u8, defenders: self.rules.hand_few as u8 };
        self.position(self.start, hands, side, (0, 0))
    }

    /// A position without a past; `clocks` are the quiet plies and all plies.
    pub(super) fn position(
        &self,
        pieces: Pieces,
        hands: PerSide<u8>,
        side: Side,
        (quiet, ply): (u32, u32),
    ) -> Position {
        let history = vec![pieces];
        let mut position =
            Position { pieces, hands, side, quiet, ply, history, last: None, outcome: None };
        position.outcome = self.find_outcome(&position);
        position
    }
}

clone_with_history!(Position);
