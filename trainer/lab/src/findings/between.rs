//! Networks that share out a difference among rules, and have not learned the rule sets between to the end.

use imperial_stats::Knowledge;

use super::kind::Kind;
use crate::text::first_fitting;
use crate::{BalanceReport, Finding, Grade, Titles};

/// Rule sets: from the one to the other; one finding for each pair.
pub(super) const KIND: Kind = Kind { topic: "between", find, words };

fn find(report: &BalanceReport) -> Vec<Finding> {
    let mut pairs: Vec<[&str; 2]> = Vec::new();
    for one in report.effects.iter().filter(|one| one.knowledge < Knowledge::Settled) {
        if !pairs.contains(&[&one.from, &one.to]) {
            pairs.push([&one.from, &one.to]);
        }
    }
    let finding = |pair: [&str; 2]| Finding::new(KIND.topic, Grade::Caution).rule_sets(pair);
    pairs.into_iter().map(finding).collect()
}

fn words(finding: &Finding, titles: &Titles) -> Option<String> {
    let [from, to] = finding.titles(titles)[..] else { return None };
    let what = "have not learned";
    first_fitting([
        format!(
            "Provisional: these networks {what} all rule sets between {from} and {to}; to teach some, type imperial \
             balance FOLDER/rules/*.toml --learn 2h."
        ),
        format!(
            "Provisional: these networks {what} all rule sets between; to teach some, type imperial balance \
             FOLDER/rules/*.toml --learn 2h."
        ),
    ])
}
