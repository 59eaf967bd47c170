//! Claims that others have made, put to the test.

use serde::{Deserialize, Serialize};

use crate::stats::Estimate;

/// A claim about the balance of a rule set, and what the games say about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Claim {
    /// Short name: `sunday-times-1855`.
    pub name: String,
    /// Who said it, where and when.
    pub source: String,
    /// What was said, in a sentence.
    pub statement: String,
    /// The rule set that it is about.
    pub rules: String,
    /// What the games say.
    pub verdict: Verdict,
    /// How the verdict is reached, in a sentence.
    pub test: String,
    /// The figures that it rests on, with names.
    pub figures: Vec<Figure>,
    /// The verdict in a sentence.
    pub text: String,
}

/// What the games say about a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Every part of the claim is shown.
    Supported,
    /// The opposite of a part of the claim is shown.
    Contradicted,
    /// Neither.
    Open,
}

/// A figure with a name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// What it is.
    pub name: String,
    /// The figure; a share between 0 and 1 unless the name says otherwise.
    pub estimate: Estimate,
}
