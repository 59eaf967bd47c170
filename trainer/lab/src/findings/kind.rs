//! What a kind of finding is.

use imperial_stats::Estimate;

use crate::text::fitted_list;
use crate::{BalanceReport, CellReport, Fairness, Finding, Grade, Titles};

/// A kind of finding.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// The topic of its findings.
    pub topic: &'static str,
    /// Looks for findings in a judged report.
    pub find: fn(&BalanceReport) -> Vec<Finding>,
    /// The finding in one sentence of at most 25 words. A finding that lacks a figure, because
    /// another program wrote it, has none.
    pub words: fn(&Finding, &Titles) -> Option<String>,
}

/// The name of the agent that was given as the strongest.
pub(super) fn strongest(report: &BalanceReport) -> Option<&str> {
    report.agents.last().map(|agent| agent.name.as_str())
}

/// A caution about some cells, the first of them the worst, each with its figures.
pub(super) fn caution(
    topic: &str,
    cells: &[&CellReport],
    figures: impl Fn(Finding, &CellReport) -> Finding,
) -> Vec<Finding> {
    let add = |finding: Finding, cell: &&CellReport| {
        let named = finding.rule_sets([cell.rules.as_str()]).agents([cell.agent.as_str()]);
        figures(named, cell)
    };
    cells.iter().fold(Finding::new(topic, Grade::Caution), add).if_any()
}

/// What would make the game even between two of the strongest agent, for each rule set where it is known.
pub(super) fn remedy(
    topic: &str,
    figure: &str,
    report: &BalanceReport,
    of: impl Fn(&Fairness) -> Option<Estimate>,
) -> Vec<Finding> {
    let Some(agent) = strongest(report) else { return Vec::new() };
    let own = report.fairness.iter().filter(|fairness| fairness.agent == agent);
    let known = own.filter_map(|one| Some((one.rules.as_str(), of(one)?)));
    let add = |finding: Finding, (rules, known)| finding.rule_sets([rules]).figure(figure, known);
    known.fold(Finding::new(topic, Grade::Estimate).agents([agent]), add).if_any()
}

/// A sentence with the rule sets of a [`remedy`], each with its figure in brackets.
pub(super) fn remedy_words(
    (finding, figure): (&Finding, &str),
    titles: &Titles,
    shown: impl Fn(f64) -> String,
    sentence: impl Fn(&str) -> String,
) -> String {
    let all = finding.titles(titles).into_iter().zip(finding.all(figure));
    let parts: Vec<String> =
        all.map(|(name, known)| format!("{name} ({})", shown(known.value))).collect();
    fitted_list(&parts, sentence)
}
