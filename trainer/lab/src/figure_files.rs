//! The pictures of the page as files that stand alone, for papers and slides: SVG and PNG.
//!
//! Each is made from the same block as on the page and holds what belongs to it: the question as title, key, axes, the
//! text below it, the rule sets, and where it comes from. It needs no style sheet, font or other file.

mod name;

use imperial_plot::Format;
use imperial_plot::board::draw;
use imperial_plot::sheet::{Content, DrawError, Sheet};

use crate::BalanceReport;
use crate::page::boards::{Boards, legend};
use crate::page::exhibit::{Exhibit, Picture};
use crate::page::{Block, Facts, PARTS, PageContext, Part};
use crate::text::counted;
use name::Names;

/// A picture of the page as a file.
#[derive(Debug)]
pub struct FigureFile {
    /// The file's name without its end: `who-wins-by-strength-tablut-linnaeus`.
    pub name: String,
    sheet: Sheet,
}

/// A picture that cannot be drawn as PNG.
#[derive(Debug, thiserror::Error)]
#[error("cannot draw the picture `{name}`: {reason}; its SVG may still be of use")]
pub struct FigureError {
    /// Its name.
    pub name: String,
    /// What the program that draws says.
    pub reason: String,
}

impl FigureFile {
    /// The picture as SVG, 80 millimetres wide. Its text is text, so that it can be found and changed.
    pub fn svg(&self) -> String {
        self.sheet.svg()
    }

    /// The picture as PNG, of 1504 pixels for 80 millimetres. The same picture has the same bytes.
    ///
    /// # Errors
    /// When it cannot be drawn.
    pub fn png(&self) -> Result<Vec<u8>, FigureError> {
        let reason =
            |error: DrawError| FigureError { name: self.name.clone(), reason: error.to_string() };
        self.sheet.png().map_err(reason)
    }
}

/// Every picture of the page of a report, in its order.
pub fn figure_files(report: &BalanceReport, context: &PageContext) -> Vec<FigureFile> {
    files_of(&Facts::new(report, context), &PARTS)
}

/// The pictures of these parts of a page.
pub(crate) fn files_of(facts: &Facts, parts: &[Part]) -> Vec<FigureFile> {
    let mut names = Names::default();
    let mut files = Vec::new();
    for (_, body) in parts {
        for block in body(facts).pictured() {
            let contents = match block {
                Block::Exhibit(exhibit) => of_exhibit(exhibit),
                Block::Boards(boards) => of_boards(boards),
                _ => Vec::new(),
            };
            files.extend(contents.into_iter().map(|(name, rules, content)| FigureFile {
                name: names.of(&name, &rules),
                sheet: Sheet::new(&content),
            }));
        }
    }
    files
}

/// What a file is called, the names of its rule sets, and what is in it.
type Drawn = (String, Vec<String>, Content);

/// One file for each panel, or else one for all. The narrow form can be read at the width of a column.
fn of_exhibit(exhibit: &Exhibit) -> Vec<Drawn> {
    let name = if exhibit.name.is_empty() { &exhibit.title } else { &exhibit.name };
    let of = |picture: &Picture| {
        let rules = match &picture.rules {
            Some(rules) => vec![rules.clone()],
            None => exhibit.rules.clone(),
        };
        let content = Content {
            title: exhibit.title.clone(),
            of: picture.of.clone(),
            description: exhibit.description.clone(),
            key: exhibit.key.0.clone(),
            picture: picture.svg.clone(),
            note: exhibit.note.clone(),
            source: source(picture.games.unwrap_or(exhibit.games), &rules),
        };
        (name.clone(), rules, content)
    };
    exhibit.pictures.iter().filter(|picture| picture.format != Format::Wide).map(of).collect()
}

fn of_boards(boards: &Boards) -> Vec<Drawn> {
    let of = |shown: &crate::page::boards::Shown| {
        let (names, titles): (Vec<String>, Vec<String>) = shown.rules.iter().cloned().unzip();
        let own = titles.join(", ");
        let note = [shown.note.as_str(), &legend(std::slice::from_ref(shown))].join(" ");
        let content = Content {
            title: shown.question.clone(),
            of: own,
            description: String::new(),
            key: Vec::new(),
            picture: draw(&shown.board),
            note: note.trim().to_owned(),
            source: source(shown.games, &names),
        };
        (shown.name.clone(), names, content)
    };
    boards.all.iter().map(of).collect()
}

/// Version, games and rule sets: `imperial 0.2.0. 240 games. Rule set: tablut-linnaeus.`
fn source(games: u64, rules: &[String]) -> String {
    let mut text = concat!("imperial ", env!("CARGO_PKG_VERSION"), ".").to_owned();
    if games > 0 {
        text += &format!(" {}.", counted(games, "game", "games"));
    }
    match rules {
        [] => text,
        [one] => text + " Rule set: " + one + ".",
        many => text + " Rule sets: " + &many.join(", ") + ".",
    }
}
