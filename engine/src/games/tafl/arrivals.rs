//! All the moves of a side as four sets.

use std::ops::{BitAnd, BitOr};

use super::board::Board;
use super::geometry::{DIRECTIONS, Geometry};
use super::square::{Square, SquareSet};

/// For each direction the squares where some piece can arrive, numbered along that direction.
///
/// Pieces never jump, so the piece that arrives is the nearest one behind: each member of a set is one
/// move, and counting the members counts the moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrivals<const W: usize>(pub [SquareSet<W>; DIRECTIONS]);

impl<const W: usize> Arrivals<W> {
    pub const NONE: Self = Self([SquareSet::EMPTY; DIRECTIONS]);

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|set| set.is_empty())
    }

    /// Number of pairs of squares between which a piece can move.
    #[inline]
    pub fn len(&self) -> u32 {
        self.counts().iter().sum()
    }

    #[inline]
    fn counts(&self) -> [u32; DIRECTIONS] {
        self.0.map(SquareSet::len)
    }

    /// Pair number `index` of squares, in the order of directions; there must be more than `index`.
    #[inline]
    pub fn nth(
        &self,
        geometry: &Geometry<W>,
        board: &Board<W>,
        mut index: u32,
    ) -> (Square, Square) {
        let counts = self.counts();
        let mut direction = 0;
        while index >= counts[direction] {
            index -= counts[direction];
            direction += 1;
        }
        let number = self.0[direction].nth(index);
        (origin(geometry, board, direction, number), geometry.back(direction, number))
    }

    /// Number of pieces that can go to `to`.
    #[inline]
    pub fn count_to(&self, geometry: &Geometry<W>, to: Square) -> u32 {
        let numbers = self.0.iter().zip(geometry.along(to));
        numbers.map(|(set, number)| u32::from(set.contains(*number))).sum()
    }

    /// The square of piece number `index`, in the order of directions, that can go to `to`.
    pub fn nth_to(
        &self,
        geometry: &Geometry<W>,
        board: &Board<W>,
        to: Square,
        index: u32,
    ) -> Option<Square> {
        let numbers = self.0.iter().zip(geometry.along(to)).enumerate();
        let mut arriving = numbers.filter(|(_, (set, number))| set.contains(**number));
        let (direction, (_, number)) = arriving.nth(index as usize)?;
        Some(origin(geometry, board, direction, *number))
    }

    /// Calls `visit` with every square where the piece on `from` can go: along its rank, then along
    /// its file, each in ascending order.
    #[inline]
    pub fn for_each_from(
        &self,
        geometry: &Geometry<W>,
        board: &Board<W>,
        from: Square,
        mut visit: impl FnMut(Square),
    ) {
        let [north, east, south, west] =
            std::array::from_fn(|d| self.ahead(geometry, board, d, from));
        let width = geometry.size as u16;
        for_each_bit_downwards(west, |steps| visit(Square(from.0 - steps)));
        for_each_bit(east, |steps| visit(Square(from.0 + steps)));
        for_each_bit_downwards(south, |steps| visit(Square(from.0 - steps * width)));
        for_each_bit(north, |steps| visit(Square(from.0 + steps * width)));
    }

    /// Where the piece on `from` goes in `direction`: bit `n` is set when it can go `n + 1` squares.
    #[inline]
    fn ahead(
        &self,
        geometry: &Geometry<W>,
        board: &Board<W>,
        direction: usize,
        from: Square,
    ) -> u32 {
        let next = Square(geometry.along(from)[direction].0 + 1);
        let obstacles = board.occupied_along(direction).window(next);
        // Beyond the next piece it is another piece's way.
        let own = (obstacles & obstacles.wrapping_neg()).wrapping_sub(1);
        self.0[direction].window(next) & own
    }
}

impl<const W: usize> BitAnd for Arrivals<W> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|direction| self.0[direction] & other.0[direction]))
    }
}

impl<const W: usize> BitOr for Arrivals<W> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|direction| self.0[direction] | other.0[direction]))
    }
}

/// The square of the piece that arrives on `number` along `direction`.
#[inline]
fn origin<const W: usize>(
    geometry: &Geometry<W>,
    board: &Board<W>,
    direction: usize,
    number: Square,
) -> Square {
    let behind = board.occupied_along(direction).last_before(number);
    geometry.back(direction, behind.expect("a piece that arrives comes from behind"))
}

/// Calls `visit` with the number of each bit, counted from one, in ascending order.
#[inline]
fn for_each_bit(mut word: u32, mut visit: impl FnMut(u16)) {
    while word != 0 {
        visit(word.trailing_zeros() as u16 + 1);
        word &= word - 1;
    }
}

/// The same in descending order.
#[inline]
fn for_each_bit_downwards(mut word: u32, mut visit: impl FnMut(u16)) {
    while word != 0 {
        let top = word.ilog2();
        visit(top as u16 + 1);
        word ^= 1 << top;
    }
}
