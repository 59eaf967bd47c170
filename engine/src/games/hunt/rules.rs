//! A rule set: every switch of the hunt games as one documented field.

use serde::{Deserialize, Serialize};

use super::boards::BoardName;
use crate::games::rule_text::{Recurrence, Sides, Starter, Stuck, yes};

/// The laws of one hunt game, as read from a TOML file. `docs/hunt.md` explains each switch.
///
/// The attackers are *the many* (geese, hounds, goats), the defenders *the few* (a fox, tigers). The many
/// step along a line to the next point and never capture. The few step, or capture by jumping over one of
/// the many to the empty point behind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HuntRules {
    /// The family, always `hunt`.
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
    #[serde(default = "many_and_few")]
    pub sides: Sides,
    /// A board that comes with the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardName>,
    /// A board of one's own: its lines, each a row of points.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<String>,
    /// The pieces at the start: ranks from the top, `g` for the many, `f` for the few.
    pub setup: String,
    /// Pieces that the many still have to place.
    #[serde(default)]
    pub hand_many: u32,
    /// Pieces that the few still have to place.
    #[serde(default)]
    pub hand_few: u32,
    /// Who moves first.
    #[serde(default = "attackers")]
    pub first: Starter,
    /// The lines that the many may use.
    #[serde(default)]
    pub many_lines: Lines,
    /// The lines that the few may use, for jumps too.
    #[serde(default)]
    pub few_lines: Lines,
    /// The ways that the many may go.
    #[serde(default = "all_ways")]
    pub many_ways: Vec<Way>,
    /// Whether the few capture at all.
    #[serde(default = "yes")]
    pub few_capture: bool,
    /// How many jumps one turn may have.
    #[serde(default)]
    pub chain: Chain,
    /// Whether the few must capture when they can.
    #[serde(default)]
    pub compulsory: Compulsory,
    /// The few win when so many of the many are taken; 0: never.
    #[serde(default)]
    pub few_win_captures: u32,
    /// The few win when one of them stands on one of these points.
    #[serde(default)]
    pub few_goal: Vec<String>,
    /// The many win when they hold all these points.
    #[serde(default)]
    pub many_goal: Vec<String>,
    /// What becomes of one of the few that cannot move after a ply of the many.
    #[serde(default)]
    pub trapped: Trapped,
    /// What repetition means.
    pub repetition: Recurrence,
    /// Plies after which the game is cut off.
    pub ply_limit: u32,
    /// What it means to have no move.
    #[serde(default)]
    pub stuck: Stuck,
}

/// Which lines a side may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lines {
    /// All of them.
    #[default]
    All,
    /// Steps and jumps along a rank or a file only.
    Orthogonal,
}

/// A way to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Way {
    /// To a higher rank.
    Forward,
    /// Along the rank.
    Sideways,
    /// To a lower rank.
    Backward,
}

/// Further jumps of the same piece in one turn. What is jumped is lifted at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Chain {
    /// None: a turn has one jump.
    Single,
    /// As many as the mover likes.
    #[default]
    Optional,
    /// Until no more is possible.
    Forced,
}

/// Whether the few must capture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Compulsory {
    /// They need not.
    #[default]
    No,
    /// Who can capture must, with any piece and in any way.
    Yes,
    /// They need not, but after a step every one of them that could have captured is taken off.
    Huff,
}

/// What becomes of one of the few that has neither step nor jump after a ply of the many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Trapped {
    /// Nothing: it stays.
    #[default]
    Stays,
    /// It is taken off.
    Removed,
}

fn many_and_few() -> Sides {
    Sides { attackers: "many".to_owned(), defenders: "few".to_owned() }
}

const fn attackers() -> Starter {
    Starter::Attackers
}

fn all_ways() -> Vec<Way> {
    vec![Way::Forward, Way::Sideways, Way::Backward]
}
