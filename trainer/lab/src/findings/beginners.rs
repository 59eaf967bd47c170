//! Rule sets that none but agents without any learning played.

use super::kind::Kind;
use crate::text::fitted_list;
use crate::{BalanceReport, Finding, Grade, Titles};

/// Rule sets whose agents all move at random, or judge positions by random games.
pub(super) const KIND: Kind = Kind { topic: "beginners", find, words };

fn find(report: &BalanceReport) -> Vec<Finding> {
    let rules = report.rule_sets.iter().map(String::as_str);
    let rules = rules.filter(|rules| report.only_beginners(rules));
    Finding::new(KIND.topic, Grade::Caution).rule_sets(rules).if_any()
}

fn words(finding: &Finding, titles: &Titles) -> Option<String> {
    Some(fitted_list(&finding.titles(titles), |list| {
        format!(
            "Only beginners play {list} here: players who have learned the rules may score quite otherwise."
        )
    }))
}
