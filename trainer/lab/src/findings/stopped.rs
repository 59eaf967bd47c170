//! Games that were stopped before every interval was narrow enough.

use super::kind::Kind;
use crate::text::plain;
use crate::{BalanceReport, CellReport, Finding, Grade, StopReason, Titles};

/// Rule sets and agents: pairs that played on and whose intervals are wider than wanted. Figures: the half-width that was
/// wanted, as a share (`precision`), and the number of `cells` that played.
pub(super) const KIND: Kind = Kind { topic: "stopped", find, words };

fn find(report: &BalanceReport) -> Vec<Finding> {
    let stopping = report.stopping.as_ref().filter(|one| one.reason != StopReason::Precise);
    let Some(stopping) = stopping else { return Vec::new() };
    let is_wide = |cell: &&CellReport| {
        cell.score.half_width().max(cell.results.attackers.share.half_width()) > stopping.precision
    };
    // Games that people have played elsewhere become no more.
    let played = report.cells.iter().filter(|cell| !report.is_elsewhere(&cell.agent));
    let wide: Vec<&CellReport> = played.clone().filter(is_wide).collect();
    let finding = Finding::new(KIND.topic, Grade::Caution)
        .rule_sets(wide.iter().map(|cell| cell.rules.as_str()))
        .agents(wide.iter().map(|cell| cell.agent.as_str()))
        .count("precision", stopping.precision)
        .count("cells", played.count() as f64);
    vec![finding]
}

fn words(finding: &Finding, _: &Titles) -> Option<String> {
    Some(format!(
        "Play stopped at its limit, with {} of {} intervals wider than ±{} points.",
        finding.rule_sets.len(),
        finding.one("cells")?.value,
        plain(finding.one("precision")?.value)
    ))
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{cell, games, taught};
    use super::super::super::{BalanceReport, Experience, Material, Options, Stopping};
    use super::*;

    #[test]
    fn games_of_people_do_not_count_as_stopped() {
        let one = |name: &str, experience, number| {
            cell("tablut", taught(name, 0, experience), games(number, 0, 0, number))
        };
        let cells = vec![
            one("people", Experience::Elsewhere, 20),
            one("a", Experience::Told, 50),
            one("b", Experience::Told, 20_000),
        ];
        let stopping = Some(Stopping { precision: 0.02, reason: StopReason::Games, looks: 3 });
        let material = Material { cells, stopping, ..Material::default() };
        let report = BalanceReport::of(material, &Options::default());
        let [finding] = &find(&report)[..] else { panic!("one finding") };
        let expected = "Play stopped at its limit, with 1 of 2 intervals wider than ±2 points.";
        assert_eq!(words(finding, &Titles::default()).as_deref(), Some(expected));
    }
}
