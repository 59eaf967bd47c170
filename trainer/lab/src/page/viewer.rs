//! Whole games to play through.
//!
//! The page holds the games as data and one small script that steps through them. The script knows
//! no rules: it puts letters on squares as the data say. Without a script the reader sees the end of
//! the first game and its moves.

mod data;
mod show;
mod still;

use imperial_plot::board::symbols;
use maud::{PreEscaped, html};

use super::blocks::Blocks;
use super::facts::Facts;

/// The script that steps through the games.
const SCRIPT: &str = include_str!("viewer/viewer.js");

/// The section, empty where there are no games to show.
pub(crate) fn viewer(facts: &Facts) -> Blocks {
    let shows = show::shows(facts);
    let Some(first) = shows.first() else { return Blocks::default() };
    let pictures = shows.iter().flat_map(|show| {
        let pieces = &show.statistics.board.pieces;
        pieces.iter().map(|piece| show::picture(show.board, piece))
    });
    html! {
        p { (INTRO) }
        svg.patterns width="0" height="0" aria-hidden="true" {
            defs { (symbols(pictures)) (PreEscaped(ARROW)) }
        }
        @for (place, board) in facts.context.boards.iter().enumerate() {
            (still::template(place, facts.title(&board.rules), board))
        }
        (still::frame(first, &shows))
        script type="application/json" id="viewer-data" { (PreEscaped(data::json(&shows))) }
        script { (PreEscaped(SCRIPT)) }
    }
    .into()
}

const INTRO: &str = "Some of the games, chosen by rule and not by hand. For each agent: a typical win of \
    each side, a draw, the shortest and the longest game, and the game whose winner once expected least.";

/// The head of the arrow that shows a move.
const ARROW: &str = "<marker id=\"arrow-head\" viewBox=\"0 0 10 10\" refX=\"7\" refY=\"5\" \
    markerWidth=\"4\" markerHeight=\"4\" orient=\"auto\"><path class=\"arrow-head\" \
    d=\"M 0 0.6 L 9.4 5 L 0 9.4 Z\"/></marker>\n";
