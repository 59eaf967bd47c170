//! How balance changes from weak play to strong play.

use super::kind::{Kind, strongest};
use crate::text::{fitted_list, percent, percent_range};
use crate::{BalanceReport, Finding, Grade, Titles, Trend};

/// Agents: the weaker and the stronger one. Figures: `change` of the attackers' score, as a share, for each
/// rule set.
pub(super) const KIND: Kind = Kind { topic: "strength", find, words };

/// One finding for each side that gains, or one that says that none is shown to.
fn find(report: &BalanceReport) -> Vec<Finding> {
    let trends = chosen(report);
    let mut shown: Vec<(&str, bool, Vec<&Trend>)> = Vec::new();
    for trend in trends.iter().filter(|trend| trend.score.conclusion() == Grade::Shown) {
        let key = (trend.weakest.as_str(), trend.score.is_negative());
        match shown.iter_mut().find(|(weakest, negative, _)| (*weakest, *negative) == key) {
            Some((.., group)) => group.push(trend),
            None => shown.push((key.0, key.1, vec![trend])),
        }
    }
    if shown.is_empty() {
        let grades = [Grade::Suggested, Grade::Equivalent, Grade::Open];
        let of = |grade| {
            let group = trends.iter().filter(|trend| trend.score.conclusion() == grade);
            finding(group.copied().collect(), grade)
        };
        return grades.into_iter().filter_map(of).collect();
    }
    shown.into_iter().filter_map(|(.., group)| finding(group, Grade::Shown)).collect()
}

/// The changes up to the strongest agent: within its network, or else from the weakest agent of all.
fn chosen(report: &BalanceReport) -> Vec<&Trend> {
    let ends = |trend: &&Trend| Some(trend.strongest.as_str()) == strongest(report);
    let learned: Vec<&Trend> = report.learned_trends.iter().filter(ends).collect();
    if learned.is_empty() { report.trends.iter().filter(ends).collect() } else { learned }
}

fn finding(mut group: Vec<&Trend>, grade: Grade) -> Option<Finding> {
    let size = |trend: &Trend| trend.score.difference.value.abs();
    group.sort_by(|a, b| size(b).total_cmp(&size(a)));
    let first = group.first()?;
    let finding = Finding::new(KIND.topic, grade)
        .rule_sets(group.iter().map(|trend| trend.rules.as_str()))
        .agents([first.weakest.as_str(), first.strongest.as_str()]);
    let add = |finding: Finding, trend: &&Trend| finding.figure("change", trend.score.difference);
    Some(group.iter().fold(finding, add))
}

fn words(finding: &Finding, titles: &Titles) -> Option<String> {
    let [weaker, stronger] = &finding.agents[..] else { return None };
    let change = finding.one("change")?;
    let size = if change.value < 0.0 { change.negated() } else { change };
    let side = if change.value < 0.0 { "defenders" } else { "attackers" };
    let points = match finding.rule_sets.len() {
        1 => format!("{} points ({})", percent(size.value), percent_range(size)),
        _ => format!("up to {} points", percent(size.value)),
    };
    Some(fitted_list(&finding.titles(titles), |list| match finding.grade {
        Grade::Shown => format!("From {weaker} to {stronger}, the {side} gain {points} in {list}."),
        Grade::Suggested => {
            format!("From {weaker} to {stronger}, balance may change in {list}, or it is chance.")
        }
        Grade::Equivalent => {
            format!(
                "From {weaker} to {stronger}, balance changes by a negligible amount in {list}."
            )
        }
        _ => format!("From {weaker} to {stronger}, no change of balance is shown in {list}."),
    }))
}
