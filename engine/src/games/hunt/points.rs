//! Sets of points as bits. A point's number is `rank * width + file` of the board's rectangle.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// A set of points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Points(pub u64);

impl Points {
    /// Most squares of a board's rectangle.
    pub const MOST: usize = 64;
    pub const NONE: Self = Self(0);

    pub const fn only(point: u8) -> Self {
        Self(1 << point)
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    pub const fn has(self, point: u8) -> bool {
        self.0 >> point & 1 != 0
    }

    /// The set with every point moved on by the same number of squares, which must lead from points of the
    /// board to squares of its rectangle; backwards is forwards by 64 less.
    pub const fn shifted(self, by: u32) -> Self {
        Self(self.0.rotate_left(by))
    }

    /// The opposite of [`shifted`](Self::shifted).
    pub const fn shifted_back(self, by: u32) -> Self {
        Self(self.0.rotate_right(by))
    }

    /// The point with this place in the set, which must have so many.
    pub const fn nth(self, mut place: u32) -> u8 {
        let mut left = self.0;
        while place > 0 {
            left &= left - 1;
            place -= 1;
        }
        left.trailing_zeros() as u8
    }

    /// All points, lowest ranks first, from the left.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let point = (left != 0).then(|| left.trailing_zeros() as u8);
            left &= left.wrapping_sub(1);
            point
        })
    }
}

impl FromIterator<u8> for Points {
    fn from_iter<I: IntoIterator<Item = u8>>(points: I) -> Self {
        points.into_iter().fold(Self::NONE, |set, point| set | Self::only(point))
    }
}

impl BitOr for Points {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for Points {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Not for Points {
    type Output = Self;

    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl BitOrAssign for Points {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitAndAssign for Points {
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}
