//! What a kind of finding is.

use imperial_stats::Estimate;

use crate::summary::without_network;
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

/// What would make the game even between two of the strongest agent of each rule set, where it is known and its
/// trainings agree on who is ahead.
pub(super) fn remedy<'a>(
    topic: &str,
    figure: &str,
    report: &'a BalanceReport,
    of: impl Fn(&Fairness) -> Option<Estimate>,
) -> Vec<Finding> {
    let mut known = Vec::new();
    for rules in &report.rule_sets {
        let of = |one: &'a Fairness| Some((one.agent.as_str(), of(one)?));
        let (agents, each): (Vec<&str>, Vec<Estimate>) =
            report.remedies(rules).into_iter().filter_map(of).unzip();
        if !each.is_empty() {
            known.push((rules, agents, Estimate::spanning(&each)));
        }
    }
    let mut agents = known.iter().flat_map(|(_, agents, _)| agents);
    let Some(first) = agents.next() else { return Vec::new() };
    let agent = if agents.all(|agent| agent == first) { first } else { without_network(first) };
    let add = |finding: Finding, (rules, _, known): &(&String, Vec<&str>, Estimate)| {
        finding.rule_sets([rules.as_str()]).figure(figure, *known)
    };
    known.iter().fold(Finding::new(topic, Grade::Estimate).agents([agent]), add).if_any()
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
