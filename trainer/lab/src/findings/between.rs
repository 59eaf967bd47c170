//! Networks that share out a difference among rules, and have not learned the rule sets between to the end.

use imperial_stats::Knowledge;

use super::kind::Kind;
use crate::grouped::grouped;
use crate::text::first_fitting;
use crate::{BalanceReport, Finding, Grade, Titles};

/// Rule sets: from the one to the other; one finding for each pair.
pub(super) const KIND: Kind = Kind { topic: "between", find, words };

fn find(report: &BalanceReport) -> Vec<Finding> {
    let unsettled = report.effects.iter().filter(|one| one.knowledge < Knowledge::Settled);
    let pairs = grouped(unsettled.map(|one| [one.from.as_str(), &one.to]), PartialEq::eq);
    let finding = |pair: &[&str; 2]| Finding::new(KIND.topic, Grade::Caution).rule_sets(*pair);
    pairs.iter().map(|same| finding(&same[0])).collect()
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
