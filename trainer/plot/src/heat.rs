//! A grid of scores as colours with their numbers, and lines over it.

use crate::marks::{KeyEntry, swatch};
use crate::size::Format;
use crate::svg::{Anchor, Svg};

/// Left margin, for the names of the rows.
const LEFT: f64 = 46.0;
/// Height above the grid, for the title of the rows.
const TOP: f64 = 30.0;
/// The highest cell, and the gap between two.
const TALLEST: f64 = 52.0;
const GAP: f64 = 2.0;
/// Steps of colour from one half to either end.
const STEPS: f64 = 10.0;

/// A grid.
#[derive(Clone, Debug)]
pub struct Heat<'a> {
    /// Names of the columns from left to right, and of the rows from the bottom to the top.
    pub names: Vec<String>,
    /// What the columns are, and what the rows are.
    pub axes: [&'a str; 2],
    /// The cells of each column, from the bottom to the top.
    pub cells: Vec<HeatCell>,
    /// A line over the grid: columns and rows counted from 0, at the middle of their cells.
    pub line: Vec<(f64, f64)>,
}

/// The attackers' score of a cell.
#[derive(Clone, Debug)]
pub struct HeatCell {
    /// From 0 to 1.
    pub score: f64,
    /// What stands in it.
    pub text: String,
    /// What the pointer shows.
    pub tip: String,
}

/// What colours and lines mean.
pub fn heat_key(has_line: bool) -> Vec<KeyEntry> {
    let line = |class| {
        let mut svg = Svg::new(22.0, 12.0);
        svg.line(class, (1.0, 6.0), (21.0, 6.0));
        svg
    };
    let mut key = vec![
        (swatch(&colour(0.9)), "attackers score more".to_owned()),
        (swatch(&colour(0.1)), "defenders score more".to_owned()),
        (line("even"), "equal playouts".to_owned()),
    ];
    key.extend(has_line.then(|| (line("skill"), "equal skill".to_owned())));
    key
}

/// The class of a score's colour: the farther from one half, the stronger.
fn colour(score: f64) -> String {
    let side = if score < 0.5 { "defenders" } else { "attackers" };
    let step = (STEPS * 2.0 * (score - 0.5).abs()).ceil().clamp(1.0, STEPS);
    format!("fill {side} h{step}")
}

/// Draws the grid: columns to the right and rows upwards.
pub fn heat(data: &Heat, format: Format) -> Svg {
    let number = data.names.len();
    let width = (format.width() - LEFT - 8.0) / number.max(1) as f64;
    let height = width.min(TALLEST);
    let bottom = TOP + height * number as f64;
    let mut svg = Svg::new(format.width(), bottom + 44.0);
    let middle =
        |column: f64, row: f64| (LEFT + width * (column + 0.5), bottom - height * (row + 0.5));
    let of_cell = |index: usize| middle((index / number) as f64, (index % number) as f64);
    for (index, cell) in data.cells.iter().enumerate() {
        let (x, y) = of_cell(index);
        let corner = (x - width / 2.0 + GAP / 2.0, y - height / 2.0 + GAP / 2.0);
        svg.rect(&colour(cell.score), corner, (width - GAP, height - GAP), &cell.tip);
    }
    let last = number.saturating_sub(1) as f64;
    for class in ["casing", "even"] {
        svg.line(class, middle(0.0, 0.0), middle(last, last));
    }
    let line: Vec<(f64, f64)> =
        data.line.iter().map(|(column, row)| middle(*column, *row)).collect();
    if line.len() > 1 {
        ["casing", "skill"].into_iter().for_each(|class| svg.polyline(class, &line));
    }
    // The numbers come last, so that no line hides them.
    for (index, cell) in data.cells.iter().enumerate() {
        let (x, y) = of_cell(index);
        svg.text("label", (x, y + 4.0), Anchor::Middle, &cell.text);
    }
    let [across, up] = data.axes;
    for (place, name) in data.names.iter().enumerate() {
        let (x, y) = middle(place as f64, place as f64);
        svg.text("tick", (x, bottom + 15.0), Anchor::Middle, name);
        svg.text("tick", (LEFT - 7.0, y + 4.0), Anchor::End, name);
    }
    svg.text("axis-title", (4.0, TOP - 12.0), Anchor::Start, up);
    let centre = f64::midpoint(LEFT, format.width() - 8.0);
    svg.text("axis-title", (centre, bottom + 34.0), Anchor::Middle, across);
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(line: Vec<(f64, f64)>) -> String {
        let cell = |score: f64| HeatCell {
            score,
            text: format!("{:.0}", 100.0 * score),
            tip: String::new(),
        };
        let data = Heat {
            names: ["16", "64"].map(str::to_owned).into(),
            axes: ["attackers' playouts", "defenders' playouts"],
            cells: [0.4, 0.2, 0.9, 0.5].map(cell).into(),
            line,
        };
        heat(&data, Format::Panel).inline("panel").into_string()
    }

    #[test]
    fn a_score_far_from_one_half_has_a_strong_colour_of_its_side() {
        let names = [0.0, 0.04, 0.49, 0.5, 0.52, 1.0].map(colour);
        let expected = [
            "fill defenders h10",
            "fill defenders h10",
            "fill defenders h1",
            "fill attackers h1",
            "fill attackers h1",
            "fill attackers h10",
        ];
        assert_eq!(names, expected);
    }

    #[test]
    fn columns_go_to_the_right_and_rows_upwards() {
        let text = drawn(Vec::new());
        let place = |number: &str, axis: &str| -> f64 {
            let end = text.find(&format!(">{number}<")).expect("a number");
            let start = text[..end].rfind("<text").expect("its start");
            let from = text[start..end].find(&format!(" {axis}=\"")).expect("a place");
            let rest = &text[start + from + 4..];
            rest.split('"').next().expect("a value").parse().expect("a number")
        };
        // With 16 playouts of the attackers the defenders' 64 stand above their 16.
        assert!(place("20", "y") < place("40", "y") && place("20", "x") < place("90", "x"));
        assert!((place("40", "x") - place("20", "x")).abs() < 1e-9);
        assert!(!text.contains("class=\"skill\""), "no line where both sides never meet");
        assert!(drawn(vec![(0.0, 0.2), (1.0, 0.8)]).contains("<polyline class=\"skill\""));
    }
}
