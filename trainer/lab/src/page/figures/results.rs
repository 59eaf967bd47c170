//! Who won.

use maud::{Markup, Render, html};

use crate::CellReport;
use crate::page::exhibit::{Exhibit, agent, by_rules, caption};
use crate::page::facts::Facts;
use crate::page::table::Table;
use crate::plot::forest::{ForestRow, Look, Mark, forest};
use crate::plot::rows::Axis;
use crate::text::{percent, percent_with_range, share_cell, thousands};

pub(crate) fn results(facts: &Facts) -> Markup {
    let report = facts.report;
    if report.cells.is_empty() {
        return html! {};
    }
    let cells: Vec<&CellReport> = report.cells.iter().collect();
    let level = report.options.confidence.label();
    let figure = Exhibit {
        id: "plot-results".to_owned(),
        title: "The attackers' score.".to_owned(),
        description: format!(
            "One row for each rule set and agent: the attackers' score with its {level} interval, \
             against one half. The table holds the numbers."
        ),
        note: "A win counts one, a draw one half. At 50 % the sides are equal. An interval that lies \
               on one side of the line shows that this side has the advantage. Hollow marks rest on \
               too few distinct games."
            .to_owned(),
        games: report.games(),
        source: "balance.csv",
        pictures: by_rules(facts, &cells, |cells, labels, format| {
            let rows = cells.iter().zip(labels);
            let rows: Vec<ForestRow> = rows
                .map(|(cell, label)| ForestRow { label: label.clone(), ..row(facts, cell) })
                .collect();
            forest(&rows, Axis::percent("attackers' score, %"), format)
        }),
        table: Some(table(facts)),
        ..Exhibit::default()
    };
    figure.render()
}

fn row(facts: &Facts, cell: &CellReport) -> ForestRow {
    let look = Look::Series { number: facts.series(&cell.rules), filled: cell.is_reliable() };
    let tip = percent_with_range(cell.score);
    ForestRow {
        marks: vec![Mark { at: cell.score, look, tip }],
        aside: format!("n = {}", thousands(cell.games)),
        ..ForestRow::default()
    }
}

fn table(facts: &Facts) -> Table {
    let report = facts.report;
    let head = [
        "agent",
        "games",
        "distinct",
        "attackers' score",
        "attackers win",
        "draws",
        "cut off",
        "defenders win",
        "b",
    ];
    let mut table = Table::new(caption("Results, in percent of the games", &report.cells), head);
    for cell in &report.cells {
        let results = cell.results;
        let row = [
            agent(cell),
            thousands(cell.games),
            thousands(cell.distinct_games),
            share_cell(cell.score),
            percent(results.attackers.share.value),
            percent(results.draws.share.value),
            percent(results.cut_off.share.value),
            percent(results.defenders.share.value),
            cell.balance.to_string(),
        ];
        table.row(facts.title(&cell.rules), row);
    }
    table
}
