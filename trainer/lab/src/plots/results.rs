//! Who won: stacked bars.

use super::super::svg::{Anchor, Svg};
use super::super::text::{percent, thousands};
use super::super::{BalanceReport, CellReport};
use super::Format;
use super::marks::{KeyEntry, swatch};
use super::rows::{Axis, Frame, RowLabel, Rows};

/// One bar per cell: attackers, played draws, cut-off games, defenders.
pub(in super::super) fn results(cells: &[&CellReport], format: Format) -> Svg {
    let labels: Vec<RowLabel> = cells.iter().map(|cell| cell_label(cell)).collect();
    let frame = Frame::new(format, 20.0);
    let axis =
        Axis { values: (0.0, 100.0), ticks: 4, title: "share of games, %", even: Some(50.0) };
    let mut rows = Rows::new(&labels, frame, axis);
    for (index, cell) in cells.iter().enumerate() {
        stack(&mut rows, index, &parts(cell), cell.games);
    }
    rows.svg
}

/// What the colours of [`results`] mean, those that occur.
pub(in super::super) fn results_key(report: &BalanceReport) -> Vec<KeyEntry> {
    let entries = [
        ("fill attackers", "attackers won"),
        ("fill draws", "draw"),
        ("fill cut-off", "cut off"),
        ("fill defenders", "defenders won"),
    ];
    let shown = entries.into_iter().filter(|(class, _)| occurs(report, class));
    shown.map(|(class, words)| (swatch(class), words.to_owned())).collect()
}

/// The label of a cell's row.
pub(super) fn cell_label(cell: &CellReport) -> RowLabel {
    RowLabel { heading: cell.rules.clone(), label: cell.agent.clone() }
}

/// A part of a bar: class, name, number of games.
pub(super) type Part = (&'static str, &'static str, u64);

fn parts(cell: &CellReport) -> [Part; 4] {
    let results = cell.results;
    [
        ("fill attackers", "attackers won", results.attackers.games),
        ("fill draws", "draws", results.played_draws()),
        ("fill cut-off", "cut off", results.cut_off.games),
        ("fill defenders", "defenders won", results.defenders.games),
    ]
}

fn occurs(report: &BalanceReport, class: &str) -> bool {
    let in_cell = |cell: &CellReport| parts(cell).iter().any(|part| part.0 == class && part.2 > 0);
    report.cells.iter().any(in_cell)
}

/// Draws the parts of a row from left to right; wide parts say their share.
pub(super) fn stack(rows: &mut Rows, row: usize, parts: &[Part], games: u64) {
    let mut from = 0.0;
    for &(class, name, count) in parts.iter().filter(|part| part.2 > 0) {
        let share = count as f64 / games.max(1) as f64;
        let (x0, x1) = (rows.scale.at(100.0 * from), rows.scale.at(100.0 * (from + share)));
        let tip = format!("{name}: {} ({} %)", thousands(count), percent(share));
        let (top, height) = (rows.tops[row], rows.row);
        // A hair of paper between parts keeps them apart without colour.
        rows.svg.rect(class, (x0, top), ((x1 - x0 - 1.5).max(0.8), height), &tip);
        if x1 - x0 > 30.0 {
            let at = (f64::midpoint(x0, x1) - 0.75, top + height / 2.0 + 4.0);
            let class = class.replace("fill", "on");
            rows.svg.text(&class, at, Anchor::Middle, &format!("{:.0}", 100.0 * share));
        }
        from += share;
    }
}
