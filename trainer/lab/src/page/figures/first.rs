//! Whether it matters who moves first.

use maud::{Markup, Render, html};

use crate::page::facts::Facts;
use crate::page::exhibit::{Exhibit, agent, by_rules, caption};
use crate::page::html::key;
use crate::page::table::Table;
use crate::plot::forest::{ForestRow, Look, Mark, forest};
use crate::plot::marks::series_key;
use crate::plot::rows::Axis;
use crate::text::{percent_with_range, points_cell, share_cell, thousands};
use crate::{CellReport, FirstMover};

/// The looks of the attackers' and the defenders' first moves.
const LOOKS: [(usize, &str); 2] = [(0, "attackers began"), (1, "defenders began")];

pub(crate) fn first_mover(facts: &Facts) -> Markup {
    let split = |cell: &&CellReport| cell.first_mover.is_some();
    let all: Vec<&CellReport> = facts.report.cells.iter().filter(split).collect();
    let shown: Vec<&CellReport> = facts.compared().into_iter().filter(split).collect();
    if all.is_empty() {
        return html! {};
    }
    let figure = Exhibit {
        id: "plot-first".to_owned(),
        title: "The attackers' share of wins by who began, where a lot decides.".to_owned(),
        description: "For each rule set and agent in whose games both sides began: the attackers' share \
                      of wins when they began and when the defenders began, with intervals."
            .to_owned(),
        note: "If the upper mark stands to the right of the lower one, the first move helps the \
               attackers."
            .to_owned(),
        games: shown.iter().map(|cell| cell.games).sum(),
        source: "balance.csv",
        key: key(LOOKS.map(|(look, words)| (series_key(look), words.to_owned())).into()),
        pictures: by_rules(facts, &shown, |cells, labels, format| {
            let rows: Vec<ForestRow> = cells
                .iter()
                .zip(labels)
                .filter_map(|(cell, label)| {
                    let marks = marks(cell.first_mover.as_ref()?);
                    Some(ForestRow { label: label.clone(), marks, ..ForestRow::default() })
                })
                .collect();
            forest(&rows, Axis::percent("attackers' share of wins, %"), format)
        }),
        table: Some(table(facts, &all)),
    };
    figure.render()
}

fn marks(first: &FirstMover) -> Vec<Mark> {
    let halves = [&first.attackers_first, &first.defenders_first].into_iter().zip(LOOKS);
    let mark = |(half, (number, words)): (&crate::FirstMoverHalf, (usize, &str))| {
        let at = half.results.attackers.share;
        let tip = format!("{words}: {}", percent_with_range(at));
        Mark { at, look: Look::Series { number, filled: true }, tip }
    };
    halves.map(mark).collect()
}

fn table(facts: &Facts, cells: &[&CellReport]) -> Table {
    let head =
        ["agent", "games", "attackers began, %", "games", "defenders began, %", "difference", "finding"];
    let text = "The attackers' share of wins, and its difference in points";
    let mut table = Table::new(caption(text, &facts.report.cells), head);
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
            first.effect.grade.word().to_owned(),
        ];
        table.row(facts.title(&cell.rules), row);
    }
    table
}
