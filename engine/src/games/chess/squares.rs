//! Sets of squares as bits. Squares are numbered rank by rank from the lowest, from the left.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

const WORDS: usize = 3;

/// A set of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Squares([u64; WORDS]);

impl Squares {
    /// Most squares of a board.
    pub const MOST: usize = crate::SquareSet::MOST;
    pub const NONE: Self = Self([0; WORDS]);
    pub const ALL: Self = Self([u64::MAX; WORDS]);

    #[inline]
    pub const fn only(square: u8) -> Self {
        let mut set = Self::NONE;
        set.0[square as usize / 64] = 1 << (square % 64);
        set
    }

    #[inline]
    pub const fn has(&self, square: u8) -> bool {
        self.0[square as usize / 64] >> (square % 64) & 1 != 0
    }

    #[inline]
    pub const fn insert(&mut self, square: u8) {
        self.0[square as usize / 64] |= 1 << (square % 64);
    }

    #[inline]
    pub const fn remove(&mut self, square: u8) {
        self.0[square as usize / 64] &= !(1 << (square % 64));
    }

    #[inline]
    pub const fn with(mut self, square: u8) -> Self {
        self.insert(square);
        self
    }

    #[inline]
    pub const fn without(mut self, square: u8) -> Self {
        self.remove(square);
        self
    }

    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    #[inline]
    pub const fn count(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones()
    }

    /// The lowest square, if there is one.
    #[inline]
    pub const fn first(self) -> Option<u8> {
        let [low, middle, high] = self.0;
        if low != 0 {
            Some(low.trailing_zeros() as u8)
        } else if middle != 0 {
            Some(64 + middle.trailing_zeros() as u8)
        } else if high != 0 {
            Some(128 + high.trailing_zeros() as u8)
        } else {
            None
        }
    }

    /// The highest square, if there is one.
    #[inline]
    pub const fn last(self) -> Option<u8> {
        let [low, middle, high] = self.0;
        if high != 0 {
            Some(191 - high.leading_zeros() as u8)
        } else if middle != 0 {
            Some(127 - middle.leading_zeros() as u8)
        } else if low != 0 {
            Some(63 - low.leading_zeros() as u8)
        } else {
            None
        }
    }

    /// All squares, lowest ranks first, from the left.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = u8> {
        let mut words = self.0;
        let mut place = 0;
        std::iter::from_fn(move || {
            while words[place] == 0 {
                if place + 1 == WORDS {
                    return None;
                }
                place += 1;
            }
            let square = 64 * place as u8 + words[place].trailing_zeros() as u8;
            words[place] &= words[place] - 1;
            Some(square)
        })
    }

    /// The bits.
    pub const fn words(self) -> [u64; WORDS] {
        self.0
    }
}

impl FromIterator<u8> for Squares {
    fn from_iter<I: IntoIterator<Item = u8>>(squares: I) -> Self {
        squares.into_iter().fold(Self::NONE, Self::with)
    }
}

impl BitOr for Squares {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1], self.0[2] | other.0[2]])
    }
}

impl BitAnd for Squares {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self([self.0[0] & other.0[0], self.0[1] & other.0[1], self.0[2] & other.0[2]])
    }
}

impl Not for Squares {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl BitOrAssign for Squares {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}
