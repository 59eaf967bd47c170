//! Learning curves: what the network's training looked like.

use super::super::svg::{Anchor, Svg};
use super::Format;
use super::marks::{LEGEND_ROW, flow, style};
use super::scale::{Scale, tick_label};

/// Left margin, for the numbers of the upright axis.
const LEFT: f64 = 46.0;
/// Height of the field.
const FIELD: f64 = 190.0;

/// Radius of a point that stands alone.
const DOT: f64 = 3.0;

/// One figure over what is counted, such as steps of training, for one or more runs.
#[derive(Clone, Debug)]
pub(in super::super) struct CurvePanel<'a> {
    /// What the level axis counts.
    pub(in super::super) along: &'a str,
    /// What the upright axis shows.
    pub(in super::super) axis: &'a str,
    /// The name of each run and its points (count, value).
    pub(in super::super) series: Vec<(&'a str, Vec<(f64, f64)>)>,
}

/// The curves of one panel. Points that are no numbers are left out.
pub(in super::super) fn curves(panel: &CurvePanel, format: Format) -> Svg {
    let width = format.width();
    let (legend, rows) = flow(panel.series.iter().map(|series| series.0), LEFT, width);
    let top = LEGEND_ROW * rows as f64 + 30.0;
    let mut svg = Svg::new(width, top + FIELD + 44.0);
    let series: Vec<(&str, Vec<(f64, f64)>)> =
        panel.series.iter().map(|(name, points)| (*name, finite(points))).collect();
    let all = || series.iter().flat_map(|(_, points)| points.iter().copied());
    let x = Scale { values: range(all().map(|p| p.0), 0.0), places: (LEFT, width - 10.0) };
    let y = Scale { values: range(all().map(|p| p.1), 0.08), places: (top + FIELD, top) };
    grid(&mut svg, x, y, panel);
    for (index, (name, points)) in series.iter().enumerate() {
        let class = format!("series {}", style(index));
        let (left, row) = legend[index];
        let line = LEGEND_ROW * row as f64 + 8.0;
        svg.line(&class, (left, line), (left + 18.0, line));
        svg.text("label", (left + 24.0, line + 4.0), Anchor::Start, name);
        let places: Vec<_> = points.iter().map(|p| (x.at(p.0), y.at(p.1))).collect();
        match places.as_slice() {
            [alone] => svg.circle(&format!("curve {class}"), *alone, DOT, ""),
            places => svg.polyline(&format!("curve {class}"), places),
        }
    }
    svg
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

fn grid(svg: &mut Svg, x: Scale, y: Scale, panel: &CurvePanel) {
    for tick in y.ticks(5) {
        svg.line("grid", (x.places.0, y.at(tick)), (x.places.1, y.at(tick)));
        svg.text("tick", (LEFT - 7.0, y.at(tick) + 4.0), Anchor::End, &tick_label(tick));
    }
    // Counts are whole.
    let ticks = x.ticks(if svg.width() < 500.0 { 3 } else { 6 });
    for tick in ticks.into_iter().filter(|tick| (tick - tick.round()).abs() < 1e-6) {
        svg.text("tick", (x.at(tick), y.places.0 + 16.0), Anchor::Middle, &tick_label(tick));
    }
    let middle = f64::midpoint(x.places.0, x.places.1);
    svg.text("axis-title", (middle, y.places.0 + 36.0), Anchor::Middle, panel.along);
    svg.text("axis-title", (4.0, y.places.1 - 12.0), Anchor::Start, panel.axis);
}

#[cfg(test)]
mod tests {
    use super::super::super::svg::Alt;
    use super::*;

    fn drawn(points: &[(f64, f64)]) -> String {
        let series = vec![("policy", points.to_vec())];
        let panel = CurvePanel { along: "generation", axis: "nats", series };
        let alt = Alt { id: "a", title: "A", description: "A." };
        curves(&panel, Format::Wide).finish("wide", alt)
    }

    #[test]
    fn a_value_alone_is_a_dot() {
        let alone = drawn(&[(1.0, 5.0)]);
        assert!(alone.contains("<circle class=\"curve series") && !alone.contains("<polyline"));
        assert!(drawn(&[(1.0, 5.0), (2.0, 4.0)]).contains("<polyline class=\"curve series"));
    }

    #[test]
    fn no_two_of_many_lines_look_alike() {
        let names: Vec<String> = (0..10).map(|line| format!("line {line}")).collect();
        let series = names.iter().map(|name| (name.as_str(), vec![(1.0, 5.0), (2.0, 4.0)]));
        let panel = CurvePanel { along: "generation", axis: "nats", series: series.collect() };
        let alt = Alt { id: "a", title: "A", description: "A." };
        let drawn = curves(&panel, Format::Wide).finish("wide", alt);
        let classes = drawn.split("<polyline class=\"").skip(1);
        let classes: std::collections::BTreeSet<_> =
            classes.filter_map(|line| line.split('"').next()).collect();
        assert_eq!(classes.len(), names.len(), "{classes:?}");
    }

    #[test]
    fn counts_are_whole_and_named() {
        let text = drawn(&[(1.0, 5.0), (2.0, 4.0)]);
        assert!(text.contains(">generation<") && text.contains(">2<") && !text.contains(">1.2<"));
    }
}
