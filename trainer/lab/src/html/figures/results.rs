//! Who won.

use super::super::super::BalanceReport;
use super::super::super::plots;
use super::super::super::text::{percent, share_cell, thousands};
use super::super::table::Table;
use super::comparisons::probability;
use super::{Figure, cells, dagger, key, panels, player};

/// The forest of shares, which leads the section.
fn shares(report: &BalanceReport) -> String {
    let mut table = Table::new(
        format!("Attackers' share of wins, in percent{}", dagger(report.cells.iter())),
        &["player", "games", "share of wins", "p (Holm)", "score against 50 %"],
    );
    for cell in &report.cells {
        let row = [
            player(cell),
            thousands(cell.games),
            share_cell(cell.results.attackers.share),
            probability(cell.advantage.p_holm),
            cell.advantage.grade.word().to_owned(),
        ];
        table.row(&cell.rules, &row);
    }
    let level = report.options.confidence.label();
    let figure = Figure {
        id: "plot-shares",
        title: "Attackers' share of wins.",
        description: format!(
            "One row per rule set and player: the attackers' share of wins with its {level} interval \
             against one half. The table holds the numbers."
        ),
        note: "The dotted line is one half. An interval that lies wholly on one side of it says that \
               this player wins more often there. Hollow marks rest on too few distinct games.",
        games: report.games(),
        source: "balance.csv",
        key: Vec::new(),
        panels: panels(report.cells.iter().map(|cell| cell.rules.as_str())),
        draw: &|rules, format| plots::shares(report, &cells(report, rules), format),
        table: Some(table),
    };
    figure.html()
}

pub(in super::super) fn results(report: &BalanceReport) -> String {
    if report.cells.is_empty() {
        return String::new();
    }
    let mut table = Table::new(
        format!("Results, in percent of the games{}", dagger(report.cells.iter())),
        &["player", "attackers", "draws", "cut off", "defenders"],
    );
    for cell in &report.cells {
        let results = cell.results;
        let row = [
            player(cell),
            share_cell(cell.results.attackers.share),
            percent(results.draws.share.value),
            percent(results.cut_off.share.value),
            share_cell(results.defenders.share),
        ];
        table.row(&cell.rules, &row);
    }
    let figure = Figure {
        id: "plot-results",
        title: "Wins, draws and cut-off games.",
        description: "One stacked bar per rule set and player: games won by the attackers, draws, \
                      cut-off games, games won by the defenders. The table holds the numbers."
            .to_owned(),
        note: "Cut-off games (hatched) reached the limit of plies, or were broken off. They count as \
               draws, but nobody knows how they would have ended, so they are shown apart. In the \
               table, draws include them.",
        games: report.games(),
        source: "balance.csv",
        key: key(plots::results_key(report)),
        panels: panels(report.cells.iter().map(|cell| cell.rules.as_str())),
        draw: &|rules, format| plots::results(&cells(report, rules), format),
        table: Some(table),
    };
    shares(report) + &figure.html() + &counts(report).html() + &balance(report).html()
}

fn counts(report: &BalanceReport) -> Table {
    let head =
        ["player", "games", "distinct", "openings", "attackers", "draws", "cut off", "defenders"];
    let mut table = Table::new(format!("Counts{}", dagger(report.cells.iter())), &head);
    for cell in &report.cells {
        let results = cell.results;
        let counts = [
            cell.games,
            cell.distinct_games,
            cell.openings,
            results.attackers.games,
            results.draws.games,
            results.cut_off.games,
            results.defenders.games,
        ];
        let mut row = vec![player(cell)];
        row.extend(counts.map(thousands));
        table.row(&cell.rules, &row);
    }
    table
}

fn balance(report: &BalanceReport) -> Table {
    let head = ["player", "attackers' score, %", "Elo", "b", "interval of b"];
    let mut table =
        Table::new(format!("Balance in other measures{}", dagger(report.cells.iter())), &head);
    for cell in &report.cells {
        let row = [
            player(cell),
            share_cell(cell.score),
            cell.elo.to_string(),
            cell.balance.to_string(),
            cell.balance.interval_text(),
        ];
        table.row(&cell.rules, &row);
    }
    table
}
