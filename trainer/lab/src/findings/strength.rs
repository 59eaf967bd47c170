//! How balance changes from weak play to strong play.

use super::kind::{Kind, strongest};
use crate::ensembles::together;
use crate::grouped::grouped;
use crate::headline::ENOUGH;
use crate::summary::without_network;
use crate::text::{fitted_list, percent, percent_range};
use crate::{BalanceReport, Finding, Grade, Headline, Titles, Trend};

/// Agents: the weaker and the stronger one. Figures: `change` of the attackers' score, as a share, for each
/// rule set.
pub(super) const KIND: Kind = Kind { topic: "strength", find, words };

/// One finding for each side that gains, or one that says that none is shown to.
fn find(report: &BalanceReport) -> Vec<Finding> {
    let trends = chosen(report);
    let graded = |grade| trends.iter().filter(move |trend| trend.score.conclusion() == grade);
    let side = |trend: &Trend| (trend.weakest.clone(), trend.score.is_negative());
    let shown = grouped(graded(Grade::Shown), |a, b| side(a) == side(b));
    if shown.is_empty() {
        let grades = [Grade::Suggested, Grade::Equivalent, Grade::Open].into_iter();
        return grades.filter_map(|grade| finding(graded(grade).collect(), grade)).collect();
    }
    shown.into_iter().filter_map(|group| finding(group, Grade::Shown)).collect()
}

/// The changes up to the strongest trainings, where there are three or more; without networks, from the weakest agent
/// to the strongest.
fn chosen(report: &BalanceReport) -> Vec<Trend> {
    if report.ensembles.is_empty() {
        let ends = |trend: &&Trend| Some(trend.strongest.as_str()) == strongest(report);
        return report.trends.iter().filter(ends).cloned().collect();
    }
    report.rule_sets.iter().filter_map(|rules| of_trainings(report, rules)).collect()
}

/// What all trainings together show of the change; it is shown where each of them shows one of this sign.
fn of_trainings(report: &BalanceReport, rules: &str) -> Option<Trend> {
    let Headline::Trainings(one, own) = report.headline(rules)? else { return None };
    let is_theirs = |trend: &&Trend| {
        trend.rules == rules
            && own.trainings.iter().any(|training| training.agent == trend.strongest)
    };
    let own: Vec<&Trend> = report.learned_trends.iter().filter(is_theirs).collect();
    let first = own.first().filter(|_| own.len() >= ENOUGH)?;
    let cell =
        |name: &str| report.cells.iter().find(|cell| cell.rules == rules && cell.agent == name);
    let both = |trend: &&Trend| Some((cell(&trend.strongest)?, cell(&trend.weakest)?));
    let pairs = own.iter().map(both).collect::<Option<Vec<_>>>()?;
    let difference = together(&pairs, &report.options)?;
    let agrees = |trend: &&Trend| {
        trend.score.conclusion() == Grade::Shown
            && trend.score.is_negative() == first.score.is_negative()
    };
    let weakest = without_network(&first.weakest).to_owned();
    let mut trend = Trend { weakest, strongest: one.strength.clone(), ..(*first).clone() };
    trend.score.difference = difference;
    if !own.iter().all(agrees) {
        trend.score.grade = Grade::Open;
        trend.score.equivalence.shown = false;
    }
    if report.is_provisional(rules) {
        trend.score.hold_back();
    }
    Some(trend)
}

fn finding(mut group: Vec<&Trend>, grade: Grade) -> Option<Finding> {
    let size = |trend: &Trend| trend.score.difference.value.abs();
    group.sort_by(|a, b| size(b).total_cmp(&size(a)));
    let first = group.first()?;
    let finding = Finding::new(KIND.topic, grade)
        .rule_sets(group.iter().map(|trend| trend.rules.as_str()))
        .agents([first.weakest.as_str(), first.strongest.as_str()])
        .figures("change", group.iter().map(|trend| trend.score.difference));
    Some(finding)
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
