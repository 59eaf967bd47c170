//! Networks that play by rules that they have not learned.

use super::kind::Kind;
use crate::text::fitted_list;
use crate::{BalanceReport, Finding, Grade, Titles};

/// Rule sets whose headline rests on networks that have not learned the rules.
pub(super) const KIND: Kind = Kind { topic: "unlearned", find, words };

fn find(report: &BalanceReport) -> Vec<Finding> {
    let unlearned = |rules: &&String| report.headline_learned(rules) == Some(false);
    let rules: Vec<&str> = report.rule_sets.iter().filter(unlearned).map(String::as_str).collect();
    let finding = Finding::new(KIND.topic, Grade::Caution).rule_sets(rules.iter().copied());
    if rules.is_empty() { Vec::new() } else { vec![finding] }
}

fn words(finding: &Finding, titles: &Titles) -> Option<String> {
    Some(fitted_list(&finding.titles(titles), |list| {
        format!(
            "Provisional: these networks have not learned the rules of {list}; teach them first with --learn 30m."
        )
    }))
}
