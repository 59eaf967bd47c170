//! Learning curves: lines over a count.

use crate::marks::{KeyEntry, line_key, style};
use crate::scale::{Scale, tick_label};
use crate::size::Format;
use crate::svg::{Anchor, Svg};

/// Left margin, for the numbers of the upright axis.
const LEFT: f64 = 46.0;
/// Height above the field, for the title of the upright axis.
const TOP: f64 = 30.0;
/// Height of the field.
const FIELD: f64 = 190.0;
/// Radius of a point that stands alone.
const DOT: f64 = 3.0;

/// Lines over what is counted, such as steps of training.
#[derive(Clone, Debug)]
pub struct Curves<'a> {
    /// What the level axis counts.
    pub along: &'a str,
    /// What the upright axis shows.
    pub axis: &'a str,
    /// The name of each line and its points (count, value). Points that are no numbers are left out.
    pub series: Vec<(&'a str, Vec<(f64, f64)>)>,
}

impl Curves<'_> {
    /// Names and looks of the lines.
    pub fn key(&self) -> Vec<KeyEntry> {
        let entry = |(index, (name, _)): (usize, &(&str, _))| {
            (line_key(&format!("series {}", style(index))), (*name).to_owned())
        };
        self.series.iter().enumerate().map(entry).collect()
    }

    /// The picture.
    pub fn draw(&self, format: Format) -> Svg {
        let width = format.width();
        let mut svg = Svg::new(width, TOP + FIELD + 44.0);
        let series: Vec<Vec<(f64, f64)>> =
            self.series.iter().map(|(_, points)| finite(points)).collect();
        let all = || series.iter().flatten().copied();
        let x = Scale { values: range(all().map(|p| p.0), 0.0), places: (LEFT, width - 10.0) };
        let y = Scale { values: range(all().map(|p| p.1), 0.08), places: (TOP + FIELD, TOP) };
        self.grid(&mut svg, (x, y), format);
        for (index, points) in series.iter().enumerate() {
            let class = format!("curve series {}", style(index));
            let places: Vec<_> = points.iter().map(|p| (x.at(p.0), y.at(p.1))).collect();
            match places.as_slice() {
                [alone] => svg.circle(&class, *alone, DOT, ""),
                places => svg.polyline(&class, places),
            }
        }
        svg
    }

    fn grid(&self, svg: &mut Svg, (x, y): (Scale, Scale), format: Format) {
        for tick in y.ticks(5) {
            svg.line("grid", (x.places.0, y.at(tick)), (x.places.1, y.at(tick)));
            svg.text("tick", (LEFT - 7.0, y.at(tick) + 4.0), Anchor::End, &tick_label(tick));
        }
        // Counts are whole.
        let ticks = x.ticks(format.ticks().min(6)).into_iter();
        for tick in ticks.filter(|tick| (tick - tick.round()).abs() < 1e-6) {
            let at = (x.at(tick), y.places.0 + 16.0);
            svg.text("tick", at, Anchor::Middle, &tick_label(tick));
        }
        let middle = f64::midpoint(x.places.0, x.places.1);
        svg.text("axis-title", (middle, y.places.0 + 36.0), Anchor::Middle, self.along);
        svg.text("axis-title", (4.0, TOP - 12.0), Anchor::Start, self.axis);
    }
}

fn finite(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    points.iter().copied().filter(|(x, y)| x.is_finite() && y.is_finite()).collect()
}

/// The smallest and largest value, with some air; 0 to 1 without values. One value alone stands in the
/// middle.
fn range(values: impl Iterator<Item = f64>, air: f64) -> (f64, f64) {
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    if low > high {
        return (0.0, 1.0);
    }
    let air = match high - low {
        0.0 if low == 0.0 => 0.5,
        0.0 => 0.1 * low.abs(),
        span => air * span,
    };
    (low - air, high + air)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(points: &[(f64, f64)]) -> String {
        let series = vec![("policy", points.to_vec())];
        let curves = Curves { along: "generation", axis: "nats", series };
        curves.draw(Format::Wide).inline("wide").into_string()
    }

    #[test]
    fn a_value_alone_is_a_dot() {
        let alone = drawn(&[(1.0, 5.0)]);
        assert!(alone.contains("<circle class=\"curve series") && !alone.contains("<polyline"));
        assert!(drawn(&[(1.0, 5.0), (2.0, 4.0)]).contains("<polyline class=\"curve series"));
    }

    #[test]
    fn counts_are_whole_and_named() {
        let text = drawn(&[(1.0, 5.0), (2.0, 4.0)]);
        assert!(text.contains(">generation<") && text.contains(">2<") && !text.contains(">1.2<"));
    }
}
