//! Hypotheses: what was claimed of rule sets before the games were played, and what the games show of it.

mod entry;
mod evidence;
mod judge;
mod manner;
mod trainings;

use imperial_engine::Side;
use imperial_stats::trainings::FEWEST;
use imperial_stats::{Confidence, Estimate};
use serde::{Deserialize, Serialize};

use super::text::percent;
use super::{AgentLabel, Experience};
pub use entry::BadHypothesis;
pub(super) use judge::{Games, judge};

/// A statement about the balance of rule sets that games can support or contradict.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "entry::Entry", into = "entry::Entry")]
pub struct Hypothesis {
    /// Short name: `times-1855-beginners`.
    pub name: String,
    /// What is claimed, in a sentence.
    pub statement: String,
    /// Who says so, where and when.
    pub source: String,
    /// The rule sets that it is about.
    pub rules: Vec<String>,
    /// The agents whose games against themselves count.
    pub agents: AgentChoice,
    /// What must hold under each of the rule sets for each of the agents.
    pub predicate: Predicate,
}

/// Agents of a report, by name or by their place in the order of strength.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AgentChoice {
    /// The first in the order.
    Weakest,
    /// The last.
    Strongest,
    /// All of them.
    All,
    /// Those of these names.
    Named(Vec<String>),
}

/// A property of the games of a rule set and agent.
#[derive(Clone, Debug, PartialEq)]
pub enum Predicate {
    /// This side scores more than one half.
    Favours(Side),
    /// The score is nearer to one half than this share (0.05 is 5 percentage points).
    EvenWithin(f64),
    /// The score is higher than this share.
    HigherThan(f64),
    /// The score is higher than that of the same agent under this rule set.
    HigherThanUnder(String),
    /// The score is lower than this share.
    LowerThan(f64),
    /// The score is lower than that of the same agent under this rule set.
    LowerThanUnder(String),
    /// Games last longer than so many plies, on average.
    LongerThan(f64),
    /// Games last longer than those of the same agent under this rule set.
    LongerThanUnder(String),
    /// Whoever moves first wins more often than when the other side does; where a lot decides who does.
    FirstMoverFavoured,
}

/// What a predicate compares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Quantity {
    /// The attackers' score; differences are shares.
    #[default]
    Score,
    /// The length of games; differences are shares of the shorter length: 0.2 is 20 % longer.
    Length,
    /// The attackers' share of wins when they move first, less that when they do not.
    FirstMover,
}

impl Predicate {
    /// The rule set that it compares with, and the key that names it.
    pub(super) fn other(&self) -> Option<(&'static str, &str)> {
        match self {
            Self::HigherThanUnder(other) => Some(("higher-than", other)),
            Self::LowerThanUnder(other) => Some(("lower-than", other)),
            Self::LongerThanUnder(other) => Some(("longer-than", other)),
            _ => None,
        }
    }
}

/// What the games show of a hypothesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The predicate is shown for every rule set and agent.
    Supported,
    /// Its opposite is shown for one of them.
    Contradicted,
    /// Neither.
    Open,
}

/// A hypothesis with its verdict.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JudgedHypothesis {
    /// What is claimed.
    #[serde(flatten)]
    pub hypothesis: Hypothesis,
    /// What the games show.
    pub verdict: Verdict,
    /// Probability of games that speak as clearly by chance alone.
    pub p: f64,
    /// The same after Holm's correction for all hypotheses of the report.
    pub p_holm: f64,
    /// The rule sets and agents that it rests on.
    pub cases: Vec<Case>,
}

/// One rule set and agent of a hypothesis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    /// The rule set.
    pub rules: String,
    /// The agent, or the playing strength of trainings together.
    pub agent: String,
    /// How many trainings it rests on; 0 for an agent without a network.
    #[serde(default)]
    pub trainings: u32,
    /// Whether its networks have not learned the rules to the end: then no number of their games decides.
    #[serde(default)]
    pub provisional: bool,
    /// What is compared.
    #[serde(default)]
    pub of: Quantity,
    /// The attackers' score, 0 to 1.
    pub score: Estimate,
    /// What is compared less what it is compared with: one half, the value, or the same under the other rule set.
    pub difference: Estimate,
}

impl Case {
    /// The smallest difference that games like these would show in four of five repetitions, as a share. `None` where
    /// one or two trainings played, or networks that do not know the rules: no number of their games shows anything.
    pub fn detectable(&self, confidence: Confidence) -> Option<f64> {
        // 0.84 is the normal quantile of four fifths.
        let decides =
            !self.provisional && (self.trainings == 0 || self.trainings as usize >= FEWEST);
        decides.then_some(self.difference.half_width() * (1.0 + 0.84 / confidence.z()))
    }
}

impl JudgedHypothesis {
    /// Why it is open, in words: what the games could have found. Empty where it is not open.
    pub fn power(&self, confidence: Confidence) -> String {
        let all: Option<Vec<f64>> =
            self.cases.iter().map(|case| case.detectable(confidence)).collect();
        match (self.verdict, all) {
            (Verdict::Open, None) if self.cases.iter().any(|case| case.provisional) => {
                "networks that have not learned the rules to the end decide nothing".to_owned()
            }
            (Verdict::Open, None) => "fewer than three trainings decide nothing".to_owned(),
            (Verdict::Open, Some(all)) if !all.is_empty() => {
                let worst = all.into_iter().fold(0.0, f64::max);
                let unit = match self.cases.first().map(|case| case.of) {
                    Some(Quantity::Length) => "% in length",
                    _ => "points",
                };
                format!(
                    "four times in five a difference of {} {unit} would have been found",
                    percent(worst)
                )
            }
            _ => String::new(),
        }
    }
}

impl Verdict {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Supported => "supported",
            Self::Contradicted => "contradicted",
            Self::Open => "open",
        }
    }
}

impl AgentChoice {
    /// The names of the chosen agents of `agents`, which stand in the order of strength. Nobody knows the place of
    /// people in it.
    fn of<'a>(&'a self, agents: &'a [AgentLabel]) -> Vec<&'a str> {
        let names = || agents.iter().map(|agent| agent.name.as_str());
        let ranked = || {
            let is_ranked = |agent: &&AgentLabel| agent.experience != Experience::Elsewhere;
            agents.iter().filter(is_ranked).map(|agent| agent.name.as_str())
        };
        match self {
            Self::Weakest => ranked().take(1).collect(),
            Self::Strongest => ranked().next_back().into_iter().collect(),
            Self::All => names().collect(),
            Self::Named(chosen) => chosen.iter().map(String::as_str).collect(),
        }
    }
}
