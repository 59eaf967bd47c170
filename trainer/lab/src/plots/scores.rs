//! The attackers' score of each player under one rule set: small, to stand beside words.

use super::super::CellReport;
use super::super::svg::Svg;
use super::super::text::percent_with_range;
use super::Format;
use super::marks::{level, mark};
use super::rows::{Axis, Frame, RowLabel, Rows};

/// Most of the width that names of players may take.
const LABELS: f64 = 0.56;

/// One row per cell of a rule set, weakest player first.
pub(in super::super) fn scores(cells: &[&CellReport], format: Format) -> Svg {
    let label = |cell: &&CellReport| RowLabel { heading: String::new(), label: cell.agent.clone() };
    let labels: Vec<RowLabel> = cells.iter().map(label).collect();
    let axis = Axis { values: (0.0, 100.0), ticks: 4, title: "score, %", even: Some(50.0) };
    let frame = Frame { labels: LABELS, ..Frame::new(format, 18.0) };
    let mut rows = Rows::new(&labels, frame, axis);
    for (row, cell) in cells.iter().enumerate() {
        let score = cell.score;
        let [low, value, high] =
            [score.low, score.value, score.high].map(|part| rows.scale.at(100.0 * part));
        let y = rows.middle(row);
        level(&mut rows.svg, "interval s0", y, (low, high));
        mark(&mut rows.svg, 0, (value, y), cell.is_reliable(), &percent_with_range(score));
    }
    rows.svg
}
