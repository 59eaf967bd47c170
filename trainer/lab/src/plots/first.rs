//! Who moves first, and whether it matters.

use super::super::svg::Svg;
use super::super::text::percent_with_range;
use super::super::{CellReport, FirstMover};
use super::Format;
use super::marks::{KeyEntry, key_picture, level};
use super::rows::{Axis, Frame, Rows, labels};

/// Two marks per cell in which both sides began: the attackers' share when they move first (a
/// disc) and when the defenders do (an open diamond).
pub(in super::super) fn first_mover(cells: &[&CellReport], format: Format) -> Svg {
    let split: Vec<_> =
        cells.iter().filter_map(|cell| Some((cell, cell.first_mover.as_ref()?))).collect();
    let labels = labels(split.iter().map(|(cell, _)| (cell.rules.as_str(), cell.agent.as_str())));
    let frame = Frame::new(format, 26.0);
    let axis = Axis {
        values: (0.0, 100.0),
        ticks: 5,
        title: "attackers' share of wins, %",
        even: Some(50.0),
    };
    let mut rows = Rows::new(&labels, frame, axis);
    for (index, (_, first)) in split.into_iter().enumerate() {
        draw(&mut rows, index, first);
    }
    rows.svg
}

/// What the marks of [`first_mover`] mean.
pub(in super::super) fn first_mover_key() -> Vec<KeyEntry> {
    let (mut disc, mut open) = (key_picture(), key_picture());
    disc.circle("mark attackers-first", (7.0, 6.0), 4.8, "");
    diamond(&mut open, (7.0, 6.0), "");
    vec![(disc, "attackers began".to_owned()), (open, "defenders began".to_owned())]
}

fn draw(rows: &mut Rows, row: usize, first: &FirstMover) {
    let middle = rows.middle(row);
    let shares = [
        (first.attackers_first.results.attackers.share, middle - 6.0, true),
        (first.defenders_first.results.attackers.share, middle + 6.0, false),
    ];
    for (share, y, attackers) in shares {
        let [low, value, high] =
            [share.low, share.value, share.high].map(|s| rows.scale.at(100.0 * s));
        let who = if attackers { "attackers" } else { "defenders" };
        let tip = format!("{who} began: {}", percent_with_range(share));
        level(&mut rows.svg, &format!("interval {who}-first"), y, (low, high));
        if attackers {
            rows.svg.circle("mark attackers-first", (value, y), 4.8, &tip);
        } else {
            diamond(&mut rows.svg, (value, y), &tip);
        }
    }
}

fn diamond(svg: &mut Svg, (x, y): (f64, f64), tip: &str) {
    let points = [(x, y - 5.6), (x + 5.6, y), (x, y + 5.6), (x - 5.6, y)];
    svg.polygon("mark open defenders-first", &points, tip);
}
