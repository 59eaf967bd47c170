//! Marks of the series: each has its own shape, dashes and colour, so that no colour is needed.

use super::super::svg::{Anchor, Svg};
use super::text_width;

/// Number of different series styles in the style sheet.
const STYLES: usize = 8;

/// The class of a series' colour and dashes.
pub(super) fn style(series: usize) -> String {
    format!("s{}", series % STYLES)
}

/// Draws the mark of a series: filled, or hollow where the figure is not to be relied on.
pub(super) fn mark(svg: &mut Svg, series: usize, at: (f64, f64), filled: bool, tip: &str) {
    let class = format!("mark {}{}", style(series), if filled { "" } else { " hollow" });
    let (x, y) = at;
    match series % 5 {
        0 => svg.circle(&class, at, 4.5, tip),
        1 => svg.rect(&class, (x - 4.2, y - 4.2), (8.4, 8.4), tip),
        2 => svg.polygon(&class, &[(x, y - 5.4), (x + 5.2, y + 4.0), (x - 5.2, y + 4.0)], tip),
        3 => {
            let points = [(x, y - 5.8), (x + 5.8, y), (x, y + 5.8), (x - 5.8, y)];
            svg.polygon(&class, &points, tip);
        }
        _ => svg.polygon(&class, &[(x, y + 5.4), (x + 5.2, y - 4.0), (x - 5.2, y - 4.0)], tip),
    }
}

/// An upright interval with caps.
pub(super) fn upright(svg: &mut Svg, class: &str, x: f64, ends: (f64, f64)) {
    svg.line(class, (x, ends.0), (x, ends.1));
    for y in [ends.0, ends.1] {
        svg.line(class, (x - 3.5, y), (x + 3.5, y));
    }
}

/// A level interval with caps.
pub(super) fn level(svg: &mut Svg, class: &str, y: f64, ends: (f64, f64)) {
    svg.line(class, (ends.0, y), (ends.1, y));
    for x in [ends.0, ends.1] {
        svg.line(class, (x, y - 3.5), (x, y + 3.5));
    }
}

/// Where each entry of a legend stands: rows filled from the left. Returns the places (the left
/// end of the entry, the row's number) and the number of rows.
pub(super) fn flow<'a>(
    labels: impl IntoIterator<Item = &'a str>,
    left: f64,
    right: f64,
) -> (Vec<(f64, usize)>, usize) {
    let (mut x, mut row) = (left, 0);
    let mut places = Vec::new();
    for label in labels {
        let width = 22.0 + text_width(label) + 16.0;
        if x > left && x + width > right {
            x = left;
            row += 1;
        }
        places.push((x, row));
        x += width;
    }
    (places, row + 1)
}

/// Height of a row of a legend.
pub(super) const LEGEND_ROW: f64 = 20.0;

/// A legend of coloured boxes.
pub(super) fn swatches(svg: &mut Svg, entries: &[(String, String)], left: f64, top: f64) -> f64 {
    let (places, rows) =
        flow(entries.iter().map(|(_, label)| label.as_str()), left, svg.width() - 4.0);
    for ((class, label), (x, row)) in entries.iter().zip(places) {
        let y = top + LEGEND_ROW * row as f64;
        svg.rect(class, (x, y), (14.0, 12.0), "");
        svg.text("label", (x + 20.0, y + 10.5), Anchor::Start, label);
    }
    LEGEND_ROW * rows as f64
}
