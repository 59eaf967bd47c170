//! What pieces are worth, and how often special moves are made.

use maud::{Markup, html};

use crate::page::exhibit::{agent, caption};
use crate::page::facts::Facts;
use crate::page::table::Table;
use crate::text::{none, percent_with_range, signed, thousands, whole};
use crate::{PieceWorth, SpecialMove};

/// Both tables, as far as the games can tell.
pub(super) fn manner(facts: &Facts) -> Markup {
    html! { (worths(facts)) (uses(facts)) }
}

fn worths(facts: &Facts) -> Table {
    let cells = &facts.report.cells;
    let text = "What one more piece goes with, in Elo of its own side; by the pieces left after half of a game. Who \
                plays better also takes more: this is no cause";
    let mut table = Table::new(caption(text, cells), ["agent", "piece", "worth in Elo"]);
    for cell in cells {
        let Some(statistics) = facts.statistics(cell) else { continue };
        for PieceWorth { letter, elo } in &statistics.worths {
            let kind = statistics.board.pieces.iter().find(|kind| kind.letter == *letter);
            let name = kind.map_or_else(none, |kind| kind.name.clone());
            let [value, low, high] = [elo.value, elo.low, elo.high].map(|end| signed(whole(end)));
            let row = [agent(cell), name, format!("{value} ({low} to {high})")];
            table.row(facts.title(&cell.rules), row);
        }
    }
    table
}

fn uses(facts: &Facts) -> Table {
    let cells = &facts.report.cells;
    let text = "How often special moves are made; games with one and all such moves";
    let head = ["agent", "move", "games", "share of games", "moves"];
    let mut table = Table::new(caption(text, cells), head);
    for cell in cells {
        let Some(statistics) = facts.statistics(cell) else { continue };
        for used in &statistics.uses {
            let [games, moves] = [used.games, used.moves].map(thousands);
            let what = SpecialMove::text(used.what).to_owned();
            let row = [agent(cell), what, games, percent_with_range(used.share), moves];
            table.row(facts.title(&cell.rules), row);
        }
    }
    table
}
