//! Pictures of what each rule does between two rule sets.

use imperial_plot::forest::{ForestRow, Look, Mark, forest};
use imperial_plot::marks::KeyEntry;
use imperial_plot::rows::{Axis, RowLabel};
use imperial_stats::Estimate;

use crate::page::exhibit::{Exhibit, alone};
use crate::page::facts::Facts;
use crate::page::key::Key;
use crate::text::points_cell;

/// A rule's row.
pub(super) fn row(name: &str, at: Estimate, shown: bool) -> ForestRow {
    let tip = format!("{} points", points_cell(at));
    ForestRow {
        label: RowLabel { label: name.to_owned(), ..RowLabel::default() },
        marks: vec![Mark { at, look: Look::Finding { shown }, tip }],
        ..ForestRow::default()
    }
}

/// The picture, without what is said of it.
pub(super) fn picture(
    facts: &Facts,
    [from, to]: [&str; 2],
    rows: &[ForestRow],
    key: Vec<KeyEntry>,
) -> Exhibit {
    let marks = rows.iter().flat_map(|row| &row.marks).map(|mark| mark.at);
    let dots = rows.iter().flat_map(|row| &row.dots).map(|(effect, _)| Estimate::exactly(*effect));
    let axis = Axis::points("change of the attackers' score, points", marks.chain(dots));
    let [first, second] = [from, to].map(|rules| facts.title(rules));
    Exhibit {
        title: format!("Which rule makes the difference from {first} to {second}?"),
        rules: vec![from.to_owned(), to.to_owned()],
        key: Key::of(key),
        pictures: alone(|format| forest(rows, axis, format)),
        ..Exhibit::default()
    }
}
