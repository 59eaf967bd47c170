//! Pieces on squares, without rules.

use super::geometry::Geometry;
use super::rules::Piece;
use super::square::{MAX_SIZE, Square, SquareSet};
use crate::{PerSide, Side};

/// Where the pieces stand: a bit set per kind of man, the king's square, and the occupancy of every
/// rank and file as a word, kept up to date so that sliding is a matter of counting zeros.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board<const W: usize> {
    pub men: PerSide<SquareSet<W>>,
    /// `None` once he is captured.
    pub king: Option<Square>,
    /// Bit `file` of `ranks[rank]`: the square is occupied.
    pub ranks: [u32; MAX_SIZE],
    /// Bit `rank` of `files[file]`: the square is occupied.
    pub files: [u32; MAX_SIZE],
}

impl<const W: usize> Board<W> {
    pub const EMPTY: Self = Self {
        men: PerSide { attackers: SquareSet::EMPTY, defenders: SquareSet::EMPTY },
        king: None,
        ranks: [0; MAX_SIZE],
        files: [0; MAX_SIZE],
    };

    /// Puts a piece on an empty square.
    #[inline]
    pub fn put(&mut self, geometry: &Geometry<W>, piece: Piece, square: Square) {
        match piece {
            Piece::King => self.king = Some(square),
            man => self.men[man.side()].insert(square),
        }
        let (file, rank) = geometry.coordinates(square);
        self.ranks[rank] |= 1 << file;
        self.files[file] |= 1 << rank;
    }

    /// Takes a piece off its square.
    #[inline]
    pub fn take(&mut self, geometry: &Geometry<W>, piece: Piece, square: Square) {
        match piece {
            Piece::King => self.king = None,
            man => self.men[man.side()].remove(square),
        }
        let (file, rank) = geometry.coordinates(square);
        self.ranks[rank] &= !(1 << file);
        self.files[file] &= !(1 << rank);
    }

    /// The piece on `square`, if any.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        if self.king == Some(square) {
            Some(Piece::King)
        } else if self.men.attackers.contains(square) {
            Some(Piece::Attacker)
        } else if self.men.defenders.contains(square) {
            Some(Piece::Defender)
        } else {
            None
        }
    }

    /// All pieces of `side` with their squares: men in ascending order, then the king.
    #[inline]
    pub fn pieces(&self, side: Side) -> impl Iterator<Item = (Piece, Square)> + use<W> {
        let king = self.king.filter(|_| side == Side::Defenders);
        let men = self.men[side].iter().map(move |square| (Piece::man_of(side), square));
        men.chain(king.map(|square| (Piece::King, square)))
    }
}
