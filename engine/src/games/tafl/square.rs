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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct SquareSet<const W: usize>([u64; W]);

impl<const W: usize> SquareSet<W> {
    /// No square.
    pub const EMPTY: Self = Self([0; W]);

    /// Whether `square` is in the set.
    #[inline]
    pub const fn contains(&self, square: Square) -> bool {
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

    /// The set without `square`.
    pub const fn without(mut self, square: Square) -> Self {
        self.remove(square);
        self
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

    /// A set of the words that `make` gives for their numbers. (A plain loop is unrolled where
    /// `array::from_fn` is not.)
    #[inline(always)]
    fn words(self, mut make: impl FnMut(usize) -> u64) -> Self {
        let mut words = self.0;
        for (i, word) in words.iter_mut().enumerate() {
            *word = make(i);
        }
        Self(words)
    }

    /// Every number raised by one, up to the last that the words hold.
    #[inline]
    pub(super) fn raised(self) -> Self {
        self.raised_by(1)
    }

    /// Every number lowered by one.
    #[inline]
    pub(super) fn lowered(self) -> Self {
        self.lowered_by(1)
    }

    /// Every number raised by `step`, less than 64, up to the last that the words hold.
    #[inline]
    pub(super) fn raised_by(self, step: usize) -> Self {
        self.words(|i| {
            let carried = if i == 0 { 0 } else { self.0[i - 1] >> 1 >> (63 - step) };
            self.0[i] << step | carried
        })
    }

    /// Every number lowered by `step`, less than 64; those below `step` fall out.
    #[inline]
    pub(super) fn lowered_by(self, step: usize) -> Self {
        self.words(|i| {
            let carried = if i + 1 == W { 0 } else { self.0[i + 1] << 1 << (63 - step) };
            self.0[i] >> step | carried
        })
    }

    /// The sum of two sets read as binary numbers.
    #[inline]
    pub(super) fn plus(self, other: Self) -> Self {
        let mut carry = false;
        self.words(|i| {
            let (sum, carried) = self.0[i].carrying_add(other.0[i], carry);
            carry = carried;
            sum
        })
    }

    /// Square number `index` in ascending order; there must be more than `index`.
    #[inline]
    pub(super) fn nth(&self, mut index: u32) -> Square {
        for (i, word) in self.0.iter().enumerate() {
            let count = word.count_ones();
            if index < count {
                return Square((i * 64) as u16 + nth_bit(*word, index));
            }
            index -= count;
        }
        unreachable!("a set of more than `index` squares")
    }

    /// The greatest member below `square`.
    #[inline]
    pub(super) fn last_before(&self, square: Square) -> Option<Square> {
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
    pub(super) fn window(&self, start: Square) -> u32 {
        let (index, shift) = (start.index() / 64, start.index() % 64);
        let word = |index: usize| self.0.get(index).copied().unwrap_or(0);
        ((word(index) >> shift) | (word(index + 1) << 1 << (63 - shift))) as u32
    }

    /// The `len` squares from `start` on, at most 32.
    #[inline]
    pub(super) fn run(start: Square, len: u32) -> Self {
        let (index, shift) = (start.index() / 64, start.index() % 64);
        let run = (1u64 << len) - 1;
        let mut set = Self::EMPTY;
        if let Some(word) = set.0.get_mut(index) {
            *word = run << shift;
        }
        if let Some(word) = set.0.get_mut(index + 1) {
            *word = run >> 1 >> (63 - shift);
        }
        set
    }

    /// Calls `visit` with the squares in ascending order: what [`iter`](Self::iter) gives, faster.
    #[inline]
    pub(super) fn for_each(self, mut visit: impl FnMut(Square)) {
        for (i, word) in self.0.iter().enumerate() {
            let mut word = *word;
            while word != 0 {
                visit(Square((i * 64) as u16 + word.trailing_zeros() as u16));
                word &= word - 1;
            }
        }
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

/// Position of set bit number `index`, counted from the lowest.
///
/// Finds the byte by comparing all running totals at once (Vigna 2008, *Broadword implementation of
/// rank/select queries*), then counts within it.
#[inline]
fn nth_bit(word: u64, index: u32) -> u16 {
    const EACH: u64 = 0x0101_0101_0101_0101;
    const TOP: u64 = EACH * 0x80;
    let pairs = word - ((word >> 1) & (EACH * 0x55));
    let nibbles = (pairs & (EACH * 0x33)) + ((pairs >> 2) & (EACH * 0x33));
    let totals = ((nibbles + (nibbles >> 4)) & (EACH * 0x0f)).wrapping_mul(EACH);
    let passed = (((u64::from(index) * EACH) | TOP) - totals) & TOP;
    let start = ((passed >> 7).wrapping_mul(EACH) >> 56) * 8;
    let before = ((totals << 8) >> start) as u8;
    let mut byte = word >> start;
    for _ in u32::from(before)..index {
        byte &= byte - 1;
    }
    (start + u64::from(byte.trailing_zeros())) as u16
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
        self.words(|i| self.0[i] & other.0[i])
    }
}

impl<const W: usize> BitOr for SquareSet<W> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.words(|i| self.0[i] | other.0[i])
    }
}

impl<const W: usize> Not for SquareSet<W> {
    type Output = Self;

    /// Every other square, those beyond the board included.
    #[inline]
    fn not(self) -> Self {
        self.words(|i| !self.0[i])
    }
}
