//! The cells that games are gathered in, and who played them.

use crate::grouped::grouped;
use imperial_stats::{Estimate, Interval, Knowledge, Measured, Options};
use imperial_watch::GameSummary;
use serde::{Deserialize, Serialize};

/// The games of one agent against itself under one rule set.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Name of the rule set.
    pub rules: String,
    /// Who played both sides.
    pub agent: AgentLabel,
    /// Whether there is a king, whose escape can be bid for.
    pub has_king: bool,
    /// What the agent's network knows of these rules; `None` without a network.
    pub knowledge: Option<Knowledge>,
    /// The games, in any order. Games of several cells with the same rule set and agent are put
    /// together.
    pub games: Vec<GameSummary>,
}

/// An agent, and its place in the order of strength.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentLabel {
    /// Short name, unique in a report: `rollouts-32`.
    pub name: String,
    /// What it is, in words for people; not part of the JSON.
    #[serde(skip_serializing, default)]
    pub description: String,
    /// Place in the order of strength; the weakest has the smallest number. Only the order counts.
    pub strength: u32,
    /// What it has learned.
    #[serde(default)]
    pub experience: Experience,
    /// The recipe by which its network was trained, where that is known. Trainings of one recipe differ in their seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recipe: Option<String>,
}

/// Of things that have a network each, or none, in the order of strength: the last of every network.
pub(super) fn strongest_of_networks<'a, 'n, T>(
    all: &[&'a T],
    network: impl Fn(&'a T) -> Option<&'n str>,
) -> Vec<&'a T> {
    let is_last = |&(place, one): &(usize, &'a T)| {
        let of_another = |later: &&'a T| network(later) != network(one);
        network(one).is_some() && all[place + 1..].iter().all(of_another)
    };
    all.iter().copied().enumerate().filter(is_last).map(|(_, one)| one).collect()
}

/// Each of some agents once, where it comes first; agents of one name are one.
pub(super) fn distinct<'a>(agents: impl Iterator<Item = &'a AgentLabel>) -> Vec<AgentLabel> {
    let named = grouped(agents, |a, b| a.name == b.name);
    named.into_iter().map(|same| same[0].clone()).collect()
}

impl AgentLabel {
    /// What it is called without its network.
    pub(super) fn without_network(&self) -> &str {
        without_network(&self.name)
    }
}

/// What an agent is called without its network: `network:64` of `network:64@tafl9-1855`, and `network-64` of
/// `network-64:0a1b2c3d`, as records name it.
pub(super) fn without_network(name: &str) -> &str {
    let is_hash = |text: &str| text.len() == 8 && text.bytes().all(|c| c.is_ascii_hexdigit());
    let recorded = || {
        let (search, hash) = name.rsplit_once(':')?;
        (search.contains('-') && is_hash(hash)).then_some(search)
    };
    let named = name.split_once('@').map(|(search, _)| search);
    named.or_else(recorded).unwrap_or(name)
}

/// What an agent has learned from games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Experience {
    /// Nothing: random moves, a search that judges positions by random games, or a level that stands for people who
    /// begin.
    None,
    /// Nothing from games, but people have told it how to judge positions: alpha-beta search.
    Told,
    /// A network's, named by its training: equal for agents whose networks are stages of one training.
    /// Where a network does not say where it comes from, its weights stand for its training.
    Network(String),
    /// Not known: another program.
    #[default]
    Unknown,
    /// Not known, nor how strong it is beside others: people whose games were imported. No comparison
    /// of weaker and stronger agents has it as one of them.
    Elsewhere,
}

impl Experience {
    /// The name of the network's training, if it is one's.
    pub fn network(&self) -> Option<&str> {
        match self {
            Self::Network(name) => Some(name),
            Self::None | Self::Told | Self::Unknown | Self::Elsewhere => None,
        }
    }
}

/// The share of `games` for which `test` holds; `None` without games.
pub(super) fn share<'a>(
    games: impl IntoIterator<Item = &'a GameSummary>,
    test: impl Fn(&GameSummary) -> bool,
    options: &Options,
) -> Option<Measured> {
    Measured::share(games.into_iter().map(test), options)
}

/// The attackers' score in `games`; `None` without games.
pub(super) fn score(games: &[GameSummary], options: &Options) -> Option<Measured> {
    Measured::score(games.iter().map(|game| game.result.score()), options)
}

/// What no games say about a share.
pub(super) const UNKNOWN: Estimate = Estimate::new(0.5, Interval { low: 0.0, high: 1.0 });
