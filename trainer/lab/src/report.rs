//! The report: facts by rule set and agent, the comparisons between them, and what they show.

use serde::{Deserialize, Serialize};

use super::{
    AgentLabel, Attribution, BestResponse, CellReport, EffectsTogether, Ensemble, Fairness,
    Finding, JudgedHypothesis, ProvenOpenings, Published, Stopping, StrengthCurve, Surface,
};
use imperial_stats::{Comparison, Options};

/// Version of the JSON form of the report.
pub(super) const FORMAT: u32 = 5;

/// How fair each rule set is, for each agent, and how that differs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BalanceReport {
    /// Version of this form.
    pub format: u32,
    /// How it was computed.
    pub options: Options,
    /// Names of the rule sets, in the order given.
    pub rule_sets: Vec<String>,
    /// The agents, weakest first.
    pub agents: Vec<AgentLabel>,
    /// Width of the bars of the histograms of lengths, in plies.
    pub length_bin: u32,
    /// The figures, by rule set and then by strength. Cells without games are left out.
    pub cells: Vec<CellReport>,
    /// Strongest agent against weakest, for each rule set; left out where they have different networks.
    pub trends: Vec<Trend>,
    /// For each rule set and network, the strongest agent with it against the weakest, where two or
    /// more played. Stages of one training count as one network.
    #[serde(default)]
    pub learned_trends: Vec<Trend>,
    /// Each pair of rule sets, for each agent.
    pub differences: Vec<RuleDifference>,
    /// Balance against strength in Elo, one for each rule set with games between its agents.
    #[serde(default)]
    pub curves: Vec<StrengthCurve>,
    /// What the trainings of each recipe score together, for each playing strength; weakest first. Absent in reports
    /// of older formats.
    #[serde(default)]
    pub ensembles: Vec<Ensemble>,
    /// What was claimed before the games were played, and what they show of it.
    #[serde(default)]
    pub hypotheses: Vec<JudgedHypothesis>,
    /// Which switch causes how much of the difference between two rule sets.
    #[serde(default)]
    pub attributions: Vec<Attribution>,
    /// The same effects by all trainings of a recipe together.
    #[serde(default)]
    pub effects: Vec<EffectsTogether>,
    /// What would even each rule set.
    #[serde(default)]
    pub fairness: Vec<Fairness>,
    /// Which openings are proven to be won; empty where nobody asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub proven: Vec<ProvenOpenings>,
    /// What others have published of games between people, by these rules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub published: Vec<Published>,
    /// Who is ahead at equal skill, by rule set and recipe; empty where nobody asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub surfaces: Vec<Surface>,
    /// What networks score against those that they learned to beat; empty where nobody asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub responses: Vec<BestResponse>,
    /// When the games were stopped; absent where their number was fixed beforehand.
    #[serde(default)]
    pub stopping: Option<Stopping>,
    /// What the figures show, most important first.
    #[serde(default)]
    pub findings: Vec<Finding>,
}

/// What playing strength changes under one rule set: the strongest agent's figure minus the
/// weakest agent's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trend {
    /// The rule set.
    pub rules: String,
    /// The strongest of the agents compared.
    pub strongest: String,
    /// The weakest of them.
    pub weakest: String,
    /// Difference in the attackers' share of wins.
    pub share: Comparison,
    /// Difference in the attackers' score.
    pub score: Comparison,
}

/// What the rules change for one agent: the figure under the first rule set minus the figure
/// under the second.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RuleDifference {
    /// The agent.
    pub agent: String,
    /// The first rule set.
    pub first: String,
    /// The second rule set.
    pub second: String,
    /// Difference in the attackers' share of wins.
    pub share: Comparison,
    /// Difference in the attackers' score.
    pub score: Comparison,
}

impl BalanceReport {
    /// The cell of a rule set and agent.
    pub fn cell(&self, rules: &str, agent: &str) -> Option<&CellReport> {
        self.cells.iter().find(|cell| cell.rules == rules && cell.agent == agent)
    }

    /// The cells of a rule set, weakest agent first.
    pub fn cells_of<'a>(&'a self, rules: &'a str) -> impl Iterator<Item = &'a CellReport> {
        self.cells.iter().filter(move |cell| cell.rules == rules)
    }

    /// Number of all games of agents against themselves, those of the rule sets between two
    /// included.
    pub fn games(&self) -> u64 {
        self.attributions.iter().map(Attribution::games_between).sum::<u64>() + self.cell_games()
    }

    /// Number of games of agents against themselves under the rule sets of the report.
    pub fn cell_games(&self) -> u64 {
        self.cells.iter().map(|cell| cell.games).sum()
    }
}
