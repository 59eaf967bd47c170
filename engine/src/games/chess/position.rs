//! A playable position with the history that its rules need.

use super::board::Board;
use super::compiled::Chess;
use super::squares::Squares;
use crate::games::history::clone_with_history;
use crate::streams::split_mix;
use crate::{Outcome, Side};

/// Pieces, side to move, castling rights, what may be taken in passing, how far a charge has come, clocks, and the
/// earlier positions that could still recur.
#[derive(Debug, PartialEq, Eq)]
pub struct Position {
    pub(super) board: Board,
    pub(super) side: Side,
    /// Which castlings are still to be had, as bits.
    pub(super) rights: u8,
    pub(super) passed: Passed,
    pub(super) charge: Option<Charge>,
    /// Plies since one that cannot be taken back.
    pub(super) quiet: u32,
    /// Plies played.
    pub(super) ply: u32,
    /// The keys since the last ply that cannot be taken back, this position's own last.
    pub(super) history: Vec<u64>,
    /// The squares that the last move left and reached.
    pub(super) last: Option<(u8, u8)>,
    pub(super) outcome: Option<Outcome>,
}

/// A pawn that has just gone over squares on which it may be taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Passed {
    /// Those of the squares where an enemy pawn is ready; none where there was no such move.
    pub squares: Squares,
    /// Where the pawn stands.
    pub pawn: u8,
}

/// A charge: one piece of each file moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Charge {
    /// The file whose piece moves next, from 0.
    pub file: u8,
    /// Where the pieces stand that have moved.
    pub moved: Squares,
}

impl Position {
    /// What tells this position from others that may occur: pieces, side and state.
    pub(super) fn key(&self) -> u64 {
        let Charge { file, moved } = self.charge.unwrap_or_default();
        let charge = if self.charge.is_some() { 1 + u64::from(file) } else { 0 };
        let state = charge << 16 | u64::from(self.rights) << 1 | self.side as u64;
        let sets = self.passed.squares.words().into_iter().chain(moved.words());
        self.board.key()
            ^ sets.fold(split_mix(state), |key, word| match word {
                0 => key.rotate_left(1),
                _ => split_mix(key ^ word),
            })
    }

    /// How often this position has occurred, now included.
    pub(super) fn occurrences(&self) -> u32 {
        let Some(key) = self.history.last() else { return 0 };
        self.history.iter().filter(|known| *known == key).count() as u32
    }

    /// Whether the board alone shows that the game is over, so that nobody moves any more.
    pub(super) fn is_decided(&self) -> bool {
        self.outcome.is_some_and(|outcome| outcome.cause.is_on_the_board())
    }
}

impl Chess {
    /// The starting position with `side` to move.
    pub(super) fn start_position(&self, side: Side) -> Position {
        let rights = (1_u16 << self.castlings.len()) - 1;
        self.position(self.start, side, (0, 0), |position| position.rights = rights as u8)
    }

    /// A position without a past; `clocks` are the quiet plies and all plies, `state` sets what else there is.
    pub(super) fn position(
        &self,
        board: Board,
        side: Side,
        (quiet, ply): (u32, u32),
        state: impl FnOnce(&mut Position),
    ) -> Position {
        let mut position = Position {
            board,
            side,
            rights: 0,
            passed: Passed::default(),
            charge: None,
            quiet,
            ply,
            history: Vec::new(),
            last: None,
            outcome: None,
        };
        state(&mut position);
        position.history.push(position.key());
        position.outcome = self.find_outcome(&position);
        position
    }
}

clone_with_history!(Position);
