//! Which rule causes how much of the difference between two rule sets.

pub mod estimate;
pub(super) mod together;

use serde::{Deserialize, Serialize};

use imperial_stats::{Estimate, Knowledge};

pub use together::{EffectTogether, EffectsTogether};

/// The difference between two rule sets in the attackers' score, shared out among the switches in
/// which they differ.
///
/// Every *coalition* is a set of switches that are set as in the second rule set while the others
/// stay as in the first. A switch's effect is its Shapley value (Shapley 1953): the change of the
/// attackers' score when it is flipped, averaged over all orders of flipping. The effects add up to
/// the whole difference.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attribution {
    /// The agent that played every coalition against itself.
    pub agent: String,
    /// What its network knows of the rule sets that were played, of that which it knows least; `None` without a network.
    #[serde(default)]
    pub knowledge: Option<Knowledge>,
    /// The first rule set.
    pub from: String,
    /// The second rule set.
    pub to: String,
    /// Attackers' score under the first rule set.
    pub from_score: Estimate,
    /// Attackers' score under the second rule set.
    pub to_score: Estimate,
    /// Second minus first.
    pub total: Estimate,
    /// How the average over orders was taken.
    pub orders: Orders,
    /// The switches, largest effect first.
    pub switches: Vec<SwitchEffect>,
    /// The pairs of switches with the largest interactions, largest first; empty where orders were
    /// sampled.
    pub interactions: Vec<Interaction>,
    /// The coalitions that were played.
    pub coalitions: Vec<Coalition>,
    /// Coalitions that are no playable rule set; the average leaves out the orders through them.
    pub refused: Vec<Refused>,
    /// Number of all games.
    pub games: u64,
}

impl Attribution {
    /// Number of the games of the rule sets between the two.
    pub fn games_between(&self) -> u64 {
        let ends = [0, self.switches.len()];
        let between = |coalition: &&Coalition| !ends.contains(&coalition.flipped.len());
        self.coalitions.iter().filter(between).map(|coalition| coalition.games).sum()
    }
}

/// The orders in which the switches are flipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind", content = "number")]
pub enum Orders {
    /// Every order counts, through all coalitions.
    All,
    /// So many orders were drawn, each with its reverse.
    Sampled(u64),
}

/// What one switch, or a group of switches that belong together, does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SwitchEffect {
    /// What it is, in words: `who starts`, `throne`.
    pub name: String,
    /// The keys of the rule file that it sets.
    pub keys: Vec<String>,
    /// What the first rule set says of them, in words for people; not part of the JSON.
    #[serde(skip_serializing, default)]
    pub from: String,
    /// What the second rule set says.
    #[serde(skip_serializing, default)]
    pub to: String,
    /// Shapley value: change of the attackers' score, as a share.
    pub effect: Estimate,
    /// Change when it is the first to be flipped, from the first rule set.
    pub first: Option<Estimate>,
    /// Change when it is the last to be flipped, into the second rule set.
    pub last: Option<Estimate>,
    /// Probability of an effect this large by chance alone.
    pub p: f64,
    /// The same after Holm's correction for all switches.
    pub p_holm: f64,
}

/// How much more two switches do together than apart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interaction {
    /// Name of the one.
    pub first: String,
    /// Name of the other.
    pub second: String,
    /// The Shapley interaction index (Grabisch and Roubens 1999), in attackers' score.
    pub effect: Estimate,
    /// Probability of an interaction this large by chance alone.
    #[serde(default = "certain")]
    pub p: f64,
    /// The same after Holm's correction for all pairs, also those that are not reported.
    #[serde(default = "certain")]
    pub p_holm: f64,
}

/// The probability of what older reports do not hold.
const fn certain() -> f64 {
    1.0
}

/// One coalition with its result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Coalition {
    /// Names of the switches that are set as in the second rule set.
    pub flipped: Vec<String>,
    /// Name of the rule set that this makes; it lies in the folder's `rules`.
    pub rules: String,
    /// Number of games.
    pub games: u64,
    /// Attackers' score.
    pub score: Estimate,
}

/// A coalition that cannot be played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Refused {
    /// Names of the switches that would be set as in the second rule set.
    pub flipped: Vec<String>,
    /// Why it is no rule set, in words for people; not part of the JSON.
    #[serde(skip_serializing, default)]
    pub reason: String,
}
