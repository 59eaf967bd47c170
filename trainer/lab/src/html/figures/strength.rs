//! How balance changes with playing strength.

use super::super::super::plots::{self, ForestRow};
use super::super::super::text::{share_cell, thousands};
use super::super::super::{BalanceReport, CellReport};
use super::super::table::Table;
use super::comparisons::{comparison_row, comparison_table};
use super::{Figure, dagger, player};

pub(in super::super) fn strength(report: &BalanceReport) -> String {
    if report.cells.is_empty() {
        return String::new();
    }
    let level = report.options.confidence.label();
    let mut table = Table::new(
        format!("Attackers' wins and score, in percent{}", dagger(report.cells.iter())),
        &["player", "games", "share of wins", "score (draws half)"],
    );
    for cell in &report.cells {
        let row = [
            player(cell),
            thousands(cell.games),
            share_cell(cell.results.attackers.share),
            share_cell(cell.score),
        ];
        table.row(&cell.rules, &row);
    }
    let draw = |_: Option<&str>, format| {
        let score = |cell: &CellReport| cell.score;
        plots::strength(report, score, "attackers' score, % (draws count half)", format)
    };
    let figure = Figure {
        id: "plot-strength",
        title: "Attackers' score, from the weakest player to the strongest.",
        description: format!(
            "One line per rule set ({}), one point per player ({} of them), with {level} \
             intervals. The table holds the same numbers.",
            report.rule_sets.join(", "),
            report.agents.len()
        ),
        note: "Each player plays both sides, so a point away from the line of 50 % is the rules' \
               doing, or that of one side being harder to play for this player. Upright bars are \
               intervals: the true score may well be anywhere inside. Draws count half. A line joins the \
               players that never learned and those of one network; it is dashed for the second network \
               and those after it. A hollow mark rests on too few distinct games.",
        games: report.games(),
        source: "balance.csv",
        key: Vec::new(),
        panels: Vec::new(),
        draw: &draw,
        table: Some(table),
    };
    figure.html() + &trends(report)
}

fn trends(report: &BalanceReport) -> String {
    if report.trends.is_empty() {
        return String::new();
    }
    let row = |index: usize| {
        let trend = &report.trends[index];
        (trend.rules.clone(), format!("{} − {}", trend.strongest, trend.weakest))
    };
    let rows: Vec<ForestRow> = report
        .trends
        .iter()
        .enumerate()
        .map(|(index, trend)| {
            let (heading, label) = row(index);
            ForestRow { heading, label, comparison: &trend.share }
        })
        .collect();
    let draw = |_: Option<&str>, format| {
        plots::forest(&rows, "change of the attackers' share, points", format)
    };
    let mut table = comparison_table("Strongest player minus weakest, in points", "players");
    for (row, trend) in rows.iter().zip(&report.trends) {
        table.row(&row.heading, &comparison_row(&row.label, &trend.share, &trend.score));
    }
    let figure = Figure {
        id: "plot-trends",
        title: "What playing strength changes.",
        description:
            "For each rule set the attackers' share of wins of the strongest player minus \
                      that of the weakest, with its interval."
                .to_owned(),
        note: "To the right of zero, attackers gain as players get stronger; to the left, defenders \
               do. A filled mark is a change that the games show, an open one may be chance.",
        games: report.games(),
        source: "balance.csv",
        key: Vec::new(),
        panels: Vec::new(),
        draw: &draw,
        table: Some(table),
    };
    figure.html()
}
