//! The common frame of pictures that have one row for each figure: headings, labels, a level axis.

use imperial_stats::Estimate;

use crate::scale::{Scale, round_step, tick_label};
use crate::size::{Format, fitted, letters, text_width};
use crate::svg::{Anchor, Svg};
use crate::text::shortened_apart;

/// Height of a heading.
const HEADING: f64 = 26.0;
/// The most that labels to the left of their rows may take, as a share of the width. Where they need more they stand
/// above their rows.
const LABELS: f64 = 0.44;
/// The same on phones.
const NARROW: f64 = 0.38;
/// Height of a label that stands above its row.
const ABOVE: f64 = 17.0;
/// Height below the rows: ticks and the axis' title.
const FOOT: f64 = 40.0;

/// A row's heading and label.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowLabel {
    /// Rows with the same heading stand together below it.
    pub heading: String,
    /// The row itself.
    pub label: String,
}

/// A picture with its rows laid out.
#[derive(Debug)]
pub struct Rows {
    /// The picture so far.
    pub svg: Svg,
    /// From values to places along the axis.
    pub scale: Scale,
    /// The top of each row's own field.
    pub tops: Vec<f64>,
    /// Height of a row's own field.
    pub row: f64,
}

/// What stands below the rows.
#[derive(Clone, Copy, Debug)]
pub struct Axis<'a> {
    /// The values at its two ends.
    pub values: (f64, f64),
    /// What it shows.
    pub title: &'a str,
    /// A value with a line of its own: one half, or no difference.
    pub even: Option<f64>,
}

impl<'a> Axis<'a> {
    /// Shares in percent, with one half marked.
    pub const fn percent(title: &'a str) -> Self {
        Self { values: (0.0, 100.0), title, even: Some(50.0) }
    }

    /// Differences of shares in points, as far to both sides as the intervals reach.
    pub fn points(title: &'a str, differences: impl Iterator<Item = Estimate>) -> Self {
        let ends = differences.flat_map(|change| [change.low.abs(), change.high.abs()]);
        let largest = 100.0 * ends.filter(|end| end.is_finite()).fold(0.05, f64::max);
        let step = round_step(largest / 4.0);
        let reach = (largest / step).ceil() * step;
        Self { values: (-reach, reach), title, even: Some(0.0) }
    }
}

impl Rows {
    /// Lays out rows whose own fields are `row` high, and draws everything but what is in them.
    pub fn new(labels: &[RowLabel], format: Format, row: f64, axis: Axis) -> Self {
        let width = format.width();
        let widest = labels.iter().map(|row| text_width(&row.label)).fold(0.0, f64::max) + 16.0;
        let above = match format {
            Format::Narrow => widest > NARROW * width,
            Format::Wide => widest > LABELS * width,
            Format::Panel => false,
        };
        let left = if above { 12.0 } else { widest.clamp(60.0, LABELS * width) };
        let room = if above { width - left } else { left - 10.0 };
        let names: Vec<&str> = labels.iter().map(|row| row.label.as_str()).collect();
        let names = shortened_apart(&names, letters(room));
        let (tops, bottom) = places(labels, row, above);
        let mut svg = Svg::new(width, bottom + FOOT);
        let scale = Scale { values: axis.values, places: (left, width - 14.0) };
        draw_axis(&mut svg, scale, axis, format.ticks(), bottom);
        for (index, (name, &top)) in labels.iter().zip(&tops).enumerate() {
            let new = index == 0 || labels[index - 1].heading != name.heading;
            if new && !name.heading.is_empty() {
                let y = top - if above { ABOVE + 8.0 } else { 8.0 };
                svg.text("heading", (2.0, y), Anchor::Start, &fitted(&name.heading, width));
            }
            if above {
                svg.text("label", (left, top - 4.0), Anchor::Start, &names[index]);
            } else {
                let at = (left - 8.0, top + row / 2.0 + 4.0);
                svg.text("label", at, Anchor::End, &names[index]);
            }
        }
        Self { svg, scale, tops, row }
    }

    /// The middle of a row.
    pub(crate) fn middle(&self, row: usize) -> f64 {
        self.tops[row] + self.row / 2.0
    }
}

/// The top of each row's field, and the bottom of all.
fn places(labels: &[RowLabel], row: f64, above: bool) -> (Vec<f64>, f64) {
    let mut y = 0.0;
    let mut heading: Option<&str> = None;
    let mut tops = Vec::new();
    for name in labels {
        if heading != Some(&name.heading) {
            y += if name.heading.is_empty() { 4.0 } else { HEADING };
            heading = Some(&name.heading);
        }
        if above {
            y += ABOVE;
        }
        tops.push(y);
        y += row + if above { 9.0 } else { 6.0 };
    }
    (tops, y + 2.0)
}

fn draw_axis(svg: &mut Svg, scale: Scale, axis: Axis, ticks: usize, bottom: f64) {
    for tick in scale.ticks(ticks) {
        let x = scale.at(tick);
        svg.line("grid", (x, 4.0), (x, bottom));
        svg.text("tick", (x, bottom + 14.0), Anchor::Middle, &tick_label(tick));
    }
    if let Some(even) = axis.even {
        svg.line("even", (scale.at(even), 4.0), (scale.at(even), bottom));
    }
    let middle = f64::midpoint(scale.places.0, scale.places.1);
    svg.text("axis-title", (middle, bottom + 32.0), Anchor::Middle, axis.title);
}
