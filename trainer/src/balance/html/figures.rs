//! The sections with pictures: each picture with a note for newcomers and a table of its numbers.

mod boards;
mod comparisons;
mod endings;
mod first;
mod learning;
mod lengths;
mod results;
mod strength;

pub(super) use boards::{boards, maps};
pub(super) use comparisons::{differences, word};
pub(super) use endings::endings;
pub(super) use first::first_mover;
pub(super) use learning::learning;
pub(super) use lengths::lengths;
pub(super) use results::results;
pub(super) use strength::strength;

use super::super::CellReport;
use super::super::plots::Format;
use super::super::svg::{Alt, Svg, escape};
use super::prose;
use super::table::Table;

/// A picture and what belongs to it.
struct Figure<'a> {
    id: &'a str,
    title: &'a str,
    /// What a screen reader says of it beside the title.
    description: String,
    /// What the eye should look for, as plain text.
    note: &'a str,
    layout: Layout,
    draw: &'a dyn Fn(Format) -> Svg,
    table: Option<Table>,
}

/// The player of a row, with a dagger where too few of its games are distinct.
fn player(cell: &CellReport) -> String {
    let dagger = if cell.is_reliable() { "" } else { " †" };
    format!("{}{dagger}", cell.agent)
}

/// What the dagger means, where there is one.
fn dagger<'a>(mut cells: impl Iterator<Item = &'a CellReport>) -> &'static str {
    if cells.any(|cell| !cell.is_reliable()) { "; † too few distinct games" } else { "" }
}

/// How picture and table share a wide screen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// The picture takes half of it, or more.
    Broad,
    /// The table needs more room, so that the picture is the narrow one.
    Slim,
}

impl Figure<'_> {
    fn html(&self) -> String {
        let (class, formats) = match self.layout {
            Layout::Broad => ("exhibit", Format::ALL.as_slice()),
            Layout::Slim => ("exhibit slim", [Format::Narrow].as_slice()),
        };
        let pictures: String = formats.iter().map(|&format| self.picture(format)).collect();
        let table = self.table.as_ref().map(Table::html).unwrap_or_default();
        format!(
            "<figure class=\"{class}\">\n<figcaption><strong>{}</strong> {}</figcaption>\n\
             <div class=\"plot\">\n{pictures}</div>\n{table}</figure>\n",
            escape(self.title),
            prose(self.note)
        )
    }

    fn picture(&self, format: Format) -> String {
        let id = format!("{}-{}", self.id, format.class());
        let alt = Alt { id: &id, title: self.title, description: &self.description };
        (self.draw)(format).finish(format.class(), alt)
    }
}
