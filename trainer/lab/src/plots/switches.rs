//! Which switch causes how much: effects that add up, with their intervals.

use super::super::Attribution;
use super::super::svg::{Anchor, Svg};
use super::super::text::{points, points_cell};
use super::Format;
use super::marks::level;
use super::rows::{Axis, Frame, RowLabel, Rows};
use super::scale::round_step;
use imperial_stats::Estimate;

/// One row per switch and one for the sum; `alpha` is the level of "shown".
pub(in super::super) fn switches(data: &Attribution, alpha: f64, format: Format) -> Svg {
    let label = |label: &str| RowLabel { heading: String::new(), label: label.to_owned() };
    let mut labels: Vec<RowLabel> = data.switches.iter().map(|s| label(&s.name)).collect();
    labels.push(label("all together"));
    let reach = reach(data);
    let frame = Frame { top: 24.0, ..Frame::new(format, 22.0) };
    let axis = Axis {
        values: (-reach, reach),
        ticks: if format == Format::Wide { 8 } else { 4 },
        title: "change of the attackers' score, points",
        even: Some(0.0),
    };
    let mut rows = Rows::new(&labels, frame, axis);
    legend(&mut rows.svg);
    for (row, switch) in data.switches.iter().enumerate() {
        for (change, way) in [(switch.first, "flipped first"), (switch.last, "flipped last")] {
            if let Some(change) = change {
                alone(&mut rows, row, change, way);
            }
        }
        effect(&mut rows, row, switch.effect, switch.p_holm < alpha);
    }
    let sum = data.switches.len();
    let apart = !data.total.interval().contains(0.0);
    let (left, right) = rows.scale.places;
    let y = rows.tops[sum] - 3.0;
    rows.svg.line("base", (left, y), (right, y));
    effect(&mut rows, sum, data.total, apart);
    rows.svg
}

/// Half the width of the axis, in points: round, all intervals inside.
fn reach(data: &Attribution) -> f64 {
    let effects = data.switches.iter().map(|switch| switch.effect).chain([data.total]);
    let ends = effects.flat_map(|effect| [effect.low.abs(), effect.high.abs()]);
    let single = data.switches.iter().flat_map(|switch| [switch.first, switch.last]).flatten();
    let ends = ends.chain(single.map(|change| change.value.abs()));
    let largest = 100.0 * ends.filter(|end| end.is_finite()).fold(0.05, f64::max);
    let step = round_step(largest / 4.0);
    (largest / step).ceil() * step
}

fn legend(svg: &mut Svg) {
    let entries =
        [("mark shown", "shown"), ("mark open not-shown", "not shown"), ("single", "alone")];
    for ((class, label), x) in entries.into_iter().zip([10.0, 84.0, 186.0]) {
        svg.circle(class, (x, 9.0), if class == "single" { 3.2 } else { 4.8 }, "");
        svg.text("label", (x + 10.0, 13.0), Anchor::Start, label);
    }
}

fn effect(rows: &mut Rows, row: usize, effect: Estimate, shown: bool) {
    let y = rows.middle(row);
    let [low, value, high] =
        [effect.low, effect.value, effect.high].map(|share| rows.scale.at(100.0 * share));
    let (line, mark) = if shown {
        ("interval shown", "mark shown")
    } else {
        ("interval not-shown", "mark open not-shown")
    };
    level(&mut rows.svg, line, y, (low, high));
    rows.svg.circle(mark, (value, y), 4.8, &format!("{} points", points_cell(effect)));
}

/// A switch flipped on its own, in the first rule set or into the second.
fn alone(rows: &mut Rows, row: usize, change: Estimate, way: &str) {
    let at = (rows.scale.at(100.0 * change.value), rows.middle(row));
    rows.svg.circle("single", at, 3.2, &format!("{way}: {} points", points(change.value)));
}
