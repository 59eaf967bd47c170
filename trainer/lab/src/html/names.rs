//! The report as people read it: rule sets by their titles, not by the names of their files.

use super::super::BalanceReport;
use super::{PageContext, RuleSetNote};

/// The report and what stands beside it with every rule set called by its title . A rule set keeps its name where it has no title or shares it.
pub(super) fn titled(
    report: &BalanceReport,
    context: &PageContext,
) -> (BalanceReport, PageContext) {
    let notes = &context.rule_sets;
    let (mut report, mut context) = (report.clone(), context.clone());
    rule_sets_of(&mut report).for_each(|name| rename(name, notes));
    let boards = context.boards.iter_mut().map(|board| &mut board.rules);
    let stories = context.stories.iter_mut().map(|story| &mut story.rules);
    boards.chain(stories).for_each(|name| rename(name, notes));
    (report, context)
}

/// Puts the title in the place of the name.
fn rename(name: &mut String, notes: &[RuleSetNote]) {
    let Some(note) = notes.iter().find(|note| note.name == *name) else { return };
    let is_shared = notes.iter().filter(|other| other.title == note.title).count() > 1;
    if !note.title.is_empty() && !is_shared {
        name.clone_from(&note.title);
    }
}

/// Every place in which a report names a rule set.
fn rule_sets_of(report: &mut BalanceReport) -> impl Iterator<Item = &mut String> {
    // Taken apart, so that a new field cannot be forgotten here.
    let BalanceReport {
        format: _,
        options: _,
        agents: _,
        length_bin: _,
        stopping: _,
        rule_sets,
        cells,
        trends,
        learned_trends,
        differences,
        curves,
        hypotheses,
        findings,
        attributions,
        fairness,
        trainings,
    } = report;
    let cells = cells.iter_mut().map(|cell| &mut cell.rules);
    let trends = trends.iter_mut().chain(learned_trends).map(|trend| &mut trend.rules);
    let differences = differences.iter_mut().flat_map(|pair| [&mut pair.first, &mut pair.second]);
    let curves = curves.iter_mut().map(|curve| &mut curve.rules);
    let hypotheses = hypotheses.iter_mut().flat_map(|one| {
        let cases = one.cases.iter_mut().map(|case| &mut case.rules);
        one.hypothesis.rules.iter_mut().chain(cases)
    });
    let findings = findings.iter_mut().flat_map(|finding| &mut finding.rule_sets);
    let ends = attributions.iter_mut().flat_map(|data| [&mut data.from, &mut data.to]);
    let fairness = fairness.iter_mut().map(|fairness| &mut fairness.rules);
    let spreads = trainings.iter_mut().flat_map(|spread| &mut spread.scores);
    let spreads = spreads.map(|range| &mut range.rules);
    let pairs = rule_sets.iter_mut().chain(cells).chain(trends).chain(differences);
    pairs.chain(curves).chain(hypotheses).chain(findings).chain(ends).chain(fairness).chain(spreads)
}
