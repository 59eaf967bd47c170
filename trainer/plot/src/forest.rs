//! Figures with their intervals, row by row: a forest plot.

use imperial_stats::Estimate;

use crate::marks::{KeyEntry, key_picture, level, mark, style};
use crate::rows::{Axis, RowLabel, Rows};
use crate::size::Format;
use crate::svg::{Anchor, Svg};

/// Distance between the marks of a row.
const APART: f64 = 12.0;
/// Distance from a mark down to the dots of its row.
const BELOW: f64 = 9.0;

/// A row of a forest plot.
#[derive(Clone, Debug, Default)]
pub struct ForestRow {
    /// How it is called.
    pub label: RowLabel,
    /// Its marks, below each other.
    pub marks: Vec<Mark>,
    /// Figures without intervals, as small dots: share and what the pointer shows.
    pub dots: Vec<(f64, String)>,
    /// What stands beside the interval where there is room; may be empty.
    pub aside: String,
}

/// A share or a difference of shares with its interval.
#[derive(Clone, Debug)]
pub struct Mark {
    /// The figure.
    pub at: Estimate,
    /// How it looks.
    pub look: Look,
    /// What the pointer shows.
    pub tip: String,
}

/// How a mark looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// The mark of a series; hollow where the figure is not to be relied on.
    Series {
        /// Number of the series.
        number: usize,
        /// Whether the figure is to be relied on.
        filled: bool,
    },
    /// Filled for a difference that is shown, open for one that is not.
    Finding {
        /// Whether it is shown.
        shown: bool,
    },
}

/// What the two looks of findings mean.
pub fn finding_key() -> Vec<KeyEntry> {
    let entry = |shown, words: &str| {
        let mut svg = key_picture();
        draw_mark(&mut svg, Look::Finding { shown }, (7.0, 6.0), "");
        (svg, words.to_owned())
    };
    vec![entry(true, "shown"), entry(false, "not shown")]
}

/// What a small dot means.
pub fn dot_key(words: &str) -> KeyEntry {
    let mut svg = key_picture();
    svg.circle("single", (7.0, 6.0), 2.6, "");
    (svg, words.to_owned())
}

/// Draws the rows. Shares are drawn in percent, differences in points.
pub fn forest(rows: &[ForestRow], axis: Axis, format: Format) -> Svg {
    let labels: Vec<RowLabel> = rows.iter().map(|row| row.label.clone()).collect();
    let most = rows.iter().map(|row| row.marks.len()).max().unwrap_or(1).max(1);
    let mut picture = Rows::new(&labels, format, 8.0 + APART * most as f64, axis);
    for (index, row) in rows.iter().enumerate() {
        draw(&mut picture, index, row, format);
    }
    picture.svg
}

fn draw(rows: &mut Rows, index: usize, row: &ForestRow, format: Format) {
    let middle = rows.middle(index);
    let top = middle - APART * (row.marks.len() as f64 - 1.0) / 2.0;
    for (place, one) in row.marks.iter().enumerate() {
        let y = top + APART * place as f64;
        let [low, value, high] =
            [one.at.low, one.at.value, one.at.high].map(|share| rows.scale.at(100.0 * share));
        level(&mut rows.svg, &format!("interval {}", class(one.look)), (value, y), (low, high));
        draw_mark(&mut rows.svg, one.look, (value, y), &one.tip);
        if format == Format::Wide && !row.aside.is_empty() {
            // Beyond the interval, on the side with more room.
            let (left, right) = rows.scale.places;
            let is_left = high < left + 0.8 * (right - left);
            let (at, anchor) =
                if is_left { (high + 9.0, Anchor::Start) } else { (low - 9.0, Anchor::End) };
            rows.svg.text("label small", (at, y + 4.0), anchor, &row.aside);
        }
    }
    // Below the marks, which they would hide.
    let y = middle + if row.marks.is_empty() { 0.0 } else { BELOW };
    for (share, tip) in &row.dots {
        rows.svg.circle("single", (rows.scale.at(100.0 * share), y), 2.6, tip);
    }
}

fn class(look: Look) -> String {
    match look {
        Look::Series { number, .. } => style(number),
        Look::Finding { shown: true } => "shown".to_owned(),
        Look::Finding { shown: false } => "not-shown".to_owned(),
    }
}

fn draw_mark(svg: &mut Svg, look: Look, at: (f64, f64), tip: &str) {
    match look {
        Look::Series { number, filled } => mark(svg, number, at, filled, tip),
        Look::Finding { shown: true } => svg.circle("mark shown", at, 4.8, tip),
        Look::Finding { shown: false } => svg.circle("mark open not-shown", at, 4.8, tip),
    }
}
