//! Pieces on squares, without rules.

use super::geometry::{DIRECTIONS, EAST, Geometry};
use super::rules::Piece;
use super::square::{Square, SquareSet};
use crate::{PerSide, Side};

/// Where the pieces stand: the pieces of each side as they are seen along each of the four directions,
/// and the king's square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board<const W: usize> {
    /// For each direction the numbers that a side's pieces have along it; the king is one of the
    /// defenders' pieces.
    views: [PerSide<SquareSet<W>>; DIRECTIONS],
    /// `None` once he is captured.
    pub king: Option<Square>,
}

impl<const W: usize> Board<W> {
    pub const EMPTY: Self = Self {
        views: [PerSide { attackers: SquareSet::EMPTY, defenders: SquareSet::EMPTY }; DIRECTIONS],
        king: None,
    };

    /// The pieces of `side`, numbered along each direction.
    #[inline]
    pub fn pieces_along(&self, side: Side) -> [SquareSet<W>; DIRECTIONS] {
        self.views.map(|view| view[side])
    }

    /// The occupied squares.
    #[inline]
    pub fn occupied(&self) -> SquareSet<W> {
        self.occupied_along(EAST)
    }

    /// The occupied squares, numbered along `direction`.
    #[inline]
    pub fn occupied_along(&self, direction: usize) -> SquareSet<W> {
        self.views[direction].attackers | self.views[direction].defenders
    }

    /// The squares of a side's pieces.
    #[inline]
    pub fn pieces_of(&self, side: Side) -> SquareSet<W> {
        self.views[EAST][side]
    }

    /// The squares of a side's men, without the king.
    #[inline]
    pub fn men(&self, side: Side) -> SquareSet<W> {
        let mut men = self.pieces_of(side);
        if let (Side::Defenders, Some(king)) = (side, self.king) {
            men.remove(king);
        }
        men
    }

    /// A side's men, without the king, numbered along each direction.
    #[inline]
    pub fn men_along(&self, geometry: &Geometry<W>, side: Side) -> [SquareSet<W>; DIRECTIONS] {
        let mut men = self.pieces_along(side);
        if let (Side::Defenders, Some(king)) = (side, self.king) {
            let king = geometry.along(king);
            men.iter_mut().zip(king).for_each(|(men, king)| men.remove(*king));
        }
        men
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub fn put(&mut self, geometry: &Geometry<W>, piece: Piece, square: Square) {
        if piece == Piece::King {
            self.king = Some(square);
        }
        for (view, number) in self.views.iter_mut().zip(geometry.along(square)) {
            view[piece.side()].insert(*number);
        }
    }

    /// Takes a piece off its square.
    #[inline]
    pub fn take(&mut self, geometry: &Geometry<W>, piece: Piece, square: Square) {
        if piece == Piece::King {
            self.king = None;
        }
        for (view, number) in self.views.iter_mut().zip(geometry.along(square)) {
            view[piece.side()].remove(*number);
        }
    }

    /// Whether any piece of `side` stands on `square`.
    #[inline]
    pub fn has_piece(&self, side: Side, square: Square) -> bool {
        self.pieces_of(side).contains(square)
    }

    /// The piece on `square`, if any.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        if self.king == Some(square) {
            Some(Piece::King)
        } else if self.has_piece(Side::Attackers, square) {
            Some(Piece::Attacker)
        } else if self.has_piece(Side::Defenders, square) {
            Some(Piece::Defender)
        } else {
            None
        }
    }

    /// All pieces of `side` with their squares: men in ascending order, then the king.
    #[inline]
    pub fn pieces(&self, side: Side) -> impl Iterator<Item = (Piece, Square)> + use<W> {
        let king = self.king.filter(|_| side == Side::Defenders);
        let men = self.men(side).iter().map(move |square| (Piece::man_of(side), square));
        men.chain(king.map(|square| (Piece::King, square)))
    }
}
