//! The experiment file: everything that a run depends on.

mod hypotheses;

use anyhow::bail;
use imperial_data::{LoadedRules, load_all};
use imperial_lab::Hypothesis;
use serde::{Deserialize, Serialize};

use imperial_learn::NetworkSize;
use imperial_learn::learning::Aim;
use imperial_net::{LearnConfig, Schedule};
use imperial_play::agent::AgentSpec;
use imperial_play::agent::check_apart;
use imperial_play::play::{MOST_GAMES, Opening};

pub use hypotheses::WrongHypothesis;

/// The experiment that runs when none is named.
pub const DEFAULT: &str = include_str!("../experiments/contest-vs-tablut.toml");

/// The same, with a network that it learns itself.
pub const FROM_SCRATCH: &str = include_str!("../experiments/from-scratch.toml");

/// One experiment: learn a network by self-play under some rule sets, if there are rounds, then
/// compare the rule sets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// Short name; the results go to `runs/<name>` unless said otherwise.
    pub name: String,
    /// Headline of the report.
    pub title: String,
    /// Seed of everything random.
    pub seed: u64,
    /// The rule sets: names of the catalogue, or files ending in `.toml`.
    pub rules: Vec<String>,
    /// Size of the network.
    #[serde(default)]
    pub network: NetworkSize,
    /// How the network learns.
    #[serde(default)]
    pub learning: Learning,
    /// Rounds of self-play and learning, in order; without any the network that comes with the
    /// program plays.
    #[serde(default)]
    pub rounds: Vec<Round>,
    /// What is compared in the end.
    pub compare: Compare,
    /// What is claimed before the games, and judged by those of the comparison.
    #[serde(default, rename = "hypothesis", skip_serializing_if = "Vec::is_empty")]
    pub hypotheses: Vec<Hypothesis>,
}

/// How the network learns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Learning {
    /// Samples per step.
    pub batch: usize,
    /// Highest learning rate.
    pub rate: f64,
    /// Steps until the highest rate; a cosine leads from there to a hundredth of it in the last
    /// step of the last round.
    pub warm_up: u64,
    /// What the average of the weights, which plays, keeps of itself in each step.
    pub average_decay: f32,
    /// Share of the search's root value in the value target; the rest is the game's result.
    pub root_value_share: f32,
    /// What each ply up to the end leaves of the result in the value target; the rest counts as a
    /// draw. Below 1 quick wins are worth more than slow ones.
    pub discount: f32,
    /// Steps between two checkpoints.
    pub checkpoint_every: u64,
}

/// One round: games of an agent against itself, then learning from all games so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Round {
    /// The agent that plays both sides.
    pub agent: AgentSpec,
    /// Games per rule set.
    pub games: u64,
    /// How the games come to differ.
    #[serde(default)]
    pub opening: Opening,
    /// Steps of learning after the games.
    pub steps: u64,
}

/// The comparison: each agent plays each rule set against itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compare {
    /// The agents, from the weakest to the strongest.
    pub agents: Vec<Contestant>,
    /// How the games come to differ.
    #[serde(default)]
    pub opening: Opening,
    /// Pairs of games, sides swapped, between neighbours in the order of strength under each rule set:
    /// they put the agents on one scale of Elo. 0 for none.
    #[serde(default)]
    pub pairs: u64,
}

/// One agent of the comparison.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contestant {
    /// Who plays both sides.
    pub agent: AgentSpec,
    /// Games per rule set.
    pub games: u64,
}

impl Default for Learning {
    fn default() -> Self {
        Self {
            batch: 256,
            rate: 2e-3,
            warm_up: 50,
            average_decay: 0.98,
            root_value_share: 0.25,
            discount: 0.99,
            checkpoint_every: 50,
        }
    }
}

impl Experiment {
    /// The learner's settings for all rounds together.
    pub fn learn_config(&self) -> LearnConfig {
        let Learning { batch, rate, warm_up, average_decay, .. } = self.learning;
        let total = self.rounds.iter().map(|round| round.steps).sum();
        let schedule = Schedule { warm_up, total, peak: rate, end: rate / 100.0 };
        LearnConfig { batch, schedule, average_decay, ..LearnConfig::default() }
    }

    /// All agents, those of the rounds first.
    pub fn agents(&self) -> impl Iterator<Item = &AgentSpec> {
        let compared = self.compare.agents.iter().map(|contestant| &contestant.agent);
        self.rounds.iter().map(|round| &round.agent).chain(compared)
    }

    /// Checks what the types alone cannot.
    ///
    /// # Errors
    /// Names the key that is wrong.
    pub fn check(&self) -> anyhow::Result<()> {
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if self.name.is_empty() || !self.name.chars().all(plain) {
            bail!("`name` must be letters, digits, `-` and `_`, not `{}`", self.name);
        }
        if self.rules.is_empty() {
            bail!("`rules` names no rule set");
        }
        if self.compare.agents.is_empty() {
            bail!("`compare.agents` names no agent");
        }
        check_apart(self.compare.agents.iter().map(|entry| &entry.agent))?;
        if self.network.blocks == 0 || self.network.channels == 0 {
            bail!("`network` needs at least one block and one channel");
        }
        let openings = self.rounds.iter().map(|round| &round.opening);
        openings.chain([&self.compare.opening]).try_for_each(Opening::check)?;
        let games = self.compare.agents.iter().map(|entry| entry.games);
        let games = games.chain(self.rounds.iter().map(|round| round.games));
        if let Some(games) = games.chain([2 * self.compare.pairs]).find(|n| *n > MOST_GAMES) {
            bail!("{games} games are too many: at most {MOST_GAMES} for one agent and rule set");
        }
        self.learning.check()
    }

    /// The rule sets, loaded.
    ///
    /// # Errors
    /// When one does not exist or is broken, or two have the same name.
    pub fn load_rules(&self) -> anyhow::Result<Vec<LoadedRules>> {
        Ok(load_all(&self.rules)?)
    }
}

impl Learning {
    /// What is learned of the games.
    pub fn aim(&self) -> Aim {
        Aim::new(self.root_value_share, self.discount)
    }

    fn check(&self) -> anyhow::Result<()> {
        let shares = [
            ("root_value_share", f64::from(self.root_value_share)),
            ("average_decay", f64::from(self.average_decay)),
            ("discount", f64::from(self.discount)),
            ("rate", self.rate),
        ];
        for (key, share) in shares {
            if !(0.0..=1.0).contains(&share) {
                bail!("`learning.{key}` must be from 0 to 1, not {share}");
            }
        }
        if self.batch == 0 || self.checkpoint_every == 0 {
            bail!("`learning.batch` and `learning.checkpoint_every` must be at least 1");
        }
        Ok(())
    }
}
