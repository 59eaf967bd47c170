//! How long games last: a histogram per cell, with the middle half marked below it.

use super::super::svg::Svg;
use super::super::text::{decimal, thousands};
use super::super::{BalanceReport, CellReport, Lengths};
use super::Format;
use super::results::cell_label;
use super::rows::{Axis, Frame, RowLabel, Rows};

/// Height that is kept below the bars for the median and the quartiles.
const STRIP: f64 = 10.0;

/// One histogram per cell of a report, all on the same axis. Heights are shares of the cell's highest
/// bar.
pub(in super::super) fn lengths(
    report: &BalanceReport,
    cells: &[&CellReport],
    format: Format,
) -> Svg {
    let labels: Vec<RowLabel> = cells.iter().map(|cell| cell_label(cell)).collect();
    let bins = report.cells.iter().map(|cell| cell.lengths.histogram.len()).max().unwrap_or(1);
    let longest = (bins as u32).saturating_mul(report.length_bin);
    let frame = Frame::new(format, if format == Format::Panel { 34.0 } else { 46.0 });
    let axis = Axis {
        values: (0.0, f64::from(longest.max(1))),
        ticks: if format == Format::Wide { 8 } else { 5 },
        title: "length of the game, plies",
        even: None,
    };
    let mut rows = Rows::new(&labels, frame, axis);
    for (index, cell) in cells.iter().enumerate() {
        bars(&mut rows, index, &cell.lengths, report.length_bin, cell.games);
        middle_half(&mut rows, index, &cell.lengths);
    }
    rows.svg
}

fn bars(rows: &mut Rows, row: usize, lengths: &Lengths, bin: u32, games: u64) {
    let highest = lengths.histogram.iter().max().copied().unwrap_or(0).max(1) as f64;
    let base = rows.tops[row] + rows.row - STRIP;
    for (index, &count) in lengths.histogram.iter().enumerate().filter(|(_, count)| **count > 0) {
        let from = index as f64 * f64::from(bin);
        let (x0, x1) = (rows.scale.at(from), rows.scale.at(from + f64::from(bin)));
        let height = ((rows.row - STRIP) * count as f64 / highest).max(0.8);
        let share = 100.0 * count as f64 / games.max(1) as f64;
        let last = from + f64::from(bin) - 1.0;
        let tip = format!("{from} to {last} plies: {} ({} %)", thousands(count), decimal(share));
        rows.svg.rect("bar", (x0, base - height), ((x1 - x0 - 0.8).max(0.6), height), &tip);
    }
    rows.svg.line("base", (rows.scale.places.0, base), (rows.scale.places.1, base));
}

fn middle_half(rows: &mut Rows, row: usize, lengths: &Lengths) {
    let y = rows.tops[row] + rows.row - STRIP / 2.0 + 0.5;
    let [lower, median, upper] =
        [lengths.lower_quartile, lengths.median, lengths.upper_quartile].map(|v| rows.scale.at(v));
    rows.svg.line("quartiles", (lower, y), (upper, y));
    let tip = format!("median {} plies", decimal(lengths.median));
    rows.svg.circle("median", (median, y), 4.0, &tip);
}
