//! Stones and where they land.

use super::bits::{self, place};
use crate::Side;

/// Stones on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stones {
    pub(super) yellow: u64,
    pub(super) red: u64,
}

impl Stones {
    pub(super) const NONE: Self = Self { yellow: 0, red: 0 };

    pub(super) const fn of(self, side: Side) -> u64 {
        match side {
            Side::Attackers => self.yellow,
            Side::Defenders => self.red,
        }
    }

    pub(super) const fn all(self) -> u64 {
        self.yellow | self.red
    }

    /// Number of stones.
    pub(super) const fn count(self) -> u32 {
        self.all().count_ones()
    }

    /// A number that no other position has (Tromp): the mover's stones, and the first square above each file.
    pub(super) fn key(self) -> u64 {
        self.of(self.mover()) + self.all() + bits::BOTTOM
    }

    pub(super) fn mover(self) -> Side {
        if self.count().is_multiple_of(2) { Side::Attackers } else { Side::Defenders }
    }
}

/// The square where a stone lands: `rank * 7 + file`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Landing(pub(super) u8);

impl Landing {
    pub(super) const fn new(bit: u64) -> Self {
        let (file, rank) = place(bit);
        Self((rank * bits::WIDTH + file) as u8)
    }

    pub(super) const fn bit(self) -> u64 {
        bits::bit(self.0 as u32 % bits::WIDTH, self.0 as u32 / bits::WIDTH)
    }
}

/// The single bits of a set, from the lowest.
pub(super) fn each(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let bit = set & set.wrapping_neg();
        set ^= bit;
        (bit != 0).then_some(bit)
    })
}
