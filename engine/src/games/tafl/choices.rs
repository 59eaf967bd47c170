//! The choices that a mover has about what to take.

use super::arrivals::Arrivals;
use super::board::Board;
use super::capture::Moved;
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
                if !victims.rows.is_empty() {
                    let moved = Moved { board, piece, from, to };
                    self.rows_beside(&moved).for_each(|square| push(Take::One(square)));
                }
            }
        }
        if self.rules.capture_optional {
            push(Take::Nothing);
        }
    }

    /// Number of choices of a move that flanks `victims` men, at least one.
    #[inline]
    fn number_of_choices(&self, victims: u32) -> u32 {
        let taking = if self.rules.captures == Captures::One { victims } else { 1 };
        taking + u32::from(self.rules.capture_optional)
    }

    /// Whether more must be known than where a move ends, and whether the king makes it, to say
    /// what it takes.
    pub(super) fn captures_depend_on_the_way(&self, board: &Board<W>, side: Side) -> bool {
        self.rules.immobilisation
            || self.shield_threatened(board, side)
            || self.may_take_row(board, side)
    }

    /// Adds all choices but the last of every pair of squares, looking at one after the other.
    pub(super) fn list_further_choices(
        &self,
        board: &Board<W>,
        side: Side,
        arrivals: &Arrivals<W>,
        further: &mut Vec<TaflMove>,
    ) {
        for (piece, from) in board.pieces(side) {
            arrivals.for_each_from(&self.geometry, board, from, |to| {
                self.push_choices(board, piece, from, to, further);
                further.pop();
            });
        }
    }

    /// The choices of all moves, where the destination alone says what a move takes. `takers` are the
    /// arrivals of the pieces that may take.
    #[inline]
    pub(super) fn flanks(
        &self,
        board: &Board<W>,
        side: Side,
        takers: Arrivals<W>,
    ) -> Flanks<'_, W> {
        let flanked = self.flanking(board, side);
        let [north, east, south, west] = flanked;
        let squares = (north | east | south | west) & self.geometry.squares & !board.occupied();
        Flanks { game: self, flanked, squares, takers }
    }
}

/// What there is to choose from, told by the squares where a move may end. The choices of one move
/// are numbered: its victims north, east, south and west of it, then to take nothing.
#[derive(Debug)]
pub(super) struct Flanks<'a, const W: usize> {
    game: &'a Tafl<W>,
    /// For each direction the squares from where a man takes his neighbour in that direction.
    flanked: [SquareSet<W>; DIRECTIONS],
    /// All those squares, as far as they are empty.
    squares: SquareSet<W>,
    /// The moves that may take.
    takers: Arrivals<W>,
}

impl<const W: usize> Flanks<'_, W> {
    /// Number of further choices of all moves: all but the last of each.
    #[inline]
    pub fn number_of_further(&self) -> u32 {
        let mut further = 0;
        self.squares.for_each(|to| further += self.number_of_further_at(to));
        further
    }

    /// The same of all moves to the flanking square `to`.
    #[inline]
    fn number_of_further_at(&self, to: Square) -> u32 {
        self.takers.count_to(&self.game.geometry, to) * self.number_of_further_each(to)
    }

    /// The same of each move to `to`.
    #[inline]
    fn number_of_further_each(&self, to: Square) -> u32 {
        let victims = self.flanked.iter().map(|squares| u32::from(squares.contains(to))).sum();
        self.game.number_of_choices(victims) - 1
    }

    /// Further choice number `index`, in the order of destinations, then of directions.
    pub fn nth_further(&self, board: &Board<W>, mut index: u32) -> Option<TaflMove> {
        for to in self.squares.iter() {
            let here = self.number_of_further_at(to);
            if index < here {
                let each = self.number_of_further_each(to);
                let from = self.takers.nth_to(&self.game.geometry, board, to, index / each)?;
                return Some(TaflMove { from, to, take: self.choice(to, index % each) });
            }
            index -= here;
        }
        None
    }

    /// The last choice of the move of the piece on `from` to `to`.
    #[inline]
    pub fn last(&self, board: &Board<W>, from: Square, to: Square) -> Take {
        if self.squares.contains(to) && self.game.may_hammer(board, from) {
            self.choice(to, self.number_of_further_each(to))
        } else {
            Take::Every
        }
    }

    /// Choice number `index` of a move to `to`.
    fn choice(&self, to: Square, index: u32) -> Take {
        match self.game.rules.captures {
            Captures::One => self.victims(to).nth(index as usize).map_or(Take::Nothing, Take::One),
            Captures::All if index == 0 => Take::Every,
            Captures::All => Take::Nothing,
        }
    }

    /// The men whom a move to `to` flanks.
    fn victims(&self, to: Square) -> impl Iterator<Item = Square> {
        let ahead = self.game.geometry.ahead(to).iter().zip(&self.flanked);
        ahead.filter(move |(_, squares)| squares.contains(to)).map(|((beside, _), _)| *beside)
    }
}
