//! Marks of the series: each has its own shape, dashes and colour, so that no colour is needed.

use std::f64::consts::PI;

use crate::svg::Svg;

/// How far from its middle a mark hides what is below it.
const HIDDEN: f64 = 7.0;
/// Number of colours and dashes in the style sheet, and of shapes.
const STYLES: usize = 8;

/// The class of a series' colour and dashes; when the colours come again, the dashes are others.
pub(crate) fn style(series: usize) -> String {
    let again = if series < STYLES { "" } else { " again" };
    format!("s{}{again}", series % STYLES)
}

/// Draws the mark of a series: filled, or hollow where the figure is not to be relied on.
pub(crate) fn mark(svg: &mut Svg, series: usize, at: (f64, f64), filled: bool, tip: &str) {
    let class = format!("mark {}{}", style(series), if filled { "" } else { " hollow" });
    // Each round of colours meets the shapes shifted by one, so that no pair comes twice soon.
    let shape = (series + series / STYLES) % STYLES;
    if shape == 0 {
        return svg.circle(&class, at, 4.5, tip);
    }
    let corners: Vec<(f64, f64)> =
        corners(shape).into_iter().map(|(x, y)| (at.0 + x, at.1 + y)).collect();
    svg.polygon(&class, &corners, tip);
}

/// The corners of a shape around (0, 0).
fn corners(shape: usize) -> Vec<(f64, f64)> {
    match shape {
        1 => vec![(-4.2, -4.2), (4.2, -4.2), (4.2, 4.2), (-4.2, 4.2)],
        2 => vec![(0.0, -5.4), (5.2, 4.0), (-5.2, 4.0)],
        3 => vec![(0.0, -5.8), (5.8, 0.0), (0.0, 5.8), (-5.8, 0.0)],
        4 => vec![(0.0, 5.4), (5.2, -4.0), (-5.2, -4.0)],
        5 => star(4, (3.4, 7.6)),
        6 => star(5, (3.4, 7.2)),
        _ => vec![(-5.4, -2.4), (5.4, -2.4), (5.4, 2.4), (-5.4, 2.4)],
    }
}

/// A star whose inner and outer corners have these distances from the middle, one ray upwards.
fn star(rays: u32, (inner, outer): (f64, f64)) -> Vec<(f64, f64)> {
    let corner = |index: u32| {
        let radius = if index.is_multiple_of(2) { outer } else { inner };
        let angle = PI * f64::from(index) / f64::from(rays);
        (radius * angle.sin(), -radius * angle.cos())
    };
    (0..2 * rays).map(corner).collect()
}

/// An upright interval of a mark with caps.
pub(crate) fn upright(svg: &mut Svg, class: &str, (x, y): (f64, f64), ends: (f64, f64)) {
    for end in seen(y, ends) {
        svg.line(class, (x, y), (x, end));
        svg.line(class, (x - 3.5, end), (x + 3.5, end));
    }
}

/// A level interval of a mark with caps.
pub(crate) fn level(svg: &mut Svg, class: &str, (x, y): (f64, f64), ends: (f64, f64)) {
    for end in seen(x, ends) {
        svg.line(class, (x, y), (end, y));
        svg.line(class, (end, y - 3.5), (end, y + 3.5));
    }
}

/// The ends of an interval that its mark leaves in sight: pieces of them beside it would be mistaken for more.
fn seen(mark: f64, ends: (f64, f64)) -> impl Iterator<Item = f64> {
    [ends.0, ends.1].into_iter().filter(move |end| (end - mark).abs() > HIDDEN)
}

/// An entry of a key: a small picture, and what it means.
pub type KeyEntry = (Svg, String);

/// A sign of a picture that a key explains.
#[derive(Clone, Debug)]
pub enum Sign {
    /// A mark, a line or a colour.
    Drawn(Svg),
    /// A number beside a mark.
    Number(usize),
}

/// A box for a key that looks like shapes of this class.
pub fn swatch(class: &str) -> Svg {
    let mut svg = key_picture();
    svg.rect(class, (0.0, 0.0), (14.0, 12.0), "");
    svg
}

/// A line for a key.
pub(crate) fn line_key(class: &str) -> Svg {
    let mut svg = Svg::new(22.0, 12.0);
    svg.line(class, (0.0, 6.0), (22.0, 6.0));
    svg
}

/// The line and mark of a series for a key.
pub(crate) fn series_key(series: usize) -> Svg {
    let mut svg = line_key(&format!("series {}", style(series)));
    mark(&mut svg, series, (11.0, 6.0), true, "");
    svg
}

/// An empty picture for a key.
pub(crate) const fn key_picture() -> Svg {
    Svg::new(14.0, 12.0)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn many_series_have_marks_of_their_own() {
        let drawn = |series: usize| {
            let mut svg = Svg::new(10.0, 10.0);
            mark(&mut svg, series, (5.0, 5.0), true, "");
            svg.inline("").into_string()
        };
        let marks: BTreeSet<String> = (0..STYLES * STYLES).map(drawn).collect();
        assert_eq!(marks.len(), STYLES * STYLES);
        let shapes: BTreeSet<String> =
            (0..STYLES).map(|series| drawn(series).replace(&style(series), "")).collect();
        assert_eq!(shapes.len(), STYLES, "told apart without colour");
    }
}
