//! The viewer as it stands before, or without, its script.

use imperial_plot::board::{RIM, SIDE, TOP, corner, draw};
use imperial_plot::svg::Alt;
use imperial_watch::Example;
use maud::{Markup, html};

use super::show::{Show, board_id, ending, picture, title};
use crate::Board;

/// The empty board of a rule set, from which the script makes its picture.
pub(super) fn template(place: usize, title: &str, board: &Board) -> Markup {
    let id = board_id(place);
    let alt = Alt { id: &id, title: &format!("Board of {title}"), description: "" };
    html! {
        template id=(id) data-side=(SIDE) data-left=(RIM) data-top=(TOP) {
            (draw(&board.emptied()).finish("board-svg", alt))
        }
    }
}

/// The viewer with the end of the first game.
pub(super) fn frame(first: &Show, shows: &[Show]) -> Markup {
    let Some(example) = first.statistics.examples.first() else { return html! {} };
    html! {
        div.viewer #viewer {
            (choices(shows))
            div.viewer-board data-part="board" tabindex="0" role="group"
                aria-label="Board; arrow keys step through the game" { (last_position(first, example)) }
            div.viewer-side {
                p.viewer-facts data-part="facts" {
                    (first.title) ", " (first.statistics.agent) ". " (ending(example, first.board))
                }
                (controls())
                details.more {
                    summary { "The moves" }
                    ol.viewer-moves data-part="moves" aria-label="Moves" {
                        @for ply in &example.plies { li { (ply.text) } }
                    }
                }
            }
        }
        noscript {
            p.small {
                "Stepping through the games needs JavaScript. Shown is the end of the first one."
            }
        }
    }
}

/// Lists of agents and games; the script fills in the games of the chosen agent.
fn choices(shows: &[Show]) -> Markup {
    let games = shows.first().map_or(&[][..], |show| &show.statistics.examples);
    html! {
        div.viewer-choices.needs-script hidden {
            label { "Rules and agent"
                select data-part="show" {
                    @for (index, show) in shows.iter().enumerate() {
                        option value=(index) { (show.title) ", " (show.statistics.agent) }
                    }
                }
            }
            label { "Game"
                select data-part="game" {
                    @for (index, game) in games.iter().enumerate() {
                        option value=(index) { (title(game)) }
                    }
                }
            }
        }
    }
}

fn controls() -> Markup {
    html! {
        div.needs-script hidden {
            div.viewer-buttons role="group" aria-label="Steps" {
                button type="button" data-step="first" aria-label="To the start" { "⟨⟨" }
                button type="button" data-step="back" aria-label="One ply back" { "⟨" }
                button type="button" data-step="play" { "Play" }
                button type="button" data-step="next" aria-label="One ply on" { "⟩" }
                button type="button" data-step="last" aria-label="To the end" { "⟩⟩" }
            }
            input type="range" data-part="slider" min="0" max="1" value="0" aria-label="Ply";
            p.viewer-said data-part="said" aria-live="polite" {}
            figure.viewer-values data-part="values" {
                figcaption { "What the agent expected: up for the attackers, down for the defenders" }
                svg viewBox="0 0 100 60" preserveAspectRatio="none" aria-hidden="true" {}
            }
        }
    }
}

/// The last position, drawn with the same symbols as the script does.
fn last_position(show: &Show, example: &Example) -> Markup {
    let mut letters: Vec<char> = example.start.chars().collect();
    for (square, letter) in example.plies.iter().flat_map(|ply| &ply.changes) {
        if let Some(place) = letters.get_mut(usize::from(*square)) {
            *place = *letter;
        }
    }
    let mut svg = draw(&show.board.emptied());
    for (square, letter) in letters.into_iter().enumerate() {
        let kind = show.statistics.board.pieces.iter().find(|kind| kind.letter == letter);
        if let Some(kind) = kind {
            svg.symbol_at(&picture(show.board, kind).symbol(), corner(show.board, square), SIDE);
        }
    }
    let alt = Alt { id: "viewer-still", title: "The last position of the game", description: "" };
    svg.finish("board-svg", alt)
}
