//! How games ended: stacked bars by cause.

use imperial_engine::Cause;

use super::super::endings::describe;
use super::super::svg::Svg;
use super::super::{BalanceReport, CellReport};
use super::Format;
use super::marks::swatches;
use super::results::{Part, cell_label, stack};
use super::rows::{Axis, Frame, RowLabel, Rows};

/// One bar per cell, one part per cause.
pub(in super::super) fn endings(report: &BalanceReport, format: Format) -> Svg {
    let labels: Vec<RowLabel> = report.cells.iter().map(cell_label).collect();
    let occurs = |cause: &Cause| report.cells.iter().any(|cell| cell.ended_by(*cause) > 0);
    let legend: Vec<_> = ORDER
        .into_iter()
        .filter(occurs)
        .map(|cause| (class(cause).to_owned(), describe(cause).to_owned()))
        .collect();
    let top = swatches(&mut Svg::new(format.width(), 0.0), &legend, 2.0, 2.0);
    let frame = Frame { format, top, row: 20.0, labels_above: false };
    let axis = Axis { values: (0.0, 100.0), ticks: 4, title: "share of games, %", even: None };
    let mut rows = Rows::new(&labels, frame, axis);
    swatches(&mut rows.svg, &legend, 2.0, 2.0);
    for (index, cell) in report.cells.iter().enumerate() {
        stack(&mut rows, index, &parts(cell), cell.games);
    }
    rows.svg
}

/// The attackers' ending at the left, the defenders' at the right, as in the bars of results.
const ORDER: [Cause; 8] = [
    Cause::KingCaptured,
    Cause::Line,
    Cause::Stuck,
    Cause::BoardFull,
    Cause::Repetition,
    Cause::QuietLimit,
    Cause::PlyLimit,
    Cause::KingEscaped,
];

fn parts(cell: &CellReport) -> Vec<Part> {
    ORDER.into_iter().map(|cause| (class(cause), describe(cause), cell.ended_by(cause))).collect()
}

const fn class(cause: Cause) -> &'static str {
    match cause {
        Cause::KingCaptured => "fill attackers",
        Cause::KingEscaped => "fill defenders",
        Cause::Stuck => "fill stuck",
        Cause::Repetition => "fill draws",
        Cause::QuietLimit => "fill quiet",
        Cause::PlyLimit => "fill cut-off",
        Cause::Line => "fill line",
        Cause::BoardFull => "fill full",
    }
}
