//! Points with intervals both ways, over a level axis of numbers.

use imperial_stats::Estimate;

use crate::labels::places;
use crate::marks::{KeyEntry, line_key, mark, series_key, style, upright};
use crate::scale::{Scale, tick_label};
use crate::size::Format;
use crate::svg::{Anchor, Svg};

/// Right margin, for the word beside the line of balance.
const RIGHT: f64 = 34.0;
/// Left margin, for the numbers of the upright axis.
const LEFT: f64 = 40.0;
/// Height above the field, for the title of the upright axis.
const TOP: f64 = 30.0;
/// A label is beside its mark up to this distance.
const NEAR: f64 = 15.0;
/// Length and half the width of the head of an arrow.
const ARROW: (f64, f64) = (6.0, 3.5);
/// Air at both ends of the level axis, as a share of it.
const AIR: f64 = 0.07;

/// A picture of some series of points.
#[derive(Clone, Debug)]
pub struct Scatter<'a> {
    /// The series.
    pub series: Vec<Series<'a>>,
    /// What the level axis shows.
    pub across: &'a str,
    /// What the upright axis shows, in percent.
    pub up: &'a str,
    /// What stands below the places 0, 1, 2 and so on of the level axis; empty where it shows numbers.
    pub places: Vec<String>,
}

/// A line of points.
#[derive(Clone, Debug)]
pub struct Series<'a> {
    /// What belongs to it is called: the name of a rule set.
    pub rules: &'a str,
    /// Its title.
    pub name: &'a str,
    /// The points, from left to right.
    pub spots: Vec<Spot>,
    /// Small dots that no line joins: place, share, and what the pointer shows.
    pub dots: Vec<(f64, f64, String)>,
    /// The lines that join the points, as places in `spots`.
    pub paths: Vec<Vec<usize>>,
    /// What people score: a level line for each share, with what the pointer shows.
    pub people: Vec<(f64, String)>,
    /// Between which shares the truth is proven to lie: a level line for each, as above.
    pub proven: Vec<(f64, String)>,
}

/// A point.
#[derive(Clone, Debug)]
pub struct Spot {
    /// Its place along the level axis.
    pub x: Estimate,
    /// Its height as a share, with one half as the line of balance.
    pub y: Estimate,
    /// Whether the figure is to be relied on.
    pub filled: bool,
    /// What stands beside it: a number that a key explains, or nothing.
    pub label: String,
    /// What the pointer shows.
    pub tip: String,
}

impl Scatter<'_> {
    /// Names and marks of all series.
    pub fn key(&self) -> Vec<KeyEntry> {
        let names = self.series.iter().map(|series| series.name.to_owned());
        names.enumerate().map(|(index, name)| (series_key(index), name)).collect()
    }
}

/// What a level line of people means.
pub fn people_key(series: usize) -> KeyEntry {
    level_key("people", series)
}

/// What a level line of proofs means.
pub fn proven_key(series: usize) -> KeyEntry {
    level_key("proven", series)
}

fn level_key(class: &str, series: usize) -> KeyEntry {
    (line_key(&format!("{class} {}", style(series))), class.to_owned())
}

/// Draws all series, or the one with the number `only`, in the frame of all. Points that are no numbers
/// are left out.
pub fn scatter(data: &Scatter, only: Option<usize>, format: Format) -> Svg {
    let width = format.width();
    let field = if format == Format::Wide { 340.0 } else { 230.0 };
    let mut svg = Svg::new(width, TOP + field + 44.0);
    let x = Scale { values: level_range(data), places: (LEFT, width - RIGHT) };
    let y = Scale { values: upright_range(data), places: (TOP + field, TOP) };
    grid(&mut svg, (x, y), data, format);
    let shown = data.series.iter().enumerate();
    let shown: Vec<(usize, &Series)> =
        shown.filter(|(index, _)| only.is_none_or(|number| number == *index)).collect();
    for &(index, series) in &shown {
        draw(&mut svg, index, series, (x, y));
    }
    label(&mut svg, shown.iter().flat_map(|(_, series)| &series.spots), (x, y));
    svg
}

