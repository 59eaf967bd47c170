//! Whether it matters who moves first.

use maud::html;

use crate::FirstMover;
use crate::page::blocks::Blocks;
use crate::page::cells::of_cells;
use crate::page::facts::Facts;
use crate::text::{points_cell, share_cell, thousands};

pub(crate) fn first_mover(facts: &Facts) -> Blocks {
    let head =
        ["games", "attackers began, %", "games", "defenders began, %", "difference", "finding"];
    let text =
        "The attackers' share of wins by who began, where a lot decides; the difference in points";
    let table = of_cells(facts, text, head, |cell| cell.first_mover.as_ref().map(row));
    html! { (table) }.into()
}

fn row(first: &FirstMover) -> [String; 6] {
    let (attackers, defenders) = (first.attackers_first, first.defenders_first);
    [
        thousands(attackers.games),
        share_cell(attackers.results.attackers.share),
        thousands(defenders.games),
        share_cell(defenders.results.attackers.share),
        points_cell(first.effect.difference),
        first.effect.conclusion().word().to_owned(),
    ]
}
