//! How a kind of piece goes, as a rule file has it.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use crate::games::rule_text::yes;

/// A kind of piece. All its ways to go are open to it in each move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// Its capital letter, by which positions and other switches know it.
    pub letter: char,
    /// What players call it.
    pub name: String,
    /// Straight lines along which it goes any distance over empty squares.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slides: Vec<Ways>,
    /// Squares to which it goes over whatever stands between, as files and ranks away; each stands for all its
    /// turns and reflections.
    #[serde(default, deserialize_with = "leaps", skip_serializing_if = "Vec::is_empty")]
    pub leaps: Vec<[u32; 2]>,
    /// So many single steps over empty squares, turning as it likes; a capture ends them.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub walk: u32,
    /// The steps of its walk.
    #[serde(default = "Ways::both", skip_serializing_if = "Ways::are_both")]
    pub walk_ways: Vec<Ways>,
    /// Whether it captures by going to a square.
    #[serde(default = "yes", skip_serializing_if = "is_set")]
    pub takes: bool,
    /// How far it takes an enemy along a straight line, over whatever stands between, without moving.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub shoots: u32,
    /// Whether it goes and captures as the pawns of these rules do, and in no other way.
    #[serde(default, skip_serializing_if = "is_unset")]
    pub pawn: bool,
    /// Whether its loss is the game's: it must not be left in check.
    #[serde(default, skip_serializing_if = "is_unset")]
    pub royal: bool,
    /// Whether it goes along with one that carries.
    #[serde(default, skip_serializing_if = "is_unset")]
    pub rides: bool,
    /// Whether it carries one that rides.
    #[serde(default, skip_serializing_if = "is_unset")]
    pub carries: bool,
}

/// Directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ways {
    /// Along ranks and files.
    Orthogonal,
    /// Along diagonals.
    Diagonal,
}

impl Ways {
    fn both() -> Vec<Self> {
        vec![Self::Orthogonal, Self::Diagonal]
    }

    pub(super) fn are_both(ways: &[Self]) -> bool {
        ways == [Self::Orthogonal, Self::Diagonal]
    }
}

/// Reads leaps. The reader of TOML would pass over a third number.
fn leaps<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<[u32; 2]>, D::Error> {
    let leaps: Vec<Vec<u32>> = Deserialize::deserialize(from)?;
    let leap = |numbers: Vec<u32>| {
        let wrong = |numbers: Vec<u32>| format!("a leap has two numbers, not as {numbers:?}");
        <[u32; 2]>::try_from(numbers).map_err(|numbers| D::Error::custom(wrong(numbers)))
    };
    leaps.into_iter().map(leap).collect()
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
const fn is_set(flag: &bool) -> bool {
    *flag
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
const fn is_unset(flag: &bool) -> bool {
    !*flag
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}
