//! Whether it matters who moves first.

use maud::html;

use crate::page::blocks::Blocks;
use crate::page::exhibit::{agent, caption};
use crate::page::facts::Facts;
use crate::page::table::Table;
use crate::text::{points_cell, share_cell, thousands};

pub(crate) fn first_mover(facts: &Facts) -> Blocks {
    let cells = &facts.report.cells;
    let head = [
        "agent",
        "games",
        "attackers began, %",
        "games",
        "defenders began, %",
        "difference",
        "finding",
    ];
    let text =
        "The attackers' share of wins by who began, where a lot decides; the difference in points";
    let mut table = Table::new(caption(text, cells), head);
    for cell in cells {
        let Some(first) = &cell.first_mover else { continue };
        let (attackers, defenders) = (first.attackers_first, first.defenders_first);
        let row = [
            agent(cell),
            thousands(attackers.games),
            share_cell(attackers.results.attackers.share),
            thousands(defenders.games),
            share_cell(defenders.results.attackers.share),
            points_cell(first.effect.difference),
            first.effect.conclusion().word().to_owned(),
        ];
        table.row(facts.title(&cell.rules), row);
    }
    html! { (table) }.into()
}
