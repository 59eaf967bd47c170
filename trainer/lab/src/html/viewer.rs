//! Whole games to play through.
//!
//! The page holds the games as data and one small script that steps through them. The script knows
//! no rules: it puts letters on squares as the data say. Without a script the reader sees the end of
//! the first game and its moves.

mod data;
mod still;

use super::super::plots;
use super::super::{BalanceReport, Example, Story, endings};
use super::PageContext;
use imperial_data::GameResult;

/// The script that steps through the games.
const SCRIPT: &str = include_str!("viewer/viewer.js");

/// Most plies of all games together; the weakest players' games are left out beyond it. Thirty bytes
/// a ply keep the page small.
const MOST_PLIES: usize = 40_000;

/// The section, empty where there are no games to show.
pub(super) fn viewer(report: &BalanceReport, context: &PageContext) -> String {
    let shows = shows(report, context);
    let Some(first) = shows.first() else { return String::new() };
    let boards: String = context
        .boards
        .iter()
        .enumerate()
        .map(|(place, board)| still::template(place, board))
        .collect();
    format!(
        "<p>{INTRO}</p>\n<svg class=\"patterns\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>\n\
         {}{ARROW}</defs></svg>\n{boards}{}<script type=\"application/json\" id=\"viewer-data\">{}\
         </script>\n<script>\n{SCRIPT}</script>\n",
        plots::symbols(),
        still::frame(first, &shows),
        data::json(&shows)
    )
}

const INTRO: &str = "Some of the games, chosen by rule and not by hand: for each player a typical win of \
    each side, a draw, the shortest and the longest game, and the one whose winner once stood worst.";

/// The head of the arrow that shows a move.
const ARROW: &str = "<marker id=\"arrow-head\" viewBox=\"0 0 10 10\" refX=\"7\" refY=\"5\" \
    markerWidth=\"4\" markerHeight=\"4\" orient=\"auto\"><path class=\"arrow-head\" \
    d=\"M 0 0.6 L 9.4 5 L 0 9.4 Z\"/></marker>\n";

/// The games of one rule set and player, with the place of its board among the page's.
struct Show<'a> {
    story: &'a Story,
    board: &'a super::super::BoardPicture,
    place: usize,
}

/// What is shown, the first rule set's strongest player first, within the limit of plies.
fn shows<'a>(report: &BalanceReport, context: &'a PageContext) -> Vec<Show<'a>> {
    let mut shows: Vec<Show> = Vec::new();
    let strongest_first = report.agents.iter().rev();
    let mut room = MOST_PLIES;
    for agent in strongest_first {
        for rules in &report.rule_sets {
            let story = context.story(rules, &agent.name);
            let place = context.boards.iter().position(|board| board.rules == *rules);
            let Some((story, place)) = story.zip(place) else { continue };
            let board = &context.boards[place].picture;
            let plies: usize = story.examples.iter().map(|example| example.plies.len()).sum();
            let fits = board.size() == story.board.width && board.size() == story.board.height;
            if fits && plies > 0 && plies <= room {
                room -= plies;
                shows.push(Show { story, board, place });
            }
        }
    }
    let place = |show: &Show| report.rule_sets.iter().position(|name| *name == show.story.rules);
    shows.sort_by_key(place);
    shows
}

/// The end of a game in a sentence: `The defenders win in 31 plies: king escaped.`
fn ending(example: &Example) -> String {
    let plies = super::super::text::counted(example.plies.len() as u64, "ply", "plies");
    let result = match example.result {
        GameResult::Attackers => "The attackers win in",
        GameResult::Defenders => "The defenders win in",
        GameResult::Draw => "Drawn after",
    };
    format!("{result} {plies}: {}.", endings::describe(example.cause))
}

/// The name of a game in the list.
fn title(example: &Example) -> String {
    format!("{} ({} plies)", example.why.title(), example.plies.len())
}

/// The identifier of the empty board of a rule set, by its place among the boards.
fn board_id(place: usize) -> String {
    format!("board-{place}")
}
