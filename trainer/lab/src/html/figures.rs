//! The sections with pictures: each picture with a note for newcomers and a table of its numbers.

mod attribution;
mod boards;
mod comparisons;
mod course;
mod elo;
mod endings;
mod fairness;
mod first;
mod hypotheses;
mod learning;
mod lengths;
mod openings;
mod places;
mod results;
mod strength;
mod trainings;

pub(super) use attribution::attributions;
pub(super) use boards::{boards, legend};
pub(super) use comparisons::differences;
pub(super) use course::{course, strongest_course, toll};
pub(super) use elo::elo;
pub(super) use endings::endings;
pub(super) use fairness::fairness;
pub(super) use first::first_mover;
pub(super) use hypotheses::hypotheses;
pub(super) use learning::learning;
pub(super) use lengths::lengths;
pub(super) use openings::openings;
pub(super) use places::maps;
pub(super) use results::results;
pub(super) use strength::strength;
pub(super) use trainings::trainings;

use super::super::plots::{Format, KeyEntry, Scatter};
use super::super::svg::{Alt, Svg, escape};
use super::super::text::counted;
use super::super::{BalanceReport, CellReport, Story};
use super::prose;
use super::table::{AT_ONCE, Table};

/// More rule sets than this hide each other in one picture, and make sections long.
pub(super) const MANY_RULE_SETS: usize = 3;

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
    /// What colours, marks or numbers mean, as items of HTML, where the picture does not say so.
    key: Vec<String>,
    /// The rule sets that have a picture each; empty where one picture shows all.
    panels: Vec<&'a str>,
    /// Draws the picture of a rule set, or of all.
    draw: &'a dyn Fn(Option<&str>, Format) -> Svg,
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

/// The cells of a rule set, or all.
fn cells<'a>(report: &'a BalanceReport, rules: Option<&str>) -> Vec<&'a CellReport> {
    report.cells.iter().filter(|cell| rules.is_none_or(|name| name == cell.rules)).collect()
}

/// The rule sets that get a picture each, given the rule set of every row: none where all rows have
/// room in one picture.
fn panels<'a>(rows: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut rules: Vec<&str> = rows.collect();
    let many = rules.len() > AT_ONCE;
    rules.dedup();
    if many && rules.len() > 1 { rules } else { Vec::new() }
}

/// The lines of a picture that get a picture each: none where all are seen in one.
fn lines<'a>(data: &Scatter<'a>) -> Vec<&'a str> {
    let names: Vec<&str> = data.series.iter().map(|series| series.name).collect();
    if names.len() > MANY_RULE_SETS { names } else { Vec::new() }
}

/// The items of a key.
fn key(entries: Vec<KeyEntry>) -> Vec<String> {
    let item =
        |(picture, words): KeyEntry| format!("{} {}", picture.inline("swatch"), escape(&words));
    entries.into_iter().map(item).collect()
}

/// A key as a list.
fn key_list(items: &[String]) -> String {
    if items.is_empty() {
        return String::new();
    }
    let items: String = items.iter().map(|item| format!("<li>{item}</li>\n")).collect();
    format!("<ul class=\"key\">\n{items}</ul>\n")
}

/// A part of a section for each rule set, with its heading; where there are many, all but the first
/// are folded away.
fn parts(parts: &[(String, String)]) -> String {
    let part = |(heading, body): &(String, String)| format!("<h3>{}</h3>\n{body}", escape(heading));
    let at_once = if parts.len() > MANY_RULE_SETS { 1 } else { parts.len() };
    let (shown, more) = parts.split_at(at_once);
    let more: String = more.iter().map(part).collect();
    shown.iter().map(part).collect::<String>() + &folded("The other rule sets", &more)
}

/// The files beside the page that hold numbers of figures.
const BESIDE: [&str; 6] =
    ["balance.csv", "balance.json", "fairness.csv", "story.json", "strength.csv", "switches.csv"];

/// The source of a figure, with a link to its file where that lies beside the page.
fn linked(source: &str) -> String {
    let end = source.find([':', ' ']).unwrap_or(source.len());
    let (file, part) = source.split_at(end);
    if BESIDE.contains(&file) {
        return format!("<a href=\"{file}\">{file}</a>{}", escape(part));
    }
    escape(source)
}

/// Something that unfolds; on paper it always is.
pub(super) fn folded(summary: &str, body: &str) -> String {
    if body.is_empty() {
        return String::new();
    }
    let summary = escape(summary);
    format!("<details class=\"more\"><summary>{summary}</summary>\n{body}</details>\n")
}

impl Figure<'_> {
    fn html(&self) -> String {
        let class = if self.panels.is_empty() { "plot" } else { "plot panels" };
        let table = self.table.as_ref().map(Table::html).unwrap_or_default();
        format!(
            "<figure class=\"exhibit\" id=\"{}\">\n<figcaption><strong>{}</strong> {} {}</figcaption>\n\
             {}<div class=\"{class}\">\n{}</div>\n{table}</figure>\n",
            self.id,
            escape(self.title),
            prose(self.note),
            self.basis(),
            key_list(&self.key),
            self.pictures()
        )
    }

    /// What the figure rests on.
    fn basis(&self) -> String {
        let games = match self.games {
            0 => String::new(),
            games => format!("<i>n</i>&nbsp;= {}. ", counted(games, "game", "games")),
        };
        format!("<span class=\"basis\">{games}Data: {}.</span>", linked(self.source))
    }

    fn pictures(&self) -> String {
        if self.panels.is_empty() {
            let picture = |format: Format| self.picture(format.class(), self.title, None, format);
            return Format::ALONE.into_iter().map(picture).collect();
        }
        let panel = |(index, &rules): (usize, &&str)| {
            let title = format!("{} {rules}.", self.title);
            self.picture(&index.to_string(), &title, Some(rules), Format::Panel)
        };
        self.panels.iter().enumerate().map(panel).collect()
    }

    fn picture(&self, part: &str, title: &str, rules: Option<&str>, format: Format) -> String {
        let id = format!("{}-{part}", self.id);
        let alt = Alt { id: &id, title, description: &self.description };
        (self.draw)(rules, format).finish(format.class(), alt)
    }
}
