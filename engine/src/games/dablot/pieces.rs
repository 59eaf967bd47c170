//! Kinds of pieces, and where pieces stand.

use super::points::Points;
use crate::streams::split_mix;
use crate::{PerSide, Side};

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// A man.
    Man,
    /// A man that has gone back, where that matters.
    Backed,
    /// An officer.
    Officer,
    /// A son of the leader.
    Son,
    /// The leader.
    Leader,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Man, Self::Backed, Self::Officer, Self::Son, Self::Leader];

    /// Its letter in positions: capitals for the attackers.
    pub const fn letter(self, side: Side) -> char {
        let letter = match self {
            Self::Man => 'M',
            Self::Backed => 'N',
            Self::Officer => 'O',
            Self::Son => 'P',
            Self::Leader => 'K',
        };
        match side {
            Side::Attackers => letter,
            Side::Defenders => letter.to_ascii_lowercase(),
        }
    }

    /// The piece of a letter.
    pub fn read(letter: char) -> Option<(Side, Self)> {
        let side = if letter.is_ascii_uppercase() { Side::Attackers } else { Side::Defenders };
        let kind = Self::ALL.into_iter().find(|kind| kind.letter(side) == letter)?;
        Some((side, kind))
    }

    /// Whether it is a man, gone back or not.
    pub const fn is_man(self) -> bool {
        matches!(self, Self::Man | Self::Backed)
    }
}

/// Where the pieces stand, with a key that tells arrangements apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pieces {
    of: PerSide<[Points; Kind::ALL.len()]>,
    key: u64,
}

impl Pieces {
    /// Where the pieces of a kind stand.
    #[inline]
    pub const fn of(&self, side: Side, kind: Kind) -> Points {
        match side {
            Side::Attackers => self.of.attackers[kind as usize],
            Side::Defenders => self.of.defenders[kind as usize],
        }
    }

    /// All pieces of a side.
    #[inline]
    pub fn side(&self, side: Side) -> Points {
        let [man, backed, officer, son, leader] = self.of[side];
        man | backed | officer | son | leader
    }

    /// All men of a side.
    #[inline]
    pub fn men(&self, side: Side) -> Points {
        self.of(side, Kind::Man) | self.of(side, Kind::Backed)
    }

    /// All pieces.
    #[inline]
    pub fn all(&self) -> Points {
        self.side(Side::Attackers) | self.side(Side::Defenders)
    }

    /// What stands on a point.
    pub fn on(&self, point: u8) -> Option<(Side, Kind)> {
        let side = Side::ALL.into_iter().find(|side| self.side(*side).has(point))?;
        Some((side, self.kind(side, point)?))
    }

    /// The kind of a side's piece on a point.
    #[inline]
    pub fn kind(&self, side: Side, point: u8) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| self.of(side, *kind).has(point))
    }

    /// Puts a piece on a point where none is, or takes it off.
    #[inline]
    pub fn toggle(&mut self, side: Side, kind: Kind, point: u8) {
        self.of[side][kind as usize].0 ^= 1 << point;
        self.key ^= NUMBERS[side as usize][kind as usize][usize::from(point)];
    }

    /// A number that is the same for the same pieces and nearly always another for others.
    pub const fn key(&self) -> u64 {
        self.key
    }
}

/// Random numbers of all pieces on all points (Zobrist 1970).
static NUMBERS: [[[u64; Points::MOST]; Kind::ALL.len()]; 2] = numbers();

const fn numbers() -> [[[u64; Points::MOST]; Kind::ALL.len()]; 2] {
    let mut numbers = [[[0; Points::MOST]; Kind::ALL.len()]; 2];
    let mut nth = 0;
    while nth < 2 * Kind::ALL.len() * Points::MOST {
        let (piece, point) = (nth / Points::MOST, nth % Points::MOST);
        numbers[piece % 2][piece / 2][point] = split_mix((0x6461_626c << 16) | nth as u64);
        nth += 1;
    }
    numbers
}
