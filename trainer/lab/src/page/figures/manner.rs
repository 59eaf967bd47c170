//! What pieces are worth, and how often special moves are made.

use imperial_watch::{GameStatistics, PieceWorth, Use};
use maud::{Markup, html};

use crate::page::cells::of_cells;
use crate::page::facts::Facts;
use crate::page::table::Table;
use crate::text::{none, percent_with_range, signed, thousands, whole};

/// Both tables, as far as the games can tell.
pub(super) fn manner(facts: &Facts) -> Markup {
    html! { (worths(facts)) (uses(facts)) }
}

fn worths(facts: &Facts) -> Table {
    let text = "What one more piece goes with, in Elo of its own side; by the pieces left after half of a game. Who \
                plays better also takes more: this is no cause";
    of_cells(facts, text, ["piece", "worth in Elo"], |cell| {
        facts.statistics(cell).map(worth_rows).unwrap_or_default()
    })
}

fn worth_rows(statistics: &GameStatistics) -> Vec<[String; 2]> {
    let row = |PieceWorth { letter, elo }: &PieceWorth| {
        let kind = statistics.board.pieces.iter().find(|kind| kind.letter == *letter);
        let name = kind.map_or_else(none, |kind| kind.name.clone());
        let [value, low, high] = [elo.value, elo.low, elo.high].map(|end| signed(whole(end)));
        [name, format!("{value} ({low} to {high})")]
    };
    statistics.worths.iter().map(row).collect()
}

fn uses(facts: &Facts) -> Table {
    let text = "How often special moves are made; games with one and all such moves";
    of_cells(facts, text, ["move", "games", "share of games", "moves"], |cell| {
        facts.statistics(cell).map(use_rows).unwrap_or_default()
    })
}

fn use_rows(statistics: &GameStatistics) -> Vec<[String; 4]> {
    let row = |used: &Use| {
        let [games, moves] = [used.games, used.moves].map(thousands);
        [used.what.text().to_owned(), games, percent_with_range(used.share), moves]
    };
    statistics.uses.iter().map(row).collect()
}
