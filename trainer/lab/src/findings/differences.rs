//! How far rule sets differ for the strongest agent.

use super::kind::{Kind, strongest};
use crate::text::{first_fitting, percent, percent_range};
use crate::{BalanceReport, Finding, Grade, RuleDifference, Titles};

/// Rule sets: of the widest difference, the one with more wins of the attackers first. Figures: that
/// `difference` of their shares of wins, the number of `pairs`, and how many are `shown` to differ.
pub(super) const KIND: Kind = Kind { topic: "differences", find, words };

fn find(report: &BalanceReport) -> Vec<Finding> {
    let ours = |pair: &&RuleDifference| {
        Some(pair.agent.as_str()) == strongest(report) && pair.share.grade != Grade::Withheld
    };
    let pairs: Vec<&RuleDifference> = report.differences.iter().filter(ours).collect();
    let graded = |grade| pairs.iter().filter(move |pair| pair.share.conclusion() == grade);
    let grades = [Grade::Shown, Grade::Suggested, Grade::Open, Grade::Equivalent];
    let Some(grade) = grades.into_iter().find(|grade| graded(*grade).next().is_some()) else {
        return Vec::new();
    };
    let size = |pair: &RuleDifference| pair.share.difference.value.abs();
    // The first of equal ones.
    let widest = graded(grade).min_by(|a, b| size(b).total_cmp(&size(a)));
    let of = |pair: &&RuleDifference| {
        let (first, second) = (pair.first.as_str(), pair.second.as_str());
        let difference = pair.share.difference;
        let (more, less, by) = if pair.share.is_negative() {
            (second, first, difference.negated())
        } else {
            (first, second, difference)
        };
        Finding::new(KIND.topic, grade)
            .rule_sets([more, less])
            .agents([pair.agent.as_str()])
            .figure("difference", by)
            .count("pairs", pairs.len() as f64)
            .count("shown", graded(Grade::Shown).count() as f64)
    };
    widest.map(of).into_iter().collect()
}

fn words(finding: &Finding, titles: &Titles) -> Option<String> {
    let [more, less] = finding.titles(titles)[..] else { return None };
    let (agent, by) = (finding.agent()?, finding.one("difference")?);
    let [pairs, shown] = ["pairs", "shown"].map(|name| finding.one(name));
    let (pairs, shown) = (pairs?.value, shown?.value);
    let widest =
        |by: &str| format!("With {agent}, attackers win {by} more often in {more} than in {less}");
    let points = format!("{} points", percent(by.value));
    let exactly = widest(&format!("{points} ({})", percent_range(by)));
    let roughly = widest(&points);
    let chance = "which may be chance";
    match (finding.grade, pairs > 1.0) {
        (Grade::Shown, true) => first_fitting([
            format!("{roughly}; {shown} of {pairs} pairs differ."),
            format!("{roughly}."),
        ]),
        (Grade::Shown, false) => first_fitting([exactly + ".", roughly + "."]),
        (Grade::Suggested, _) => {
            first_fitting([format!("{exactly}, {chance}."), format!("{roughly}, {chance}.")])
        }
        (Grade::Equivalent, true) => Some(format!(
            "With {agent}, the {pairs} pairs of rule sets differ by a negligible amount."
        )),
        (Grade::Equivalent, false) => {
            Some(format!("With {agent}, {more} and {less} differ by a negligible amount."))
        }
        (_, true) => {
            Some(format!("With {agent}, none of {pairs} pairs of rule sets is shown to differ."))
        }
        (_, false) => Some(format!("With {agent}, {more} and {less} are not shown to differ.")),
    }
}
