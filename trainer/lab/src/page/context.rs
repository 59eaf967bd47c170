//! What the page says beside the figures.

use crate::Board;
use imperial_watch::GameStatistics;

/// What the page says beside the figures; everything but the title may be empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PageContext {
    /// The page's title.
    pub title: String,
    /// Paragraphs on what was compared and why, as plain text.
    pub intro: Vec<String>,
    /// The rule sets in words.
    pub rule_sets: Vec<RuleSetNote>,
    /// The networks of the agents that have one.
    pub networks: Vec<NetworkNote>,
    /// Starting positions of the rule sets.
    pub boards: Vec<Board>,
    /// How the games of each rule set and agent went.
    pub statistics: Vec<GameStatistics>,
    /// How a network learned that the run trained itself.
    pub learning: Vec<CurveFigure>,
    /// Names and values: versions, seed, hashes, machine.
    pub provenance: Vec<(String, String)>,
    /// The command that made the report.
    pub command: String,
    /// Whether it played none of the games: all were recorded before.
    pub recorded: bool,
    /// The experiment as TOML.
    pub experiment: String,
}

/// A rule set in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleSetNote {
    /// Its name, as in the report.
    pub name: String,
    /// Its title: `Imperial Contest, 1855`.
    pub title: String,
    /// Where the rules come from.
    pub source: String,
    /// Its switches in sentences.
    pub switches: String,
}

/// The network of an agent in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NetworkNote {
    /// Name of the agent, as in the report.
    pub agent: String,
    /// The network's name, or its file.
    pub name: String,
    /// The beginning of the hash of its weights.
    pub hash: String,
    /// What it is, as the rest of a sentence.
    pub about: String,
}

/// One picture: lines over a common axis.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CurveFigure {
    /// Its name in the address: `losses`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What it shows and how to read it.
    pub note: String,
    /// What the level axis counts: `generation`.
    pub along: String,
    /// What the upright axis shows.
    pub axis: String,
    /// The name of each line and its points.
    pub series: Vec<(String, Vec<(f64, f64)>)>,
}
