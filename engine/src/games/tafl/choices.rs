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

    /// Adds all choices but the last of every pair of squares. Gives the destinations where there may
    /// be something to take.
    pub(super) fn list_further_choices(
        &self,
        board: &Board<W>,
        side: Side,
        arrivals: &Arrivals<W>,
        further: &mut Vec<TaflMove>,
    ) -> SquareSet<W> {
        if self.captures_depend_on_the_way(board, side) {
            self.list_one_by_one(board, side, arrivals, further)
        } else {
            self.list_flanking(board, side, arrivals, further)
        }
    }

    /// Whether more must be known than where a move ends to say what it takes.
    fn captures_depend_on_the_way(&self, board: &Board<W>, side: Side) -> bool {
        let throne_turns_hostile = self.hostile_throne[Piece::man_of(!side) as usize]
            && board.has_piece(side, self.geometry.throne);
        throne_turns_hostile || self.rules.immobilisation || self.shield_threatened(board, side)
    }

    /// Looks at every pair of squares.
    fn list_one_by_one(
        &self,
        board: &Board<W>,
        side: Side,
        arrivals: &Arrivals<W>,
        further: &mut Vec<TaflMove>,
    ) -> SquareSet<W> {
        for (piece, from) in board.pieces(side) {
            arrivals.for_each_from(&self.geometry, board, from, |to| {
                self.push_choices(board, piece, from, to, further);
                further.pop();
            });
        }
        self.geometry.squares
    }

    /// Looks only at the squares where something is flanked.
    fn list_flanking(
        &self,
        board: &Board<W>,
        side: Side,
        arrivals: &Arrivals<W>,
        further: &mut Vec<TaflMove>,
    ) -> SquareSet<W> {
        let flanking = self.flanking(board, side);
        let [north, east, south, west] = flanking;
        let somewhere = (north | east | south | west) & self.geometry.squares & !board.occupied();
        somewhere.for_each(|to| {
            arrivals.for_each_to(&self.geometry, board, to, |from| {
                if self.may_hammer(board, from) {
                    self.push_further(&flanking, from, to, further);
                }
            });
        });
        somewhere
    }

    /// All choices but the last of a move that takes what is flanked from `to`.
    fn push_further(
        &self,
        flanking: &[SquareSet<W>; DIRECTIONS],
        from: Square,
        to: Square,
        further: &mut Vec<TaflMove>,
    ) {
        let mut push = |take| further.push(TaflMove { from, to, take });
        match self.rules.captures {
            Captures::All => push(Take::Every),
            Captures::One => {
                for (direction, (beside, _)) in self.geometry.ahead(to).iter().enumerate() {
                    if flanking[direction].contains(to) {
                        push(Take::One(*beside));
                    }
                }
            }
        }
        if !self.rules.capture_optional {
            further.pop();
        }
    }
}
