//! A rule set: every switch of Dablot as one documented field.

use serde::{Deserialize, Serialize};

use crate::games::rule_text::{Recurrence, Sides, Starter, Stuck, yes};

/// The laws of one game, as read from a TOML file. `docs/dablot.md` explains each switch.
///
/// Each side has men, officers, sons and one leader. A piece steps along a line to the next
/// point, or jumps over an enemy of its own rank or a lower one to the empty point behind, again and again as it
/// likes. A side has lost when its leader is taken or alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DablotRules {
    /// The family, always `dablot`.
    pub game: String,
    /// Short name, lower case with hyphens.
    pub name: String,
    /// Name for headlines.
    pub title: String,
    /// Where the rules come from.
    pub source: String,
    /// Keys of the switches that the source is silent about.
    #[serde(default)]
    pub house_rules: Vec<String>,
    /// What players call the sides.
    #[serde(default = "both_sides")]
    pub sides: Sides,
    /// Crossings on each rank of the lattice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub columns: Option<u32>,
    /// Crossings on each file of the lattice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranks: Option<u32>,
    /// A board of one's own in place of a lattice: its lines, each a row of points.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<String>,
    /// The pieces at the start: ranks from the top, capitals for the attackers.
    pub setup: String,
    /// Who moves first.
    #[serde(default = "lot")]
    pub first: Starter,
    /// Whether a man that can capture must.
    #[serde(default)]
    pub compulsory: bool,
    /// Whether men may go back.
    #[serde(default = "yes")]
    pub men_back: bool,
    /// Which men become officers.
    #[serde(default)]
    pub promotion: Promotion,
    /// How many ranks there are: 3, or 4 with sons above officers.
    #[serde(default = "three")]
    pub ladder: u32,
    /// Steps and single jumps that a turn has at most; with 1 a turn is one move, of as many jumps as possible.
    #[serde(default = "one")]
    pub actions: u32,
    /// Whether several pieces may together take one of a higher rank.
    #[serde(default)]
    pub ambush: bool,
    /// What repetition means.
    pub repetition: Recurrence,
    /// Plies without a capture that draw the game; without it there is no such limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quiet_limit: Option<u32>,
    /// Plies after which the game is cut off.
    pub ply_limit: u32,
    /// What it means to have no move.
    #[serde(default)]
    pub stuck: Stuck,
}

/// Which men become officers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Promotion {
    /// None.
    #[default]
    None,
    /// Those that end their move on the last rank.
    FarRank,
    /// Those of them that have never gone to a lower rank.
    Unbacked,
}

fn both_sides() -> Sides {
    Sides { attackers: "attackers".to_owned(), defenders: "defenders".to_owned() }
}

const fn lot() -> Starter {
    Starter::Lot
}

const fn one() -> u32 {
    1
}

const fn three() -> u32 {
    3
}
