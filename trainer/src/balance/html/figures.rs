//! The sections with pictures: each picture with a note for newcomers and a table of its numbers.

mod attribution;
mod boards;
mod claims;
mod comparisons;
mod course;
mod elo;
mod endings;
mod fairness;
mod first;
mod learning;
mod lengths;
mod openings;
mod places;
mod results;
mod strength;

pub(super) use attribution::attributions;
pub(super) use boards::boards;
pub(super) use claims::claims;
pub(super) use comparisons::{differences, word};
pub(super) use course::{course, toll};
pub(super) use elo::elo;
pub(super) use endings::endings;
pub(super) use fairness::fairness;
pub(super) use first::first_mover;
pub(super) use learning::learning;
pub(super) use lengths::lengths;
pub(super) use openings::openings;
pub(super) use places::maps;
pub(super) use results::results;
pub(super) use strength::strength;

use super::super::plots::Format;
use super::super::svg::{Alt, Svg, escape};
use super::super::text::counted;
use super::super::{CellReport, Story};
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
    /// Number of games that it shows; 0 where it shows something else.
    games: u64,
    /// The file beside the page, and the part of it, that holds the same numbers.
    source: &'a str,
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

/// Number of games of some stories.
fn games_of(stories: &[&Story]) -> u64 {
    stories.iter().map(|story| story.games).sum()
}

/// How picture and table share a wide screen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// The picture takes half of it, or more.
    Broad,
    /// The table needs more room, so that the picture is the narrow one.
    Slim,
    /// There is no table beside it.
    Alone,
}

impl Figure<'_> {
    fn html(&self) -> String {
        let (class, formats) = match self.layout {
            Layout::Broad => ("exhibit", Format::ALL.as_slice()),
            Layout::Alone => ("exhibit alone", Format::ALL.as_slice()),
            Layout::Slim => ("exhibit slim", [Format::Narrow].as_slice()),
        };
        let pictures: String = formats.iter().map(|&format| self.picture(format)).collect();
        let table = self.table.as_ref().map(Table::html).unwrap_or_default();
        format!(
            "<figure class=\"{class}\" id=\"{}\">\n<figcaption><strong>{}</strong> {} {}</figcaption>\n\
             <div class=\"plot\">\n{pictures}</div>\n{table}</figure>\n",
            self.id,
            escape(self.title),
            prose(self.note),
            self.basis()
        )
    }

    /// What the figure rests on.
    fn basis(&self) -> String {
        let games = match self.games {
            0 => String::new(),
            games => format!("<i>n</i>&nbsp;= {}. ", counted(games, "game", "games")),
        };
        format!("<span class=\"basis\">{games}Data: {}.</span>", escape(self.source))
    }

    fn picture(&self, format: Format) -> String {
        let id = format!("{}-{}", self.id, format.class());
        let alt = Alt { id: &id, title: self.title, description: &self.description };
        (self.draw)(format).finish(format.class(), alt)
    }
}
