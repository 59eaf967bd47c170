//! Where pieces may go, checks left aside.

use super::board::{Board, Letter};
use super::compiled::Chess;
use super::kinds::Kind;
use super::squares::Squares;
use crate::Side;

impl Chess {
    /// Where a piece of `side` on a square may go, captures included.
    #[inline]
    pub(super) fn targets(&self, board: &Board, side: Side, letter: Letter, square: u8) -> Squares {
        let kind = self.kind(letter);
        if kind.is_pawn {
            return self.pawn_targets(board, side, square);
        }
        let reached = self.reached(kind, square, board.all());
        if kind.takes { reached & !board.of(side) } else { reached & !board.all() }
    }

    /// Where a piece that is no pawn comes, to the first piece in each way, whose ever it is.
    #[inline]
    pub(super) fn reached(&self, kind: &Kind, square: u8, occupied: Squares) -> Squares {
        let mut reached = kind.leaps[usize::from(square)];
        let mut slides = kind.slides;
        while slides != 0 {
            let way = slides.trailing_zeros() as usize;
            slides &= slides - 1;
            reached |= self.lines.slide(square, way, occupied);
        }
        if kind.walk > 0 {
            reached |= kind.walked(square, occupied);
        }
        reached
    }

    /// Where a pawn may go, captures in passing left aside.
    #[inline]
    fn pawn_targets(&self, board: &Board, side: Side, square: u8) -> Squares {
        let occupied = board.all();
        let mut targets = self.pawns.takes[side][usize::from(square)] & board.of(!side);
        let far = if self.pawns.start[side].has(square) { self.pawns.first } else { 1 };
        let mut at = square;
        for _ in 0..far {
            match self.pawns.ahead[side][usize::from(at)] {
                Some(next) if !occupied.has(next) => {
                    targets.insert(next);
                    at = next;
                }
                _ => break,
            }
        }
        targets
    }

    /// The enemies that a piece of `side` on a square can take by a move of its own or a shot.
    pub(super) fn victims(&self, board: &Board, side: Side, letter: Letter, square: u8) -> Squares {
        let shots = self.shots(letter, square);
        (self.targets(board, side, letter, square) | shots) & board.of(!side)
    }

    /// What a piece of a kind can hit from a square.
    #[inline]
    pub(super) fn shots(&self, letter: Letter, square: u8) -> Squares {
        self.kind(letter).shots.get(usize::from(square)).copied().unwrap_or_default()
    }
}
