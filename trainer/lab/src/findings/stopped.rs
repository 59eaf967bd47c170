//! Games that were stopped before every interval was narrow enough.

use super::kind::Kind;
use crate::text::plain;
use crate::{BalanceReport, CellReport, Finding, Grade, StopReason, Titles};

/// Rule sets and agents: pairs whose intervals are wider than wanted. Figures: the half-width that was wanted,
/// as a share (`precision`), and the number of `cells` in all.
pub(super) const KIND: Kind = Kind { topic: "stopped", find, words };

fn find(report: &BalanceReport) -> Vec<Finding> {
    let stopping = report.stopping.as_ref().filter(|one| one.reason != StopReason::Precise);
    let Some(stopping) = stopping else { return Vec::new() };
    let is_wide = |cell: &&CellReport| {
        cell.score.half_width().max(cell.results.attackers.share.half_width()) > stopping.precision
    };
    let wide: Vec<&CellReport> = report.cells.iter().filter(is_wide).collect();
    let finding = Finding::new(KIND.topic, Grade::Caution)
        .rule_sets(wide.iter().map(|cell| cell.rules.as_str()))
        .agents(wide.iter().map(|cell| cell.agent.as_str()))
        .count("precision", stopping.precision)
        .count("cells", report.cells.len() as f64);
    vec![finding]
}

fn words(finding: &Finding, _: &Titles) -> Option<String> {
    Some(format!(
        "Play stopped at its limit before {} of {} intervals were within ±{} points.",
        finding.rule_sets.len(),
        finding.one("cells")?.value,
        plain(finding.one("precision")?.value)
    ))
}
