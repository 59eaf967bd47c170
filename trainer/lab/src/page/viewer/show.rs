//! Which games are shown, and what they are called.

use imperial_plot::board::Picture;
use imperial_watch::{Example, GameStatistics, PieceFacts};

use crate::Board;
use crate::endings::describe;
use crate::page::facts::Facts;
use crate::text::counted;

/// Most plies of all games together; the weakest agents' games are left out beyond it. Thirty bytes
/// a ply keep the page small.
const MOST_PLIES: usize = 40_000;

/// The games of one rule set and agent, with the place of its board among the page's.
pub(super) struct Show<'a> {
    pub(super) title: &'a str,
    pub(super) statistics: &'a GameStatistics,
    pub(super) board: &'a Board,
    pub(super) place: usize,
}

/// What the picture of a piece shows.
pub(super) fn picture(board: &Board, piece: &PieceFacts) -> Picture {
    Picture { side: board.colour(piece.side), is_royal: piece.is_royal, mark: piece.mark }
}

/// What is shown, the first rule set's strongest agent first, within the limit of plies.
pub(super) fn shows<'a>(facts: &'a Facts) -> Vec<Show<'a>> {
    let (report, boards) = (facts.report, &facts.context.boards);
    let mut shows: Vec<Show> = Vec::new();
    let mut room = MOST_PLIES;
    for agent in report.agents.iter().rev() {
        for rules in &report.rule_sets {
            let cell = report.cell(rules, &agent.name);
            let statistics = cell.and_then(|cell| facts.statistics(cell));
            let place = boards.iter().position(|board| board.rules == *rules);
            let Some((statistics, place)) = statistics.zip(place) else { continue };
            let plies: usize = statistics.examples.iter().map(|example| example.plies.len()).sum();
            if plies > 0 && plies <= room {
                room -= plies;
                let title = facts.title(rules);
                shows.push(Show { title, statistics, board: &boards[place], place });
            }
        }
    }
    shows.sort_by_key(|show| facts.series(&show.statistics.rules));
    shows
}

/// The end of a game on this board in a sentence: `The defenders win in 31 plies: king escaped.`
pub(super) fn ending(example: &Example, board: &Board) -> String {
    let plies = plies(example);
    let result = match example.result.winner() {
        Some(side) => format!("{} in", board.wins(side)),
        None => "Drawn after".to_owned(),
    };
    format!("{result} {plies}: {}.", describe(example.cause))
}

fn plies(example: &Example) -> String {
    counted(example.plies.len() as u64, "ply", "plies")
}

/// The name of a game in the list.
pub(super) fn title(example: &Example) -> String {
    format!("{} ({})", example.why.title(), plies(example))
}

/// The identifier of the empty board of a rule set, by its place among the boards.
pub(super) fn board_id(place: usize) -> String {
    format!("board-{place}")
}
