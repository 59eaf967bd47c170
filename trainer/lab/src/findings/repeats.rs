//! Cells most of whose games are copies of each other.

use super::kind::{Kind, caution};
use crate::text::{others, thousands};
use crate::{BalanceReport, CellReport, Finding, Titles};

/// Rule sets and agents: pairs. Figures: the `games` and the `distinct` games of each.
pub(super) const KIND: Kind = Kind { topic: "repeats", find, words };

fn find(report: &BalanceReport) -> Vec<Finding> {
    let repeats = |cell: &&CellReport| 2 * cell.distinct_games < cell.games;
    let mut cells: Vec<&CellReport> = report.cells.iter().filter(repeats).collect();
    cells.sort_by_key(|cell| cell.distinct_games);
    caution(KIND.topic, &cells, |finding, cell| {
        finding.count("games", cell.games as f64).count("distinct", cell.distinct_games as f64)
    })
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
