//! Boards beside each other.

use std::collections::BTreeSet;

use imperial_plot::board::draw;
use imperial_plot::svg::Alt;
use maud::{Markup, Render, html};

use crate::Board;

/// A board with what it shows.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    /// What its file is called: `where-the-king-escapes`.
    pub(crate) name: String,
    pub(crate) title: String,
    /// The title of its file, which stands alone: a question.
    pub(crate) question: String,
    /// A sentence below it; may be empty.
    pub(crate) note: String,
    pub(crate) board: Board,
    /// Names and titles of the rule sets that it belongs to.
    pub(crate) rules: Vec<(String, String)>,
    /// Number of games that it shows; 0 where it shows none.
    pub(crate) games: u64,
}

/// Boards beside each other; nothing without boards.
#[derive(Clone, Debug)]
pub(crate) struct Boards {
    /// The beginning of their addresses.
    pub(crate) id: String,
    pub(crate) class: &'static str,
    pub(crate) all: Vec<Shown>,
}

impl Render for Boards {
    fn render(&self) -> Markup {
        html! {
            @if !self.all.is_empty() {
                div class=(format_args!("boards {}", self.class)) {
                    @for (index, shown) in self.all.iter().enumerate() {
                        (picture(&format!("{}-{index}", self.id), shown))
                    }
                }
            }
        }
    }
}

fn picture(id: &str, shown: &Shown) -> Markup {
    let description = format!("{}. {}", in_words(&shown.board), shown.note);
    let alt = Alt { id, title: &shown.title, description: &description };
    html! {
        figure.board {
            (draw(&shown.board).finish("board", alt))
            figcaption { strong { (shown.title) } " " (shown.note) }
        }
    }
}

/// What the marks on these boards mean, those that are seen, in sentences.
pub(crate) fn legend(all: &[Shown]) -> String {
    let any = |seen: fn(&Board) -> bool| all.iter().any(|shown| seen(&shown.board));
    let with_pieces = all.iter().filter(|shown| !shown.board.kinds().is_empty());
    let colours: BTreeSet<&str> = with_pieces.map(|shown| shown.board.colours()).collect();
    let has_royal = |board: &Board| board.kinds().iter().any(|(kind, _)| kind.is_royal);
    // Other families than tafl have other royal pieces, and several.
    let is_king = |name: &str| name == "king";
    let only_kings = all.iter().all(|shown| {
        shown.board.kinds().iter().all(|(kind, name)| !kind.is_royal || is_king(name))
    });
    let crowned = if only_kings {
        "The crowned piece is the king."
    } else {
        "The game is about the crowned pieces."
    };
    let plain_corner = |board: &Board| {
        let special = board.special();
        special.corners.iter().any(|corner| !special.goals.contains(corner))
    };
    let marks = [
        (any(has_royal), crowned),
        (any(|board| board.special().throne.is_some()), "A cross in the middle marks the throne."),
        (any(plain_corner), "Crosses in the corners mark squares where the king alone may stand."),
        (
            any(|board| !board.special().goals.is_empty() && board.heat().is_empty()),
            "A crescent, as on the board of 1855, marks a free square where the king escapes.",
        ),
        (any(|board| !board.special().camps.is_empty()), "A tint marks the attackers' camps."),
        (any(|board| !board.heat().is_empty()), "The darker a square, the more often."),
    ];
    let seen = marks.iter().filter(|mark| mark.0);
    colours.into_iter().chain(seen.map(|(_, words)| *words)).collect::<Vec<_>>().join(" ")
}

/// What a reader who cannot see the board should know.
fn in_words(board: &Board) -> String {
    let shape = board.shape();
    let mut words = format!("A board of {} by {} squares", shape.width, shape.height);
    for (kind, name) in board.kinds() {
        let places: Vec<String> = (0..shape.squares())
            .filter(|square| board.piece(*square) == Some(kind))
            .map(|square| board.name(square))
            .collect();
        words.push_str(&format!("; {name} on {}", places.join(" ")));
    }
    let heat = board.heat().iter().enumerate();
    if let Some((square, _)) = heat.max_by(|a, b| a.1.total_cmp(b.1)) {
        words.push_str(&format!("; most often {}", board.name(square)));
    }
    words
}
