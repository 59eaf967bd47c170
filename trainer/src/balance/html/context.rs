//! What the page tells beside the figures.

use super::super::BoardPicture;

/// What the page tells beside the figures; everything but the title may be empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PageContext {
    /// The page's title.
    pub title: String,
    /// Paragraphs below the title, as plain text: what was compared and why.
    pub intro: Vec<String>,
    /// The rule sets in words.
    pub rule_sets: Vec<RuleSetNote>,
    /// Starting positions.
    pub boards: Vec<BoardPicture>,
    /// Maps of where something happened.
    pub maps: Vec<BoardPicture>,
    /// Learning curves.
    pub curves: Vec<Curve>,
    /// Names and values: versions, seed, hashes, machine.
    pub provenance: Vec<(String, String)>,
    /// The command that made the report.
    pub command: String,
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
    /// Its switches on one line.
    pub switches: String,
}

/// The losses of one network over its training.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    /// The network or run.
    pub name: String,
    /// The points, by step.
    pub points: Vec<CurvePoint>,
}

/// The losses at one step. Values that are no numbers are not drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CurvePoint {
    /// Step of the optimiser.
    pub step: u64,
    /// Cross-entropy of the policy, in nats.
    pub policy_loss: f64,
    /// Cross-entropy of win, draw and loss, in nats.
    pub value_loss: f64,
}
