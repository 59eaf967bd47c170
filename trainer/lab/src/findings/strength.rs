//! How balance changes from weak play to strong play.

use imperial_stats::judge;

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
    let mut trends: Vec<Trend> =
        report.rule_sets.iter().filter_map(|rules| of_trainings(report, rules)).collect();
    let scores = trends.iter_mut().map(|trend| &mut trend.score);
    judge(&mut scores.collect::<Vec<_>>(), &report.options);
    let unlearned = trends.iter_mut().filter(|trend| report.is_provisional(&trend.rules));
    unlearned.for_each(|trend| trend.score.hold_back());
    trends
}

/// The change that all trainings together find, not yet judged.
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
    let score = together(&pairs, &report.options)?;
    let weakest = without_network(&first.weakest).to_owned();
    Some(Trend { weakest, strongest: one.strength.clone(), score, ..(*first).clone() })
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

#[cfg(test)]
mod tests {
    use super::super::super::page::{PageContext, page};
    use super::super::super::tests::{cell, games, taught};
    use super::super::super::{BalanceReport, Experience, Options};
    use super::*;

    /// Three trainings that win so many of 1000 games at 4 and at 64 playouts.
    fn found(wins: [[u64; 2]; 3]) -> Finding {
        let cells = (0..).zip(wins).flat_map(|(place, wins)| {
            let training = Experience::Network(place.to_string());
            let one = move |(playouts, at, wins): (u32, u32, u64)| {
                let agent = taught(&format!("n:{playouts}@{place}"), at + place, training.clone());
                cell("tablut", agent, games(wins, 0, 0, 1000 - wins))
            };
            [(4, 0, wins[0]), (64, 10, wins[1])].map(one)
        });
        let report = BalanceReport::new(cells.collect(), &Options::default());
        find(&report).pop().expect("a finding")
    }

    #[test]
    fn a_change_is_shown_where_its_interval_leaves_out_nothing() {
        let alike = found([[500, 600], [500, 610], [500, 590]]);
        let apart = found([[500, 560], [500, 570], [500, 950]]);
        let change = |finding: &Finding| finding.one("change").expect("a change").interval();
        assert!(alike.grade == Grade::Shown && !change(&alike).contains(0.0), "{alike:?}");
        assert!(change(&apart).contains(0.0), "all gain, but by how much is chance: {apart:?}");
        assert_eq!(apart.grade, Grade::Open);
    }

    /// As no finding says that it does.
    #[test]
    fn one_training_shows_no_change_in_the_table_of_the_page() {
        let training = |name: &str, place, wins| {
            let agent = taught(name, place, Experience::Network("a".to_owned()));
            cell("tablut", agent, games(wins, 0, 0, 1000 - wins))
        };
        let cells = vec![training("n:4@a", 0, 300), training("n:64@a", 1, 700)];
        let report = BalanceReport::new(cells, &Options::default());
        assert!(find(&report).is_empty());
        let page = page(&report, &PageContext::default()).replace('\u{a0}', " ");
        assert!(page.contains("<td>+40.0 (+35.9 to +43.9), suggested</td>"));
    }
}