fn is_drawable(spot: &&Spot) -> bool {
    spot.x.value.is_finite() && spot.y.value.is_finite()
}

/// Where a point is drawn.
fn place(spot: &Spot, (x, y): (Scale, Scale)) -> (f64, f64) {
    (x.at(spot.x.value), y.at(100.0 * spot.y.value))
}

fn spots<'a>(data: &'a Scatter<'a>) -> impl Iterator<Item = &'a Spot> {
    data.series.iter().flat_map(|series| &series.spots).filter(is_drawable)
}

/// All points, with some air; what sticks out of their intervals is cut off.
fn level_range(data: &Scatter) -> (f64, f64) {
    let dots = data.series.iter().flat_map(|series| &series.dots).map(|(across, ..)| *across);
    let all = spots(data).map(|spot| spot.x.value).chain(dots.filter(|across| across.is_finite()));
    let ends = all.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high): (f64, f64), across| {
        (low.min(across), high.max(across))
    });
    let (low, high) = if ends.0 > ends.1 { (0.0, 1.0) } else { ends };
    let air = AIR * (high - low).max(1.0);
    (low - air, high + air)
}

/// In percent: round, with one half inside, all intervals shown.
fn upright_range(data: &Scatter) -> (f64, f64) {
    let level = data.series.iter().flat_map(|series| series.people.iter().chain(&series.proven));
    let dots = data.series.iter().flat_map(|series| &series.dots).map(|(_, share, _)| *share);
    let people = level
        .map(|(share, _)| *share)
        .chain(dots)
        .fold((0.35, 0.65), |(low, high): (f64, f64), share| (low.min(share), high.max(share)));
    let (low, high) = spots(data)
        .fold(people, |(low, high): (f64, f64), spot| (low.min(spot.y.low), high.max(spot.y.high)));
    let low = (low * 10.0 - 1e-9).floor() * 10.0;
    let high = (high * 10.0 + 1e-9).ceil() * 10.0;
    (low.max(0.0), high.min(100.0))
}

fn grid(svg: &mut Svg, (x, y): (Scale, Scale), data: &Scatter, format: Format) {
    let (left, right) = x.places;
    for tick in y.ticks(8) {
        let at = y.at(tick);
        svg.line("grid", (left, at), (right, at));
        svg.text("tick", (LEFT - 7.0, at + 4.0), Anchor::End, &tick_label(tick));
    }
    let ticks: Vec<(f64, String)> = match data.places.as_slice() {
        [] => x.ticks(format.ticks()).into_iter().map(|tick| (tick, tick_label(tick))).collect(),
        places => (0..).map(f64::from).zip(places.iter().cloned()).collect(),
    };
    for (tick, label) in ticks {
        svg.line("grid", (x.at(tick), y.places.0), (x.at(tick), y.places.0 + 4.0));
        svg.text("tick", (x.at(tick), y.places.0 + 17.0), Anchor::Middle, &label);
    }
    svg.line("even", (left, y.at(50.0)), (right, y.at(50.0)));
    svg.line("base", (left, y.places.0), (right, y.places.0));
    svg.text("note", (right + 4.0, y.at(50.0) + 4.0), Anchor::Start, "even");
    svg.text("axis-title", (4.0, y.places.1 - 12.0), Anchor::Start, data.up);
    let middle = f64::midpoint(left, right);
    svg.text("axis-title", (middle, y.places.0 + 36.0), Anchor::Middle, data.across);
}

