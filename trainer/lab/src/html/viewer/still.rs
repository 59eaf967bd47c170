//! The viewer as it stands before, or without, its script.

use super::super::super::plots::{self, RIM, SIDE, TOP, symbol};
use super::super::super::svg::{Alt, escape};
use super::super::super::{Example, Story};
use super::super::StartingBoard;
use super::{Show, board_id, ending, title};

/// The empty board of a rule set, from which the script makes its picture.
pub(super) fn template(place: usize, board: &StartingBoard) -> String {
    let title = format!("Board of {}", board.rules);
    let id = board_id(place);
    let alt = Alt { id: &id, title: &title, description: "" };
    let board = plots::board(&board.picture.emptied("")).finish("board-svg", alt);
    format!(
        "<template id=\"{id}\" data-side=\"{SIDE}\" data-left=\"{RIM}\" data-top=\"{TOP}\">{board}</template>\n"
    )
}

/// The viewer with the end of the first game.
pub(super) fn frame(first: &Show, shows: &[Show]) -> String {
    let Some(example) = first.story.examples.first() else { return String::new() };
    let facts = format!("{}, {}. {}", first.story.rules, first.story.agent, ending(example));
    format!(
        "<div class=\"viewer\" id=\"viewer\">\n{}<div class=\"viewer-board\" data-part=\"board\" \
         tabindex=\"0\" role=\"group\" aria-label=\"Board; arrow keys step through the game\">\n{}\
         </div>\n<div class=\"viewer-side\">\n<p class=\"viewer-facts\" data-part=\"facts\">{}</p>\n\
         {CONTROLS}{}</div>\n</div>\n{NO_SCRIPT}",
        choices(shows),
        last_position(first, example),
        escape(&facts),
        moves(example)
    )
}

const NO_SCRIPT: &str = "<noscript><p class=\"small\">Stepping through the games needs JavaScript. Shown \
    is the end of the first one, and its moves.</p></noscript>\n";

/// Lists of players and games; the script fills in the games of the chosen player.
fn choices(shows: &[Show]) -> String {
    let mut options = String::new();
    for (index, show) in shows.iter().enumerate() {
        let (rules, agent) = (escape(&show.story.rules), escape(&show.story.agent));
        options.push_str(&format!("<option value=\"{index}\">{rules}, {agent}</option>\n"));
    }
    let games = shows.first().map_or(&[][..], |show| &show.story.examples);
    let games: String = games
        .iter()
        .enumerate()
        .map(|(index, game)| {
            format!("<option value=\"{index}\">{}</option>\n", escape(&title(game)))
        })
        .collect();
    format!(
        "<div class=\"viewer-choices needs-script\" hidden>\n<label>Rules and player\n\
         <select data-part=\"show\">\n{options}</select></label>\n<label>Game\n\
         <select data-part=\"game\">\n{games}</select></label>\n</div>\n"
    )
}

const CONTROLS: &str = "<div class=\"needs-script\" hidden>\n\
    <div class=\"viewer-buttons\" role=\"group\" aria-label=\"Steps\">\n\
    <button type=\"button\" data-step=\"first\" aria-label=\"To the start\">⟨⟨</button>\n\
    <button type=\"button\" data-step=\"back\" aria-label=\"One ply back\">⟨</button>\n\
    <button type=\"button\" data-step=\"play\">Play</button>\n\
    <button type=\"button\" data-step=\"next\" aria-label=\"One ply on\">⟩</button>\n\
    <button type=\"button\" data-step=\"last\" aria-label=\"To the end\">⟩⟩</button>\n</div>\n\
    <input type=\"range\" data-part=\"slider\" min=\"0\" max=\"1\" value=\"0\" aria-label=\"Ply\">\n\
    <p class=\"viewer-said\" data-part=\"said\" aria-live=\"polite\"></p>\n\
    <figure class=\"viewer-values\" data-part=\"values\"><figcaption>What the player expected: up for the \
    attackers, down for the defenders</figcaption><svg viewBox=\"0 0 100 60\" \
    preserveAspectRatio=\"none\" aria-hidden=\"true\"></svg></figure>\n</div>\n";

fn moves(example: &Example) -> String {
    let items: String =
        example.plies.iter().map(|ply| format!("<li>{}</li>\n", escape(&ply.text))).collect();
    format!("<ol class=\"viewer-moves\" data-part=\"moves\" aria-label=\"Moves\">\n{items}</ol>\n")
}

/// The last position, drawn with the same symbols as the script does.
fn last_position(show: &Show, example: &Example) -> String {
    let mut letters: Vec<char> = example.start.chars().collect();
    for (square, letter) in example.plies.iter().flat_map(|ply| &ply.changes) {
        if let Some(place) = letters.get_mut(usize::from(*square)) {
            *place = *letter;
        }
    }
    let alt = Alt { id: "viewer-still", title: "The last position of the game", description: "" };
    let board = plots::board(&show.board.emptied("")).finish("board-svg", alt);
    let pieces: String = letters
        .iter()
        .enumerate()
        .map(|(square, letter)| piece(show.story, square, *letter))
        .collect();
    match board.strip_suffix("</svg>\n") {
        Some(open) => format!("{open}{pieces}</svg>\n"),
        None => board,
    }
}

fn piece(story: &Story, square: usize, letter: char) -> String {
    let Some(kind) = story.board.pieces.iter().find(|kind| kind.letter == letter) else {
        return String::new();
    };
    let (file, rank) = (square % story.board.width, square / story.board.width);
    let x = RIM + SIDE * file as f64;
    let y = TOP + SIDE * (story.board.height - 1 - rank) as f64;
    format!(
        "<use href=\"#{}\" x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"/>\n",
        symbol(kind.side, kind.is_royal)
    )
}
