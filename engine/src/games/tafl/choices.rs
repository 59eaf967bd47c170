//! The choices that a mover has about what to take.

use super::arrivals::Arrivals;
use super::board::Board;
use super::compiled::Tafl;
use super::geometry::DIRECTIONS;
use super::moves::{TaflMove, Take};
use super::rules::{Captures, Piece};
use super::square::{Square, SquareSet};
use crate::Side;

impl<const W: usize> Tafl<W> {
    /// The moves of `piece` from `from` to `to`, one for each choice of victims.
    pub(super) fn push_choices(
        &self,
        board: &Board<W>,
        piece: Piece,
        from: Square,
        to: Square,
        moves: &mut Vec<TaflMove>,
    ) {
        let mut push = |take| moves.push(TaflMove { from, to, take });
        if !self.has_choices {
            return push(Take::Every);
        }
        let victims = self.victims(board, piece, from, to);
        if victims.is_empty() {
            return push(Take::Every);
        }
        match self.rules.captures {
            Captures::All => push(Take::Every),
            Captures::One => {
                victims.as_slice().iter().for_each(|square| push(Take::One(*square)));
            }
        }
        if self.rules.capture_optional {
            push(Take::Nothing);
        }
    }

    /// Calls `visit` with the piece and the squares of every move that may leave a choice.
    ///
    /// Some that leave none are among them: this looks only at where the pieces stand before the move.
    pub(super) fn for_each_hot(
        &self,
        board: &Board<W>,
        side: Side,
        arrivals: &Arrivals<W>,
        mut visit: impl FnMut(Piece, Square, Square),
    ) {
        for to in self.hot_squares(board, side).iter() {
            arrivals.for_each_to(&self.geometry, board, to, |from| {
                let king = board.king == Some(from);
                visit(if king { Piece::King } else { Piece::man_of(side) }, from, to);
            });
        }
    }

    /// Squares where a move of `side` that takes something may end.
    fn hot_squares(&self, board: &Board<W>, side: Side) -> SquareSet<W> {
        if self.rules.immobilisation {
            return self.geometry.all().collect();
        }
        let mut hot =
            if self.shield_threatened(board, side) { self.siege } else { SquareSet::EMPTY };
        for direction in 0..DIRECTIONS {
            let view = board.along(direction);
            let before_line_end = !self.geometry.line_ends;
            let anvils = view[side] | self.may_fear[!side][direction];
            let victims = view[!side] & before_line_end & anvils.lowered();
            for number in (victims.lowered() & before_line_end).iter() {
                hot.insert(self.geometry.back(direction, number));
            }
        }
        hot
    }
}
