//! Cells with few games.

use super::kind::{Kind, caution};
use crate::text::{counted, others};
use crate::{BalanceReport, CellReport, Finding, Titles};

/// Rule sets and agents: pairs, fewest games first. Figures: the `games` of each.
pub(super) const KIND: Kind = Kind { topic: "few-games", find, words };

/// Fewer games than this are few.
const FEW: u64 = 100;

fn find(report: &BalanceReport) -> Vec<Finding> {
    let mut cells: Vec<&CellReport> = report.cells.iter().filter(|cell| cell.games < FEW).collect();
    cells.sort_by_key(|cell| cell.games);
    caution(KIND.topic, &cells, |finding, cell| finding.count("games", cell.games as f64))
}

fn words(finding: &Finding, titles: &Titles) -> Option<String> {
    Some(format!(
        "{} with {} has only {}{}.",
        titles.of(finding.rule_sets.first()?),
        finding.agent()?,
        counted(finding.one("games")?.value as u64, "game", "games"),
        others(finding.rule_sets.len(), ", and", &format!(" fewer than {FEW}"))
    ))
}
