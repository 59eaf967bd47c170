//! Differences with their intervals: a forest plot.

use super::super::svg::{Anchor, Svg};
use super::super::text::{points, points_range};
use super::super::{Comparison, Grade};
use super::marks::level;
use super::rows::{Axis, Frame, RowLabel, Rows};
use super::scale::round_step;
use super::{Format, text_width};

/// The most that labels may take of the width: they name two things each.
const LABELS: f64 = 0.52;

/// A difference to draw.
#[derive(Clone, Debug)]
pub(in super::super) struct ForestRow<'a> {
    /// Rows with the same heading stand together below it.
    pub(in super::super) heading: String,
    /// What is subtracted from what.
    pub(in super::super) label: String,
    /// The difference.
    pub(in super::super) comparison: &'a Comparison,
}

/// One row per difference; a filled mark where a difference is shown, an open one where not.
pub(in super::super) fn forest(rows: &[ForestRow], axis: &str, format: Format) -> Svg {
    let labels: Vec<RowLabel> = rows
        .iter()
        .map(|row| RowLabel { heading: row.heading.clone(), label: row.label.clone() })
        .collect();
    let widest = rows.iter().map(|row| text_width(&row.label)).fold(0.0, f64::max);
    let labels_above = widest > LABELS * format.width() - 16.0;
    let frame = Frame { top: 24.0, labels: LABELS, labels_above, ..Frame::new(format, 18.0) };
    let reach = reach(rows);
    let axis = Axis { values: (-reach, reach), ticks: 8, title: axis, even: Some(0.0) };
    let mut picture = Rows::new(&labels, frame, axis);
    legend(&mut picture.svg);
    for (index, row) in rows.iter().enumerate() {
        draw(&mut picture, index, row.comparison);
    }
    picture.svg
}

/// Half the width of the axis, in points: round, all intervals inside.
fn reach(rows: &[ForestRow]) -> f64 {
    let ends = rows.iter().flat_map(|row| {
        let difference = row.comparison.difference;
        [difference.low.abs(), difference.high.abs()]
    });
    let largest = 100.0 * ends.fold(0.05, f64::max);
    let step = round_step(largest / 4.0);
    (largest / step).ceil() * step
}

fn legend(svg: &mut Svg) {
    let entries = [("mark shown", "shown"), ("mark open not-shown", "not shown")];
    for ((class, label), x) in entries.into_iter().zip([10.0, 84.0]) {
        svg.circle(class, (x, 9.0), 4.8, "");
        svg.text("label", (x + 10.0, 13.0), Anchor::Start, label);
    }
}

fn draw(rows: &mut Rows, row: usize, comparison: &Comparison) {
    let (y, estimate) = (rows.middle(row), comparison.difference);
    let [low, value, high] =
        [estimate.low, estimate.value, estimate.high].map(|share| rows.scale.at(100.0 * share));
    let shown = comparison.grade == Grade::Shown;
    let (line, mark) = if shown {
        ("interval shown", "mark shown")
    } else {
        ("interval not-shown", "mark open not-shown")
    };
    level(&mut rows.svg, line, y, (low, high));
    let tip = format!("{} points ({})", points(estimate.value), points_range(estimate));
    rows.svg.circle(mark, (value, y), 4.8, &tip);
}
