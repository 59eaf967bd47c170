//! Sets of points as bits: one type for each width of the bits.

/// Defines `Points`, a set of points as the bits of an integer, in the module that calls it.
macro_rules! points {
    ($bits:ty) => {
        use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

        /// A set of points.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub(super) struct Points(pub $bits);

        impl Points {
            /// Most numbers that points may have.
            pub const MOST: usize = <$bits>::BITS as usize;
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

            /// The set with every point moved on by the same amount, which must lead to other points;
            /// backwards is forwards by [`MOST`](Self::MOST) less.
            pub const fn shifted(self, by: u32) -> Self {
                Self(self.0.rotate_left(by))
            }

            /// The opposite of [`shifted`](Self::shifted).
            pub const fn shifted_back(self, by: u32) -> Self {
                Self(self.0.rotate_right(by))
            }

            /// The lowest point; the set must have one.
            pub const fn first(self) -> u8 {
                self.0.trailing_zeros() as u8
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
    };
}
pub(super) use points;
