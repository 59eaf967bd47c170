//! Cells in which many games were cut off.

use imperial_stats::{Estimate, Interval};

use super::kind::{Kind, caution};
use crate::text::{others, percent, percent_range, plain};
use crate::{BalanceReport, CellReport, Finding, Titles};

/// Rule sets and agents: pairs, most cut-off games first. Figures: the share that was `cut-off`, and `possible`,
/// the attackers' share of wins with the ends that it could have had if those games had been played on.
pub(super) const KIND: Kind = Kind { topic: "cut-off", find, words };

/// A cut-off share above which the reader is warned.
pub(crate) const MANY: f64 = 0.02;

fn find(report: &BalanceReport) -> Vec<Finding> {
    let share = |cell: &CellReport| cell.results.cut_off.share.value;
    let mut cells: Vec<&CellReport> =
        report.cells.iter().filter(|cell| share(cell) > MANY).collect();
    cells.sort_by(|a, b| share(b).total_cmp(&share(a)));
    caution(KIND.topic, &cells, |finding, cell| {
        let (low, high) = cell.share_if_played_on();
        let won = cell.results.attackers.share.value;
        finding
            .figure("cut-off", cell.results.cut_off.share)
            .figure("possible", Estimate::new(won, Interval { low, high }))
    })
}

fn words(finding: &Finding, titles: &Titles) -> Option<String> {
    let many = plain(MANY);
    let consequence = match finding.rule_sets.len() {
        1 => format!(", so attackers could win {} %", percent_range(finding.one("possible")?)),
        all => others(all, &format!(", and more than {many} % in"), ""),
    };
    Some(format!(
        "In {} with {}, {} % of games were cut off{consequence}.",
        titles.of(finding.rule_sets.first()?),
        finding.agent()?,
        percent(finding.one("cut-off")?.value)
    ))
}