fn draw(svg: &mut Svg, series: usize, data: &Series, scales: (Scale, Scale)) {
    let (x, y) = scales;
    for (class, lines) in [("proven", &data.proven), ("people", &data.people)] {
        for (share, tip) in lines {
            let at = y.at(100.0 * share);
            let class = format!("{class} {}", style(series));
            svg.line_with_tip(&class, (x.places.0, at), (x.places.1, at), tip);
        }
    }
    let point = |spot: &Spot| is_drawable(&spot).then(|| place(spot, scales));
    let points: Vec<_> = data.spots.iter().map(point).collect();
    draw_paths(svg, series, &points, &data.paths);
    for (across, share, tip) in data.dots.iter().filter(|(across, ..)| across.is_finite()) {
        let class = format!("single {}", style(series));
        svg.circle(&class, (x.at(*across), y.at(100.0 * share)), 2.6, tip);
    }
    for spot in data.spots.iter().filter(is_drawable) {
        let (at_x, at_y) = place(spot, scales);
        let class = format!("interval {}", style(series));
        upright(svg, &class, (at_x, at_y), (y.at(100.0 * spot.y.low), y.at(100.0 * spot.y.high)));
        if spot.x.high > spot.x.low {
            let class = format!("{class} across");
            svg.line(&class, (x.at(spot.x.low), at_y), (x.at(spot.x.high), at_y));
            let (least, most) = x.values;
            if spot.x.low < least {
                arrow(svg, &class, (x.places.0, at_y), 1.0);
            }
            if spot.x.high > most {
                arrow(svg, &class, (x.places.1, at_y), -1.0);
            }
        }
        mark(svg, series, (at_x, at_y), spot.filled, &spot.tip);
    }
}

/// The head of an arrow that points out of the field, where an interval leaves it.
fn arrow(svg: &mut Svg, class: &str, (at, y): (f64, f64), inwards: f64) {
    for side in [-1.0, 1.0] {
        svg.line(class, (at, y), (at + inwards * ARROW.0, y + side * ARROW.1));
    }
}

/// Draws the lines of a series through its points: the first as it is, the others dashed.
fn draw_paths(svg: &mut Svg, series: usize, points: &[Option<(f64, f64)>], paths: &[Vec<usize>]) {
    for (index, path) in paths.iter().enumerate() {
        let line: Vec<_> =
            path.iter().filter_map(|place| points.get(*place).copied().flatten()).collect();
        let class = match (paths.len(), index) {
            (1, _) => "",
            (_, 0) => " whole",
            _ => " dashed",
        };
        svg.polyline(&format!("series {}{class}", style(series)), &line);
    }
}

/// Writes the labels beside their points, last so that no line crosses them. A line leads to a label that
/// is not beside its mark.
fn label<'a>(svg: &mut Svg, spots: impl Iterator<Item = &'a Spot>, scales: (Scale, Scale)) {
    let spots: Vec<&Spot> = spots.filter(is_drawable).collect();
    let (x, y) = scales;
    let marks = spots.iter().map(|spot| (place(spot, scales), spot.label.chars().count()));
    let marks: Vec<_> = marks.collect();
    let places = places(&marks, (x.places.0, y.places.1), (x.places.1, y.places.0));
    for ((spot, (at, _)), label) in spots.iter().zip(marks).zip(places) {
        let Some((left, middle)) = label.filter(|_| !spot.label.is_empty()) else { continue };
        if (left - at.0).hypot(middle - at.1) > NEAR {
            svg.line("leader", at, (left, middle));
        }
        svg.text("label small", (left, middle + 4.0), Anchor::Middle, &spot.label);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_that_leaves_the_field_ends_in_an_arrow() {
        let spot = |value: f64, low: f64, high: f64| Spot {
            x: Estimate { value, low, high },
            y: Estimate::exactly(0.5),
            filled: true,
            label: String::new(),
            tip: String::new(),
        };
        let drawn = |low: f64| {
            let series = Series {
                rules: "tablut",
                name: "Tablut",
                spots: vec![spot(0.0, low, 1.0), spot(100.0, 99.0, 101.0)],
                dots: Vec::new(),
                paths: Vec::new(),
                people: Vec::new(),
                proven: Vec::new(),
            };
            let data = Scatter { series: vec![series], across: "", up: "", places: Vec::new() };
            scatter(&data, None, Format::Wide)
                .inline("wide")
                .into_string()
                .matches("across")
                .count()
        };
        assert_eq!(drawn(-1000.0), drawn(-1.0) + 2, "two lines are the head of an arrow");
    }
}
