//! Agents that are much better on one side than the others are.

use super::kind::Kind;
use crate::text::{others, whole};
use crate::{BalanceReport, Finding, Grade, StrengthPoint, Titles};

/// An agent whose attack and defence differ by more Elo than this from the mean of all is one-sided.
const ONE_SIDED: f64 = 100.0;

/// Rule sets and agents: pairs, the most one-sided first. Figures: `lean` of each, by how many Elo attack is
/// better than defence, compared with the mean of all agents.
pub(super) const KIND: Kind = Kind { topic: "one-sided", find, words };

fn find(report: &BalanceReport) -> Vec<Finding> {
    let is_large = |point: &&StrengthPoint| {
        let large = |lean: imperial_stats::Estimate| {
            !lean.interval().contains(0.0) && lean.value.abs() > ONE_SIDED
        };
        point.lean.is_some_and(large)
    };
    let mut found: Vec<_> = report
        .curves
        .iter()
        .flat_map(|curve| {
            let points = curve.points.iter().filter(is_large);
            points.filter_map(|point| Some((curve.rules.as_str(), point, point.lean?)))
        })
        .collect();
    found.sort_by(|a, b| b.2.value.abs().total_cmp(&a.2.value.abs()));
    let add = |finding: Finding, &(rules, point, lean): &(&str, &StrengthPoint, _)| {
        finding.rule_sets([rules]).agents([point.agent.as_str()]).figure("lean", lean)
    };
    found.iter().fold(Finding::new(KIND.topic, Grade::Caution), add).if_any()
}

fn words(finding: &Finding, titles: &Titles) -> Option<String> {
    let (agent, lean) = (finding.agent()?, finding.one("lean")?.value);
    let side = if lean > 0.0 { "attack" } else { "defence" };
    Some(format!(
        "In {}, {agent} leans to {side} by {} Elo{}.",
        titles.of(finding.rule_sets.first()?),
        whole(lean.abs()),
        others(finding.rule_sets.len(), ", and", &format!(" by more than {ONE_SIDED}"))
    ))
}
