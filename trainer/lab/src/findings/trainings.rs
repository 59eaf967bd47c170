//! How far another training might be from those that played.

use super::kind::Kind;
use crate::text::percent;
use crate::{BalanceReport, Finding, Grade, Titles};

/// Agents: those of the spread with the strongest agent. Figures: half the width of the interval of `another`
/// training's score, and of a `difference` between two rule sets, as shares.
pub(super) const KIND: Kind = Kind { topic: "trainings", find, words };

/// A half-width beyond which scores are as good as unknown.
const UNKNOWN: f64 = 0.5;
/// A half-width that rounds to nothing: a twentieth of a point.
const NOTHING: f64 = 0.000_5;

fn find(report: &BalanceReport) -> Vec<Finding> {
    let Some(spread) = report.trainings.last() else { return Vec::new() };
    let finding = Finding::new(KIND.topic, Grade::Caution)
        .rule_sets(spread.scores.iter().map(|score| score.rules.as_str()))
        .agents(spread.agents.iter().map(String::as_str))
        .count("another", spread.another)
        .count("difference", spread.difference);
    vec![finding]
}

fn words(finding: &Finding, _: &Titles) -> Option<String> {
    let (agents, another) = (finding.agents.len(), finding.one("another")?.value);
    let difference = finding.one("difference")?.value;
    Some(if another > UNKNOWN {
        format!("{agents} training runs are too few to say how another one would score.")
    } else if another < NOTHING {
        format!(
            "The {agents} training runs differ by no more than chance in their games; others may."
        )
    } else {
        format!(
            "Another training run would score within ±{} points of these {agents}, and ±{} in differences \
             between rule sets.",
            percent(another),
            percent(difference)
        )
    })
}
