//! A rule's row in a picture of effects.

use imperial_stats::Estimate;

use crate::plot::forest::{ForestRow, Look, Mark};
use crate::plot::rows::RowLabel;
use crate::text::points_cell;

pub(super) fn row(name: &str, at: Estimate, shown: bool) -> ForestRow {
    let tip = format!("{} points", points_cell(at));
    ForestRow {
        label: RowLabel { label: name.to_owned(), ..RowLabel::default() },
        marks: vec![Mark { at, look: Look::Finding { shown }, tip }],
        ..ForestRow::default()
    }
}
