//! Claims that others have made, put to the test.

mod tablut;
mod times;

use serde::{Deserialize, Serialize};

use super::text::{elo_cell, percent_with_range};
use super::{BalanceReport, CellReport, Comparison, Evidence};
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
    /// The figure; a share between 0 and 1, or Elo where the name ends with that word.
    pub estimate: Estimate,
}

impl Figure {
    /// The figure with its unit: `58.3 % (55.2 to 61.3)`, or `120 (85 to 156)` in Elo.
    pub(super) fn told(&self) -> String {
        if self.name.ends_with("Elo") {
            elo_cell(self.estimate)
        } else {
            percent_with_range(self.estimate)
        }
    }
}

/// The verdicts on all known claims about the rule sets of a judged report.
pub(super) fn all(report: &BalanceReport) -> Vec<Claim> {
    [times::judge(report), tablut::judge(report)].into_iter().flatten().collect()
}

/// The figure of the attackers' score of a cell.
fn attackers_score(cell: &CellReport) -> Figure {
    Figure { name: format!("attackers' score, {}", cell.agent), estimate: cell.score }
}

/// Whether the side that `sign` points to (attackers 1, defenders −1) is shown to have an advantage
/// that matters.
fn favours(cell: &CellReport, sign: f64) -> bool {
    let Comparison { difference, evidence, equivalence, .. } = &cell.advantage;
    *evidence == Evidence::Shown && !equivalence.shown && difference.value * sign > 0.0
}

/// Whether a cell is shown to be balanced but for a margin that does not matter.
fn is_even(cell: &CellReport) -> bool {
    cell.advantage.equivalence.shown
}

/// `4.0 % (1.1 to 9.9) with random on both sides`.
fn told(cell: &CellReport) -> String {
    format!("{} with {} on both sides", percent_with_range(cell.score), cell.agent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_told_in_their_unit() {
        let told = |name: &str, value: f64| {
            let estimate = Estimate { value, low: value, high: value };
            Figure { name: name.to_owned(), estimate }.told()
        };
        assert_eq!(told("attackers' score, random", 0.5), "50.0 % (50.0 to 50.0)");
        assert_eq!(told("side advantage, Elo", 247.0), "247 (247 to 247)");
    }
}
