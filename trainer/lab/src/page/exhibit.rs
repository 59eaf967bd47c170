//! A figure of the page: a picture with a note for newcomers and a table of its numbers.

use std::ops::Range;

use imperial_plot::Format;
use imperial_plot::rows::RowLabel;
use imperial_plot::svg::{Alt, Svg};
use maud::{Markup, Render, html};

use super::facts::Facts;
use super::html::{folded, prose};
use super::key::Key;
use super::table::{AT_ONCE, Table};
use crate::CellReport;
use crate::text::counted;

/// So many panels are seen at once.
const PANELS: usize = 4;

/// A picture and what belongs to it.
#[derive(Debug, Default)]
pub(crate) struct Exhibit {
    /// The end of its address, for links: `plot-results`.
    pub(crate) id: String,
    /// What its file is called: `who-wins-by-strength`. The rule set is added where it shows one.
    pub(crate) name: String,
    /// A question that it answers.
    pub(crate) title: String,
    /// What a screen reader says of each picture beside the title.
    pub(crate) description: String,
    /// What the eye should look for.
    pub(crate) note: String,
    /// Number of games that it shows; 0 where it shows something else.
    pub(crate) games: u64,
    /// The file beside the page that holds the same numbers; several are named in words.
    pub(crate) source: &'static str,
    /// Names of the rule sets that it shows.
    pub(crate) rules: Vec<String>,
    /// What colours, marks or numbers mean, where the picture does not say so.
    pub(crate) key: Key,
    pub(crate) pictures: Vec<Picture>,
    /// How many panels are in sight; the usual number if `None`.
    pub(crate) in_sight: Option<usize>,
    pub(crate) table: Option<Table>,
}

/// A drawn picture.
#[derive(Debug)]
pub(crate) struct Picture {
    /// The title of what it is a picture of; empty where it shows all.
    pub(crate) of: String,
    /// The name of the rule set that it shows alone.
    pub(crate) rules: Option<String>,
    /// Number of games that it shows, where it shows not all.
    pub(crate) games: Option<u64>,
    pub(crate) format: Format,
    pub(crate) svg: Svg,
}

/// One picture of everything, wide and narrow.
pub(crate) fn alone(draw: impl Fn(Format) -> Svg) -> Vec<Picture> {
    let picture =
        |format| Picture { of: String::new(), rules: None, games: None, format, svg: draw(format) };
    Format::ALONE.into_iter().map(picture).collect()
}

/// One small picture of each of these rule sets.
pub(crate) fn panels<'a>(
    facts: &Facts,
    rule_sets: impl IntoIterator<Item = &'a str>,
    draw: impl Fn(usize) -> Svg,
) -> Vec<Picture> {
    let picture = |(index, rules): (usize, &str)| Picture {
        of: facts.title(rules).to_owned(),
        rules: Some(rules.to_owned()),
        games: Some(facts.games_of(rules)),
        format: Format::Panel,
        svg: draw(index),
    };
    rule_sets.into_iter().enumerate().map(picture).collect()
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
    panels(facts, groups.iter().map(|group| group[0].rules.as_str()), |index| {
        let label =
            |cell: &&CellReport| RowLabel { label: cell.agent.clone(), heading: String::new() };
        let labels: Vec<RowLabel> = groups[index].iter().map(label).collect();
        draw(groups[index], &labels, Format::Panel)
    })
}

/// The labels of rows: agents below their rule set, or rule sets below the agent where one and the same
/// has a row in each.
fn labels(facts: &Facts, cells: &[&CellReport]) -> Vec<RowLabel> {
    let by_agent = cells.len() > 1 && cells.iter().all(|cell| cell.agent == cells[0].agent);
    let label = |cell: &&CellReport| {
        let (rules, agent) = (facts.title(&cell.rules).to_owned(), cell.agent.clone());
        match by_agent {
            true => RowLabel { heading: agent, label: rules },
            false => RowLabel { heading: rules, label: agent },
        }
    };
    cells.iter().map(label).collect()
}

impl Render for Exhibit {
    fn render(&self) -> Markup {
        let are_panels = self.pictures.iter().any(|picture| picture.format == Format::Panel);
        html! {
            figure.exhibit id=(self.id) {
                figcaption {
                    strong { (self.title) } " "
                    span.reading {
                        (prose(&self.note))
                        @if !self.source.is_empty() { " " (self.basis()) }
                    }
                }
                (self.key)
                @if are_panels { (self.panels()) }
                @else if !self.pictures.is_empty() { (self.plot("plot", 0..self.pictures.len())) }
                @if let Some(table) = &self.table { (table) }
            }
        }
    }
}

impl Exhibit {
    /// The first panels, and the others folded away.
    fn panels(&self) -> Markup {
        let shown = self.pictures.len().min(self.in_sight.unwrap_or(PANELS));
        let more = shown..self.pictures.len();
        html! {
            (self.plot("plot panels", 0..shown))
            @if !more.is_empty() { (folded("The other rule sets", &self.plot("plot panels", more))) }
        }
    }

    fn plot(&self, class: &str, which: Range<usize>) -> Markup {
        html! {
            div class=(class) { @for index in which { (self.picture(index, &self.pictures[index])) } }
        }
    }

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
