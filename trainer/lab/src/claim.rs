//! Claims that others have made, put to the test.

mod players;
mod tablut;
mod times;

use serde::{Deserialize, Serialize};

use super::text::{elo_cell, percent_with_range};
use super::{BalanceReport, CellReport, Comparison, Evidence};
use imperial_stats::Estimate;

/// A claim about the balance of a rule set, and what the games say about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Claim {
    /// Short name: `sunday-times-1855`.
    pub name: String,
    /// Who said it, where and when.
    pub source: String,
    /// What was said, in a sentence of ours.
    pub statement: String,
    /// What a reader asks, in a few words.
    #[serde(default)]
    pub question: String,
    /// The rule set that it is about.
    pub rules: String,
    /// What the games say.
    pub verdict: Verdict,
    /// How the verdict is reached, in a sentence.
    pub test: String,
    /// The figures that it rests on, with names.
    pub figures: Vec<Figure>,
    /// What it says one by one, where that is more than one thing.
    #[serde(default)]
    pub parts: Vec<Part>,
    /// The verdict in a sentence.
    pub text: String,
}

/// One of several things that a claim says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// What is said.
    pub statement: String,
    /// What the games say.
    pub verdict: Verdict,
    /// The verdict as the rest of a sentence that begins with the statement.
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

/// Whether no games contradict that the agents of each network are given from the weakest to the
/// strongest, on which the verdicts rest. How networks follow each other is no matter to them.
fn is_in_order(report: &BalanceReport, rules: &str) -> bool {
    let network = |name: &str| {
        let agent = report.agents.iter().find(|agent| agent.name == name);
        agent.and_then(|agent| agent.experience.network())
    };
    let curves = report.curves.iter().filter(|curve| curve.rules == rules);
    let mut wrong = curves.flat_map(|curve| curve.contradictions(report.options.confidence));
    !wrong.any(|lead| network(&lead.weaker).is_some_and(|a| network(&lead.stronger) == Some(a)))
}

/// What is added to a claim that is left open because they do.
const OUT_OF_ORDER: &str =
    ", but games between the agents of one network contradict the order in which they were given";

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

/// Whether a change is shown and matters.
fn shift(change: &Comparison) -> bool {
    change.evidence == Evidence::Shown && !change.equivalence.shown
}

/// `random 4.0 % (1.1 to 9.9), network:4 25.5 % (23.9 to 27.0)`.
fn listed(cells: &[&CellReport]) -> String {
    cells.iter().map(|cell| told(cell)).collect::<Vec<_>>().join(", ")
}

/// `random 4.0 % (1.1 to 9.9)`.
fn told(cell: &CellReport) -> String {
    format!("{} {}", cell.agent, percent_with_range(cell.score))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{cell, games, taught};
    use super::super::{AgentLabel, Experience, Options};
    use super::*;

    pub(super) fn random() -> AgentLabel {
        taught("random", 0, Experience::None)
    }

    /// An agent with the network `name`, called `name-strength`.
    pub(super) fn network(strength: u32, name: &str) -> AgentLabel {
        let experience = Experience::Network(name.to_owned());
        taught(&format!("{name}-{strength}"), strength, experience)
    }

    /// The only claim of a report in which the attackers win so many of 2000 games of each agent.
    pub(super) fn judged(rules: &str, agents: &[(AgentLabel, u64)]) -> Claim {
        let cells = agents
            .iter()
            .map(|(agent, wins)| cell(rules, agent.clone(), games(*wins, 0, 0, 2000 - wins)));
        let options = Options { resamples: 400, ..Options::default() };
        BalanceReport::new(cells.collect(), &options).claims.remove(0)
    }

    #[test]
    fn nothing_is_claimed_of_rules_that_were_not_played() {
        assert!(BalanceReport::new(Vec::new(), &Options::default()).claims.is_empty());
    }

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
