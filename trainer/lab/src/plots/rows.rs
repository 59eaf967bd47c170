//! The common frame of pictures that have one row per cell: headings, labels, a level axis.

use super::super::svg::{Anchor, Svg};
use super::super::text::shortened_apart;
use super::scale::{Scale, tick_label};
use super::{Format, fitted, letters, text_width};

/// Height of a heading.
const HEADING: f64 = 26.0;
/// Height of a label that stands above its row.
const ABOVE: f64 = 17.0;
/// Height below the rows: ticks and the axis' title.
const FOOT: f64 = 40.0;

/// A row's heading and label.
#[derive(Clone, Debug)]
pub(super) struct RowLabel {
    /// Rows with the same heading stand together below it.
    pub(super) heading: String,
    /// The row itself.
    pub(super) label: String,
}

/// The labels of rows, each of a rule set and a player: players below their rule set, or rule sets below
/// the player where one and the same has a row in each.
pub(super) fn labels<'a>(rows: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<RowLabel> {
    let rows: Vec<(&str, &str)> = rows.collect();
    let by_player = is_one_player(&rows);
    let label = |(rules, player): (&str, &str)| {
        let [heading, label] = if by_player { [player, rules] } else { [rules, player] };
        RowLabel { heading: heading.to_owned(), label: label.to_owned() }
    };
    rows.into_iter().map(label).collect()
}

/// Whether rows of a rule set and a player are all of one player, under several rule sets.
pub(in super::super) fn is_one_player(rows: &[(&str, &str)]) -> bool {
    rows.len() > 1 && rows.iter().all(|row| row.1 == rows[0].1)
}

/// Where rows go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) format: Format,
    /// Space for a legend.
    pub(super) top: f64,
    /// Height of a row's own field.
    pub(super) row: f64,
    /// The most that labels to the left of their rows may take, as a share of the width.
    pub(super) labels: f64,
    /// Labels above their rows, not to the left, in all formats; in the narrow one they always are.
    pub(super) labels_above: bool,
}

impl Frame {
    /// Rows of this height without a legend, with labels to the left where there is room.
    pub(super) const fn new(format: Format, row: f64) -> Self {
        let labels = match format {
            Format::Panel => 0.44,
            Format::Wide | Format::Narrow => 0.36,
        };
        Self { format, top: 0.0, row, labels, labels_above: false }
    }
}

/// A picture with its rows laid out.
#[derive(Debug)]
pub(super) struct Rows {
    pub(super) svg: Svg,
    /// From values to places along the axis.
    pub(super) scale: Scale,
    /// The top of each row's own field.
    pub(super) tops: Vec<f64>,
    /// Height of a row's own field.
    pub(super) row: f64,
}

/// What stands below the rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis<'a> {
    pub(super) values: (f64, f64),
    pub(super) ticks: usize,
    pub(super) title: &'a str,
    /// A value with a line of its own: one half, or no difference.
    pub(super) even: Option<f64>,
}

impl Rows {
    /// Lays out rows and draws everything but what is in them.
    pub(super) fn new(labels: &[RowLabel], frame: Frame, axis: Axis) -> Self {
        let width = frame.format.width();
        let above = frame.labels_above || frame.format == Format::Narrow;
        let widest = labels.iter().map(|row| text_width(&row.label)).fold(0.0, f64::max);
        let left = if above { 12.0 } else { (widest + 16.0).clamp(60.0, frame.labels * width) };
        let room = if above { width - left } else { left - 10.0 };
        let names: Vec<&str> = labels.iter().map(|row| row.label.as_str()).collect();
        let names = shortened_apart(&names, letters(room));
        let (tops, bottom) = places(labels, frame, above);
        let mut svg = Svg::new(width, bottom + FOOT);
        let scale = Scale { values: axis.values, places: (left, width - 14.0) };
        draw_axis(&mut svg, scale, axis, (frame.top, bottom));
        for (index, (row, &top)) in labels.iter().zip(&tops).enumerate() {
            let new = index == 0 || labels[index - 1].heading != row.heading;
            if new && !row.heading.is_empty() {
                let y = top - if above { ABOVE + 8.0 } else { 8.0 };
                svg.text("heading", (2.0, y), Anchor::Start, &fitted(&row.heading, width));
            }
            if above {
                svg.text("label", (left, top - 4.0), Anchor::Start, &names[index]);
            } else {
                let at = (left - 8.0, top + frame.row / 2.0 + 4.0);
                svg.text("label", at, Anchor::End, &names[index]);
            }
        }
        Self { svg, scale, tops, row: frame.row }
    }

    /// The middle of a row.
    pub(super) fn middle(&self, row: usize) -> f64 {
        self.tops[row] + self.row / 2.0
    }
}

/// The top of each row's field, and the bottom of all.
fn places(labels: &[RowLabel], frame: Frame, above: bool) -> (Vec<f64>, f64) {
    let mut y = frame.top;
    let mut heading: Option<&str> = None;
    let mut tops = Vec::new();
    for row in labels {
        if heading != Some(&row.heading) {
            y += if row.heading.is_empty() { 4.0 } else { HEADING };
            heading = Some(&row.heading);
        }
        if above {
            y += ABOVE;
        }
        tops.push(y);
        y += frame.row + if above { 9.0 } else { 6.0 };
    }
    (tops, y + 2.0)
}

fn draw_axis(svg: &mut Svg, scale: Scale, axis: Axis, (top, bottom): (f64, f64)) {
    for tick in scale.ticks(axis.ticks) {
        let x = scale.at(tick);
        svg.line("grid", (x, top + 4.0), (x, bottom));
        svg.text("tick", (x, bottom + 14.0), Anchor::Middle, &tick_label(tick));
    }
    if let Some(even) = axis.even {
        svg.line("even", (scale.at(even), top + 4.0), (scale.at(even), bottom));
    }
    let middle = f64::midpoint(scale.places.0, scale.places.1);
    svg.text("axis-title", (middle, bottom + 32.0), Anchor::Middle, axis.title);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_one_player_are_called_by_their_rule_sets() {
        let told = |rows: &[(&str, &str)]| {
            let labels = labels(rows.iter().copied()).into_iter();
            labels.map(|row| (row.heading, row.label)).collect::<Vec<_>>()
        };
        let pair = |heading: &str, label: &str| (heading.to_owned(), label.to_owned());
        assert_eq!(told(&[("a", "x"), ("b", "x")]), [pair("x", "a"), pair("x", "b")]);
        assert_eq!(told(&[("a", "x"), ("b", "y")]), [pair("a", "x"), pair("b", "y")]);
        assert_eq!(told(&[("a", "x")]), [pair("a", "x")]);
    }
}
