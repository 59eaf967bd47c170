//! Balance against playing strength, on one Elo scale per rule set.

mod lead;
mod line;
mod rate;

use imperial_data::GameResult;
use serde::{Deserialize, Serialize};

use super::Comparison;
use imperial_stats::Estimate;

pub use lead::Lead;
pub(super) use rate::curves;

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
    /// The draw margin of the model in Elo: two equal players on equal sides draw more often the
    /// larger it is.
    pub draw_margin: Estimate,
    /// Change of the attackers' score for each 100 Elo of both players, as a share: the slope of the
    /// line through the agents, which are weighted by the precision of their scores. It counts as
    /// negligible when the whole interval of [`rise`](Self::rise) is within the margin. Nothing is said of it where the line does not [fit](Self::fits).
    pub slope: Comparison,
    /// How badly that line fits; absent with two agents, through which it always goes.
    #[serde(default)]
    pub misfit: Option<Misfit>,
    /// The line through the agents with networks alone, a height for each training and one slope for
    /// all; absent where these leave nothing to test.
    #[serde(default)]
    pub learned: Option<Line>,
    /// Change of the attackers' score from the lowest rating to the highest by that line, as a share.
    #[serde(default)]
    pub rise: Option<Estimate>,
    /// Number of games between different agents that the ratings rest on.
    pub games: u64,
}

/// A line through some of the agents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// Number of agents.
    pub agents: u32,
    /// Number of trainings that their networks come from, each of which has its own height.
    #[serde(default)]
    pub trainings: u32,
    /// Its slope, as that of [`StrengthCurve::slope`].
    pub slope: Comparison,
    /// How badly it fits.
    pub misfit: Option<Misfit>,
}

/// The test of a straight line: how far points lie from the best one, weighed by the errors of ratings
/// and scores.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Misfit {
    /// Weighed sum of squared residuals.
    pub chi_square: f64,
    /// Its degrees of freedom: points less heights and slope.
    pub freedom: u32,
    /// Probability of a sum this large if the points lay on a line.
    pub p: f64,
}

impl Misfit {
    /// Below this probability a line does not fit.
    pub const LEAST_P: f64 = 0.01;

    /// Whether the points may lie on a line; they may where nothing is known of it.
    pub(crate) fn allows(misfit: Option<Self>) -> bool {
        misfit.is_none_or(|misfit| misfit.p >= Self::LEAST_P)
    }
}

impl StrengthCurve {
    /// Whether the agents may lie on a straight line.
    pub fn fits(&self) -> bool {
        Misfit::allows(self.misfit)
    }

    /// The agent with the highest rating.
    pub fn strongest(&self) -> Option<&StrengthPoint> {
        self.points.last()
    }
}

impl Line {
    /// Whether its agents may lie on a straight line.
    pub fn fits(&self) -> bool {
        Misfit::allows(self.misfit)
    }
}

/// One agent on the scale.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StrengthPoint {
    /// The agent.
    pub agent: String,
    /// The agent's strength in Elo, the mean of its attack and its defence. The agent that comes first
    /// in the order of strength is 0.
    pub elo: Estimate,
    /// The strength of its attack in Elo, on the same scale.
    pub attack: Estimate,
    /// The strength of its defence in Elo, on the same scale.
    pub defence: Estimate,
    /// What the attackers' side is worth between two copies of the agent, in Elo; negative where the
    /// defenders' is worth more. How much of it the rules give, and how much the agent's own
    /// one-sidedness, no games can tell. Absent in reports of format 2.
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
