//! Combinations of rules that contradict themselves.

use super::kind::Kind;
use crate::text::{counted, percent};
use crate::{Attribution, BalanceReport, Finding, Grade, Titles};

/// Rule sets: both ends. Figures: the number of combinations that were `refused`, and their `share`.
pub(super) const KIND: Kind = Kind { topic: "refused", find, words };

/// One finding for each pair of rule sets; it does not depend on agents.
fn find(report: &BalanceReport) -> Vec<Finding> {
    let mut found: Vec<Finding> = Vec::new();
    for Attribution { from, to, refused, coalitions, .. } in &report.attributions {
        let number = refused.len() as f64;
        let finding = Finding::new(KIND.topic, Grade::Caution)
            .rule_sets([from.as_str(), to.as_str()])
            .count("refused", number)
            .count("share", number / (number + coalitions.len() as f64));
        if !refused.is_empty() && !found.contains(&finding) {
            found.push(finding);
        }
    }
    found
}

fn words(finding: &Finding, titles: &Titles) -> Option<String> {
    let [from, to] = finding.titles(titles)[..] else { return None };
    Some(format!(
        "Left out as contradictory: {} of rules ({} %) between {from} and {to}.",
        counted(finding.one("refused")?.value as u64, "combination", "combinations"),
        percent(finding.one("share")?.value)
    ))
}
