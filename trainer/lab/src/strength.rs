//! Balance against playing strength, on one Elo scale per rule set.

mod lead;
mod rate;

use imperial_data::GameResult;
use serde::{Deserialize, Serialize};

use imperial_stats::Estimate;

pub use lead::Lead;
pub(super) use rate::{curves, resamples};

/// A game between two different agents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchGame {
    /// Name of the rule set.
    pub rules: String,
    /// Name of the agent that attacked.
    pub attackers: String,
    /// Name of the agent that defended.
    pub defenders: String,
    /// A name for the opening: games of the same agents from one opening are not independent.
    pub opening: u64,
    /// Who won.
    pub result: GameResult,
}

/// How the balance of one rule set changes with playing strength.
///
/// The agents' ratings come from games between neighbours, sides swapped, by the joint model of
/// [`stats`](imperial_stats), which rates attack and defence apart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StrengthCurve {
    /// The rule set.
    pub rules: String,
    /// The agents, lowest rating first.
    pub points: Vec<StrengthPoint>,
    /// How far they are apart: every pair.
    #[serde(default)]
    pub leads: Vec<Lead>,
    /// The mean over these agents of what the attackers' side is worth between two copies of one, in
    /// Elo. With other agents it is another figure, and says nothing of the rules alone.
    #[serde(alias = "side_advantage")]
    pub pool_mean: Estimate,
    /// The draw margin of the model in Elo: two equal agents on equal sides draw more often the
    /// larger it is.
    pub draw_margin: Estimate,
    /// Number of games between different agents that the ratings rest on.
    pub games: u64,
}

impl StrengthCurve {
    /// The agent with the highest rating.
    pub fn strongest(&self) -> Option<&StrengthPoint> {
        self.points.last()
    }
}

/// One agent on the scale.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StrengthPoint {
    /// The agent.
    pub agent: String,
    /// The agent's strength in Elo, the mean of its attack and its defence. The mean of all agents is 0.
    pub elo: Estimate,
    /// The strength of its attack in Elo, on the same scale.
    pub attack: Estimate,
    /// The strength of its defence in Elo, on the same scale.
    pub defence: Estimate,
    /// What the attackers' side is worth between two copies of the agent, in Elo; negative where the defenders' is worth
    /// more. It is marginal: the agent's score over all openings, on the scale of Elo. How much of it the rules
    /// give, and how much the agent's own one-sidedness, no games can tell. Absent in reports of format 2.
    #[serde(default)]
    pub side_advantage: Option<Estimate>,
    /// By how much the agent attacks better than it defends, compared with the mean of all agents, in
    /// Elo. Absent in older reports.
    #[serde(default)]
    pub lean: Option<Estimate>,
    /// The attackers' share of wins when the agent plays itself.
    pub share: Estimate,
    /// The attackers' score when the agent plays itself.
    pub score: Estimate,
    /// Number of games of the agent against itself.
    pub games: u64,
}
