//! The two sides of a game.

use std::fmt;
use std::ops::{Index, IndexMut, Not};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// One of the two sides, named after the tafl games.
///
/// Every game of the house has an *attacking* side, which is player one of the engine protocol, and
/// a *defending* side. Games whose sides have other names (crosses and noughts, hounds and fox) say
/// so in [`Game::side_name`](crate::Game::side_name).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The besiegers; player one.
    Attackers,
    /// The king's side; player two.
    Defenders,
}

impl Side {
    /// Both sides, attackers first.
    pub const ALL: [Self; 2] = [Self::Attackers, Self::Defenders];

    /// The full name in lower case, as records and options spell it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Attackers => "attackers",
            Self::Defenders => "defenders",
        }
    }

    /// The letter of position strings: `a` or `d`.
    pub const fn letter(self) -> char {
        match self {
            Self::Attackers => 'a',
            Self::Defenders => 'd',
        }
    }
}

impl Not for Side {
    type Output = Self;

    /// The opponent.
    fn not(self) -> Self {
        match self {
            Self::Attackers => Self::Defenders,
            Self::Defenders => Self::Attackers,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no side.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a side; expected `attackers` or `defenders`")]
pub struct ParseSideError(pub String);

impl FromStr for Side {
    type Err = ParseSideError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "a" | "attackers" => Ok(Self::Attackers),
            "d" | "defenders" => Ok(Self::Defenders),
            _ => Err(ParseSideError(text.to_owned())),
        }
    }
}

/// A pair of values, one for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PerSide<T> {
    /// The attackers' value.
    pub attackers: T,
    /// The defenders' value.
    pub defenders: T,
}

impl<T> PerSide<T> {
    /// Builds the pair by asking `make` for each side.
    pub fn from_fn(mut make: impl FnMut(Side) -> T) -> Self {
        Self { attackers: make(Side::Attackers), defenders: make(Side::Defenders) }
    }

    /// The pair of what `f` makes of each.
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> PerSide<U> {
        PerSide { attackers: f(self.attackers), defenders: f(self.defenders) }
    }
}

impl<T> Index<Side> for PerSide<T> {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        match side {
            Side::Attackers => &self.attackers,
            Side::Defenders => &self.defenders,
        }
    }
}

impl<T> IndexMut<Side> for PerSide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Attackers => &mut self.attackers,
            Side::Defenders => &mut self.defenders,
        }
    }
}
