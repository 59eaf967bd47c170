//! Which handicap in thinking evens the game of the strongest agent.

use super::kind::{Kind, strongest};
use crate::text::{fitted_list, percent};
use crate::{BalanceReport, Finding, Grade, Titles};

/// Figures: `playout-ratio` of each rule set, the playouts of the favoured side divided by those of the other
/// at which both score one half.
pub(super) const KIND: Kind = Kind { topic: "handicap", find, words };

fn find(report: &BalanceReport) -> Vec<Finding> {
    let Some(agent) = strongest(report) else { return Vec::new() };
    let own = report.fairness.iter().filter(|fairness| fairness.agent == agent);
    let ratios = own.filter_map(|one| Some((one.rules.as_str(), one.handicap.as_ref()?.ratio?)));
    let add = |finding: Finding, (rules, ratio)| {
        finding.rule_sets([rules]).figure("playout-ratio", ratio)
    };
    let finding = ratios.fold(Finding::new(KIND.topic, Grade::Estimate).agents([agent]), add);
    if finding.rule_sets.is_empty() { Vec::new() } else { vec![finding] }
}

fn words(finding: &Finding, titles: &Titles) -> Option<String> {
    let agent = finding.agent()?;
    let part = |(name, ratio): (&str, imperial_stats::Estimate)| {
        format!("{name} ({} %)", percent(ratio.value))
    };
    let all = finding.titles(titles).into_iter().zip(finding.all("playout-ratio"));
    let parts: Vec<String> = all.map(part).collect();
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    Some(fitted_list(&parts, |list| {
        format!("With {agent}, fewer playouts for the favoured side make results even: {list}.")
    }))
}
