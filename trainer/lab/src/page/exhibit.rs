//! A figure of the page: a picture with a note for newcomers and a table of its numbers.

use maud::{Markup, Render, html};

use super::facts::Facts;
use super::html::{key_list, prose};
use super::table::{AT_ONCE, Table};
use crate::CellReport;
use crate::plot::Format;
use crate::plot::rows::RowLabel;
use crate::plot::svg::{Alt, Svg};
use crate::text::counted;

/// A picture and what belongs to it.
#[derive(Debug, Default)]
pub(crate) struct Exhibit {
    /// The end of its address, for links: `plot-results`.
    pub(crate) id: String,
    pub(crate) title: String,
    /// What a screen reader says of each picture beside the title.
    pub(crate) description: String,
    /// What the eye should look for.
    pub(crate) note: String,
    /// Number of games that it shows; 0 where it shows something else.
    pub(crate) games: u64,
    /// The file beside the page that holds the same numbers; several are named in words.
    pub(crate) source: &'static str,
    /// What colours, marks or numbers mean, where the picture does not say so.
    pub(crate) key: Vec<Markup>,
    pub(crate) pictures: Vec<Picture>,
    pub(crate) table: Option<Table>,
}

/// A drawn picture.
#[derive(Debug)]
pub(crate) struct Picture {
    /// What it is a picture of; empty where it shows all.
    of: String,
    format: Format,
    svg: Svg,
}

/// One picture of everything, wide and narrow.
pub(crate) fn alone(draw: impl Fn(Format) -> Svg) -> Vec<Picture> {
    let picture = |format| Picture { of: String::new(), format, svg: draw(format) };
    Format::ALONE.into_iter().map(picture).collect()
}

/// One small picture of each of these.
pub(crate) fn panels<'a>(
    names: impl IntoIterator<Item = &'a str>,
    draw: impl Fn(usize) -> Svg,
) -> Vec<Picture> {
    let picture = |(index, name): (usize, &str)| Picture {
        of: name.to_owned(),
        format: Format::Panel,
        svg: draw(index),
    };
    names.into_iter().enumerate().map(picture).collect()
}

/// A picture with a row for each cell; where there are too many rows, one of each rule set.
pub(crate) fn by_rules(
    facts: &Facts,
    cells: &[&CellReport],
    draw: impl Fn(&[&CellReport], &[RowLabel], Format) -> Svg,
) -> Vec<Picture> {
    let groups: Vec<&[&CellReport]> = cells.chunk_by(|a, b| a.rules == b.rules).collect();
    if cells.len() <= AT_ONCE || groups.len() < 2 {
        return alone(|format| draw(cells, &labels(facts, cells), format));
    }
    panels(groups.iter().map(|group| facts.title(&group[0].rules)), |index| {
        let label =
            |cell: &&CellReport| RowLabel { label: cell.agent.clone(), heading: String::new() };
        let labels: Vec<RowLabel> = groups[index].iter().map(label).collect();
        draw(groups[index], &labels, Format::Panel)
    })
}

/// The labels of rows: agents below their rule set, or rule sets below the agent where one and the same
/// has a row in each.
fn labels(facts: &Facts, cells: &[&CellReport]) -> Vec<RowLabel> {
    let by_agent = is_one_agent(cells);
    let label = |cell: &&CellReport| {
        let (rules, agent) = (facts.title(&cell.rules).to_owned(), cell.agent.clone());
        match by_agent {
            true => RowLabel { heading: agent, label: rules },
            false => RowLabel { heading: rules, label: agent },
        }
    };
    cells.iter().map(label).collect()
}

/// Whether all cells are of one agent, under several rule sets.
fn is_one_agent(cells: &[&CellReport]) -> bool {
    cells.len() > 1 && cells.iter().all(|cell| cell.agent == cells[0].agent)
}

/// The agent of a row, with a dagger where too few of its games are distinct.
pub(crate) fn agent(cell: &CellReport) -> String {
    format!("{}{}", cell.agent, if cell.is_reliable() { "" } else { " †" })
}

/// A caption, with what the dagger means where there is one.
pub(crate) fn caption(text: &str, cells: &[CellReport]) -> String {
    let is_any = cells.iter().any(|cell| !cell.is_reliable());
    format!("{text}{}", if is_any { "; † too few distinct games" } else { "" })
}

impl Render for Exhibit {
    fn render(&self) -> Markup {
        let are_panels = self.pictures.iter().any(|picture| picture.format == Format::Panel);
        html! {
            figure.exhibit id=(self.id) {
                figcaption {
                    strong { (self.title) } " " (prose(&self.note))
                    @if !self.source.is_empty() { " " (self.basis()) }
                }
                (key_list(&self.key))
                @if !self.pictures.is_empty() {
                    div class=(if are_panels { "plot panels" } else { "plot" }) {
                        @for (index, picture) in self.pictures.iter().enumerate() {
                            (self.picture(index, picture))
                        }
                    }
                }
                @if let Some(table) = &self.table { (table) }
            }
        }
    }
}

impl Exhibit {
    /// What the figure rests on, with a link to the file.
    fn basis(&self) -> Markup {
        html! {
            span.basis {
                @if self.games > 0 { i { "n" } " = " (counted(self.games, "game", "games")) ". " }
                "Data: "
                @if self.source.contains(' ') { (self.source) }
                @else { a href=(self.source) { (self.source) } }
                "."
            }
        }
    }

    fn picture(&self, index: usize, picture: &Picture) -> Markup {
        let id = format!("{}-{index}", self.id);
        let title = format!("{} {}", self.title, picture.of);
        let alt = Alt { id: &id, title: title.trim_end(), description: &self.description };
        let drawn = picture.svg.finish(picture.format.class(), alt);
        html! {
            @if picture.of.is_empty() { (drawn) }
            @else { div { p.panel-title { (picture.of) } (drawn) } }
        }
    }
}
