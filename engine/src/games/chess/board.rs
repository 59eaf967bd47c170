//! Where the pieces stand.

use super::squares::Squares;
use crate::streams::split_mix;
use crate::{PerSide, Side};

/// How many letters a kind may have.
pub(super) const LETTERS: usize = 26;

/// A kind of piece: the place of its letter in the alphabet.
pub(super) type Letter = u8;

/// The letter of a kind in positions: capitals for the attackers.
pub(super) const fn written(side: Side, letter: Letter) -> char {
    match side {
        Side::Attackers => (b'A' + letter) as char,
        Side::Defenders => (b'a' + letter) as char,
    }
}

/// The piece of a letter in positions.
pub(super) fn read(text: char) -> Option<(Side, Letter)> {
    match text {
        'A'..='Z' => Some((Side::Attackers, text as u8 - b'A')),
        'a'..='z' => Some((Side::Defenders, text as u8 - b'a')),
        _ => None,
    }
}

/// Stands for no square.
const NOWHERE: u8 = u8::MAX;

/// Where the pieces stand, with a key that tells arrangements apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board {
    /// 0 for nothing, else one more than the place of the piece among those of both sides.
    at: [u8; Squares::MOST],
    of: PerSide<Squares>,
    /// How many of each kind there are.
    counts: PerSide<[u8; LETTERS]>,
    /// The kinds that are royal, as bits.
    royal: u32,
    /// Where each side's royal piece stands; [`NOWHERE`] without one.
    throne: PerSide<u8>,
    key: u64,
}

impl Board {
    /// No pieces; bits tell which kinds are royal.
    pub const fn empty(royal: u32) -> Self {
        Self {
            at: [0; Squares::MOST],
            of: PerSide { attackers: Squares::NONE, defenders: Squares::NONE },
            counts: PerSide { attackers: [0; LETTERS], defenders: [0; LETTERS] },
            royal,
            throne: PerSide { attackers: NOWHERE, defenders: NOWHERE },
            key: 0,
        }
    }

    /// Where a side's royal piece stands.
    #[inline]
    pub fn throne(&self, side: Side) -> Option<u8> {
        Some(self.throne[side]).filter(|square| *square != NOWHERE)
    }

    /// All pieces of a side.
    #[inline]
    pub const fn of(&self, side: Side) -> Squares {
        match side {
            Side::Attackers => self.of.attackers,
            Side::Defenders => self.of.defenders,
        }
    }

    /// All pieces.
    #[inline]
    pub fn all(&self) -> Squares {
        self.of.attackers | self.of.defenders
    }

    /// How many pieces of a kind a side has.
    #[inline]
    pub fn count(&self, side: Side, letter: Letter) -> u8 {
        self.counts[side][usize::from(letter)]
    }

    /// What stands on a square.
    #[inline]
    pub fn on(&self, square: u8) -> Option<(Side, Letter)> {
        let piece = self.at[usize::from(square)].checked_sub(1)?;
        let letters = LETTERS as u8;
        Some(match piece < letters {
            true => (Side::Attackers, piece),
            false => (Side::Defenders, piece - letters),
        })
    }

    /// The kind of the piece on a square, whose ever it is; there must be one.
    #[inline]
    pub const fn letter(&self, square: u8) -> Letter {
        self.at[square as usize].wrapping_sub(1) % LETTERS as u8
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub fn put(&mut self, side: Side, letter: Letter, square: u8) {
        self.at[usize::from(square)] = 1 + side as u8 * LETTERS as u8 + letter;
        self.of[side].insert(square);
        self.counts[side][usize::from(letter)] += 1;
        if self.royal >> letter & 1 != 0 {
            self.throne[side] = square;
        }
        self.key ^= number(side, letter, square);
    }

    /// Takes off what stands on a square.
    #[inline]
    pub fn take(&mut self, square: u8) -> Option<(Side, Letter)> {
        let (side, letter) = self.on(square)?;
        self.at[usize::from(square)] = 0;
        self.of[side].remove(square);
        self.counts[side][usize::from(letter)] -= 1;
        if self.throne[side] == square {
            self.throne[side] = NOWHERE;
        }
        self.key ^= number(side, letter, square);
        Some((side, letter))
    }

    /// Where a side's pieces of a kind stand.
    pub fn find(&self, side: Side, letter: Letter) -> Squares {
        match self.count(side, letter) {
            0 => Squares::NONE,
            _ => self.of[side].iter().filter(|square| self.letter(*square) == letter).collect(),
        }
    }

    /// The pieces on all squares, in words.
    pub fn words(&self) -> impl Iterator<Item = u64> {
        self.at
            .chunks_exact(8)
            .map(|eight| eight.iter().fold(0, |word, piece| word << 8 | u64::from(*piece)))
    }

    /// A number that is the same for the same pieces and nearly always another for others.
    pub const fn key(&self) -> u64 {
        self.key
    }
}

/// The random number of a piece on a square (Zobrist 1970).
#[inline]
fn number(side: Side, letter: Letter, square: u8) -> u64 {
    NUMBERS[side as usize * LETTERS + usize::from(letter)][usize::from(square)]
}

static NUMBERS: [[u64; Squares::MOST]; 2 * LETTERS] = numbers();

const fn numbers() -> [[u64; Squares::MOST]; 2 * LETTERS] {
    let mut numbers = [[0; Squares::MOST]; 2 * LETTERS];
    let mut nth = 0;
    while nth < 2 * LETTERS * Squares::MOST {
        numbers[nth / Squares::MOST][nth % Squares::MOST] =
            split_mix((0x6368_6573 << 16) | nth as u64);
        nth += 1;
    }
    numbers
}
