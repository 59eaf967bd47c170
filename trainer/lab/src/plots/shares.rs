//! The attackers' share of wins in every cell: a forest plot around one half.

use super::super::svg::{Anchor, Svg};
use super::super::text::{percent_with_range, thousands};
use super::super::{BalanceReport, CellReport};
use super::Format;
use super::marks::{level, mark};
use super::results::cell_label;
use super::rows::{Axis, Frame, Rows};

/// One row per cell of a report; the wide format says the number of games at the right.
pub(in super::super) fn shares(
    report: &BalanceReport,
    cells: &[&CellReport],
    format: Format,
) -> Svg {
    let labels: Vec<_> = cells.iter().map(|cell| cell_label(cell)).collect();
    let frame = Frame::new(format, 20.0);
    let axis = Axis {
        values: (0.0, 100.0),
        ticks: if format == Format::Wide { 10 } else { 5 },
        title: "attackers' share of wins, %",
        even: Some(50.0),
    };
    let mut rows = Rows::new(&labels, frame, axis);
    for (row, cell) in cells.iter().enumerate() {
        let share = cell.results.attackers.share;
        let series = report.rule_sets.iter().position(|name| *name == cell.rules).unwrap_or(0);
        let style = super::marks::style(series);
        let [low, value, high] =
            [share.low, share.value, share.high].map(|part| rows.scale.at(100.0 * part));
        let y = rows.middle(row);
        level(&mut rows.svg, &format!("interval {style}"), y, (low, high));
        let tip = format!("{} of {} games", percent_with_range(share), thousands(cell.games));
        mark(&mut rows.svg, series, (value, y), cell.is_reliable(), &tip);
        if format == Format::Wide {
            // Beyond the interval, on the side with more room.
            let text = format!("n = {}", thousands(cell.games));
            let (at, anchor) = if high < rows.scale.at(82.0) {
                (high + 9.0, Anchor::Start)
            } else {
                (low - 9.0, Anchor::End)
            };
            rows.svg.text("label small", (at, y + 4.0), anchor, &text);
        }
    }
    rows.svg
}
