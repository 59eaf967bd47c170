//! Squares and sets of squares.

use std::ops::{BitAnd, BitOr, Not};

/// Most files or ranks that a board may have.
pub(super) const MAX_SIZE: usize = 19;

/// A square's index: `rank * size + file`, counted from `a1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(pub u16);

impl Square {
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of squares as `W` words of 64 bits: one word holds 7x7, two hold 11x11, six hold 19x19.
///
/// ```
/// use imperial_engine::games::tafl::{Square, SquareSet};
///
/// let mut set = SquareSet::<2>::EMPTY;
/// set.insert(Square(40));
/// set.insert(Square(80));
/// assert_eq!(set.iter().map(|square| square.0).collect::<Vec<_>>(), [40, 80]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SquareSet<const W: usize>([u64; W]);

impl<const W: usize> SquareSet<W> {
    /// No square.
    pub const EMPTY: Self = Self([0; W]);

    /// Whether `square` is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0[square.index() / 64] >> (square.index() % 64) & 1 != 0
    }

    /// Adds a square.
    #[inline]
    pub const fn insert(&mut self, square: Square) {
        self.0[square.index() / 64] |= 1 << (square.index() % 64);
    }

    /// Takes a square out.
    #[inline]
    pub const fn remove(&mut self, square: Square) {
        self.0[square.index() / 64] &= !(1 << (square.index() % 64));
    }

    /// Whether no square is in the set.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// Number of squares.
    #[inline]
    pub fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Every number raised by one, up to the last that the words hold.
    #[inline]
    pub(super) fn raised(self) -> Self {
        Self(std::array::from_fn(|i| {
            let carried = if i == 0 { 0 } else { self.0[i - 1] >> 63 };
            self.0[i] << 1 | carried
        }))
    }

    /// Every number lowered by one.
    #[inline]
    pub(super) fn lowered(self) -> Self {
        Self(std::array::from_fn(|i| {
            let carried = if i + 1 == W { 0 } else { self.0[i + 1] << 63 };
            self.0[i] >> 1 | carried
        }))
    }

    /// The sum of two sets read as binary numbers.
    #[inline]
    pub(super) fn plus(self, other: Self) -> Self {
        let mut carry = false;
        Self(std::array::from_fn(|i| {
            let (sum, carried) = self.0[i].carrying_add(other.0[i], carry);
            carry = carried;
            sum
        }))
    }

    /// Square number `index` in ascending order; there must be more than `index`.
    #[inline]
    pub(super) fn nth(self, mut index: u32) -> Square {
        for (word, start) in self.0.into_iter().zip((0u16..).step_by(64)) {
            let count = word.count_ones();
            if index < count {
                return Square(start + nth_bit(word, index));
            }
            index -= count;
        }
        unreachable!("a set of more than `index` squares")
    }

    /// The greatest member below `square`.
    #[inline]
    pub(super) fn last_before(self, square: Square) -> Option<Square> {
        let at = square.index() / 64;
        let mut word = self.0[at] & ((1 << (square.index() % 64)) - 1);
        for index in (0..=at).rev() {
            if word != 0 {
                return Some(Square((index * 64) as u16 + word.ilog2() as u16));
            }
            word = if index == 0 { 0 } else { self.0[index - 1] };
        }
        None
    }

    /// The 32 squares from `start` on as a word.
    #[inline]
    pub(super) fn window(self, start: Square) -> u32 {
        let (index, shift) = (start.index() / 64, start.index() % 64);
        let word = |index: usize| self.0.get(index).copied().unwrap_or(0);
        (word(index) >> shift | (word(index + 1) << 1) << (63 - shift)) as u32
    }

    /// The squares in ascending order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Square> {
        (0u16..).zip(self.0).flat_map(|(index, mut word)| {
            std::iter::from_fn(move || {
                (word != 0).then(|| {
                    let bit = word.trailing_zeros() as u16;
                    word &= word - 1;
                    Square(index * 64 + bit)
                })
            })
        })
    }
}

/// Position of the set bit number `index`, counted from the lowest.
#[inline]
fn nth_bit(mut word: u64, index: u32) -> u16 {
    for _ in 0..index {
        word &= word - 1;
    }
    word.trailing_zeros() as u16
}

impl<const W: usize> FromIterator<Square> for SquareSet<W> {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        squares.into_iter().for_each(|square| set.insert(square));
        set
    }
}

impl<const W: usize> BitAnd for SquareSet<W> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl<const W: usize> BitOr for SquareSet<W> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl<const W: usize> Not for SquareSet<W> {
    type Output = Self;

    /// Every other square, those beyond the board included.
    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}
