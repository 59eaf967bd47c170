//! A rule set: every switch of the tafl games as one documented field.

use serde::{Deserialize, Serialize};

use super::switches::word_or_yes;
pub use super::switches::{
    Camps, CampsHostileTo, CampsPass, Captures, CornerStop, Encirclement, Entering, ExitFort, Goal,
    HostileTo, KingArms, KingCapture, LinnaeanCapture, Piece, Repetition, RepetitionResult,
    Shieldwall, ThroneHostile, ThroneRight, ThroneState,
};
use crate::games::rule_text::yes;
pub use crate::games::rule_text::{Starter, Stuck};

/// The laws of one tafl game, as read from a TOML file. `docs/rules.md` explains each switch.
///
/// Implicit in all of them: pieces move like the rook of chess and never jump; capture is custodial
/// and active; the rim of the board is never hostile; the king belongs to the defenders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleSet {
    /// The family, always `tafl`.
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
    /// Files and ranks, odd, 5 to 19.
    pub size: usize,
    /// The starting layout, ranks from the top, squares separated by spaces: `.`, `A`, `D`, `K`.
    pub setup: String,
    /// Who moves first.
    pub first: Starter,
    /// Most squares that the king moves at once; absent: no limit.
    pub king_reach: Option<u32>,
    /// The same for men.
    pub men_reach: Option<u32>,
    /// Where the king wins.
    pub goal: Goal,
    /// Whether the king wins who has two clear lines to the edge after a move of his side.
    #[serde(default)]
    pub two_roads: bool,
    /// How the king is captured.
    pub king_capture: KingCapture,
    /// Whether the attackers' move that would take the king gives notice instead, so that he may
    /// leave.
    #[serde(default)]
    pub king_notice: bool,
    /// Whether the king captures.
    pub king_arms: KingArms,
    /// Who may end a move on the empty throne.
    pub throne_stop: ThroneRight,
    /// Who may slide over the empty throne.
    pub throne_pass: ThroneRight,
    /// To whom the throne is hostile, and when.
    #[serde(default)]
    pub throne_hostile: ThroneHostile,
    /// Who may end a move on a corner.
    #[serde(default)]
    pub corner_stop: CornerStop,
    /// To whom the corners are hostile.
    #[serde(default)]
    pub corner_hostile: HostileTo,
    /// What the camps do.
    #[serde(default)]
    pub camps: Camps,
    /// Whether the attackers fear the camps too.
    #[serde(default)]
    pub camps_hostile_to: CampsHostileTo,
    /// Whether the attackers may cross them.
    #[serde(default)]
    pub camps_pass: CampsPass,
    /// How many men a move takes.
    pub captures: Captures,
    /// Whether the mover may decline to capture.
    #[serde(default)]
    pub capture_optional: bool,
    /// Whether the man who shields a king on the throne can be taken.
    #[serde(default)]
    pub linnaean_capture: LinnaeanCapture,
    /// Whether a man may safely move between two enemies.
    #[serde(default)]
    pub entering: Entering,
    /// Whether a piece is captured by the move that leaves only enemies, squares hostile to it and
    /// the rim beside it.
    #[serde(default)]
    pub immobilisation: bool,
    /// Capture of a row of men along the edge.
    #[serde(default, deserialize_with = "word_or_yes")]
    pub shieldwall: Shieldwall,
    /// Whether an empty corner that is hostile to the men of a row closes an end of it.
    #[serde(default = "yes")]
    pub shieldwall_corner: bool,
    /// Win by a fort at the edge that cannot be broken.
    #[serde(default, deserialize_with = "word_or_yes")]
    pub exit_fort: ExitFort,
    /// Win by a closed ring round all defenders.
    #[serde(default, deserialize_with = "word_or_yes")]
    pub encirclement: Encirclement,
    /// What repetition means.
    pub repetition: Repetition,
    /// Plies without a capture that make a draw; absent: no limit.
    pub quiet_limit: Option<u32>,
    /// Plies after which the game is cut off.
    pub ply_limit: u32,
    /// What it means to have no move.
    #[serde(default)]
    pub stuck: Stuck,
}

impl RuleSet {
    /// Whether the mover may have a choice about what to take.
    pub fn has_choices(&self) -> bool {
        self.captures == Captures::One || self.capture_optional
    }
}
