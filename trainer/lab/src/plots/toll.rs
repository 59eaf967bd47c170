//! What the games cost: how many men each side loses.

use imperial_engine::Side;

use super::super::svg::Svg;
use super::super::text::{decimal, thousands};
use super::super::{Story, Toll};
use super::Format;
use super::marks::{KeyEntry, swatch};
use super::rows::{Axis, Frame, RowLabel, Rows};

/// One row per story: the attackers' losses as bars upwards, the defenders' as bars downwards, on an
/// axis from 0 to `most` lost pieces.
pub(in super::super) fn toll(stories: &[&Story], most: usize, format: Format) -> Svg {
    let labels: Vec<RowLabel> = stories
        .iter()
        .map(|story| RowLabel { heading: story.rules.clone(), label: story.agent.clone() })
        .collect();
    let row = if format == Format::Panel { 40.0 } else { 56.0 };
    let frame = Frame::new(format, row);
    let axis = Axis {
        values: (-0.5, most as f64 + 0.5),
        ticks: 8,
        title: "pieces lost in a game",
        even: None,
    };
    let mut rows = Rows::new(&labels, frame, axis);
    for (row, story) in stories.iter().enumerate() {
        let highest = story.toll.iter().flat_map(|toll| &toll.histogram).max().copied();
        for toll in &story.toll {
            bars(&mut rows, row, toll, highest.unwrap_or(1).max(1) as f64);
        }
        let middle = rows.middle(row);
        rows.svg.line("base", (rows.scale.places.0, middle), (rows.scale.places.1, middle));
    }
    rows.svg
}

/// What the colours of [`toll`] mean.
pub(in super::super) fn toll_key() -> Vec<KeyEntry> {
    [("fill attackers", "lost by the attackers"), ("fill defenders", "lost by the defenders")]
        .map(|(class, words)| (swatch(class), words.to_owned()))
        .into()
}

fn bars(rows: &mut Rows, row: usize, toll: &Toll, highest: f64) {
    let (middle, half) = (rows.middle(row), rows.row / 2.0 - 1.0);
    let games: u64 = toll.histogram.iter().sum();
    for (lost, &count) in toll.histogram.iter().enumerate().filter(|(_, count)| **count > 0) {
        let lost = lost as f64;
        let (x0, x1) = (rows.scale.at(lost - 0.42), rows.scale.at(lost + 0.42));
        let height = (half * count as f64 / highest).max(0.8);
        let share = 100.0 * count as f64 / games.max(1) as f64;
        let (class, y) = match toll.side {
            Side::Attackers => ("fill attackers", middle - height),
            Side::Defenders => ("fill defenders", middle),
        };
        let tip = format!("{lost} lost: {} games ({} %)", thousands(count), decimal(share));
        rows.svg.rect(class, (x0, y), (x1 - x0, height), &tip);
    }
}
