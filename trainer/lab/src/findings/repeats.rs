//! Cells most of whose games are copies of each other.

use super::kind::Kind;
use crate::text::{others, thousands};
use crate::{BalanceReport, CellReport, Finding, Grade, Titles};

/// Rule sets and agents: pairs. Figures: the `games` and the `distinct` games of each.
pub(super) const KIND: Kind = Kind { topic: "repeats", find, words };

fn find(report: &BalanceReport) -> Vec<Finding> {
    let repeats = |cell: &&CellReport| 2 * cell.distinct_games < cell.games;
    let mut cells: Vec<&CellReport> = report.cells.iter().filter(repeats).collect();
    cells.sort_by_key(|cell| cell.distinct_games);
    let add = |finding: Finding, cell: &&CellReport| {
        finding
            .rule_sets([cell.rules.as_str()])
            .agents([cell.agent.as_str()])
            .count("games", cell.games as f64)
            .count("distinct", cell.distinct_games as f64)
    };
    let finding = cells.iter().fold(Finding::new(KIND.topic, Grade::Caution), add);
    if cells.is_empty() { Vec::new() } else { vec![finding] }
}

fn words(finding: &Finding, titles: &Titles) -> Option<String> {
    let count = |name: &str| Some(thousands(finding.one(name)?.value as u64));
    Some(format!(
        "Only {} of {} games are distinct in {} with {}{}.",
        count("distinct")?,
        count("games")?,
        titles.of(finding.rule_sets.first()?),
        finding.agent()?,
        others(finding.rule_sets.len(), ", and fewer than half in", "")
    ))
}
