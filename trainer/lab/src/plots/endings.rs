//! How games ended: stacked bars by cause.

use imperial_engine::Cause;

use super::super::endings::describe;
use super::super::svg::Svg;
use super::super::{BalanceReport, CellReport};
use super::Format;
use super::marks::{KeyEntry, swatch};
use super::results::{Part, cell_label, stack};
use super::rows::{Axis, Frame, RowLabel, Rows};

/// One bar per cell, one part per cause.
pub(in super::super) fn endings(cells: &[&CellReport], format: Format) -> Svg {
    let labels: Vec<RowLabel> = cells.iter().map(|cell| cell_label(cell)).collect();
    let frame = Frame::new(format, 20.0);
    let axis = Axis { values: (0.0, 100.0), ticks: 4, title: "share of games, %", even: None };
    let mut rows = Rows::new(&labels, frame, axis);
    for (index, cell) in cells.iter().enumerate() {
        stack(&mut rows, index, &parts(cell), cell.games);
    }
    rows.svg
}

/// What the colours of [`endings`] mean, those that occur.
pub(in super::super) fn endings_key(report: &BalanceReport) -> Vec<KeyEntry> {
    let occurs = |cause: &Cause| report.cells.iter().any(|cell| cell.ended_by(*cause) > 0);
    let shown = ORDER.into_iter().filter(occurs);
    shown.map(|cause| (swatch(class(cause)), describe(cause).to_owned())).collect()
}

/// The attackers' ending at the left, the defenders' at the right, as in the bars of results.
const ORDER: [Cause; 13] = [
    Cause::KingCaptured,
    Cause::Encircled,
    Cause::Line,
    Cause::Stuck,
    Cause::BoardFull,
    Cause::Repetition,
    Cause::QuietLimit,
    Cause::PlyLimit,
    Cause::Unfinished,
    Cause::Given,
    Cause::ExitFort,
    Cause::TwoRoads,
    Cause::KingEscaped,
];

fn parts(cell: &CellReport) -> Vec<Part> {
    ORDER.into_iter().map(|cause| (class(cause), describe(cause), cell.ended_by(cause))).collect()
}

const fn class(cause: Cause) -> &'static str {
    match cause {
        Cause::KingCaptured => "fill attackers",
        Cause::KingEscaped => "fill defenders",
        Cause::Encircled => "fill ring",
        Cause::ExitFort => "fill fort",
        Cause::TwoRoads => "fill roads",
        Cause::Stuck => "fill stuck",
        Cause::Repetition => "fill draws",
        Cause::QuietLimit => "fill quiet",
        Cause::PlyLimit => "fill cut-off",
        Cause::Line => "fill line",
        Cause::BoardFull => "fill full",
        Cause::Given => "fill given",
        Cause::Unfinished => "fill unfinished",
    }
}
