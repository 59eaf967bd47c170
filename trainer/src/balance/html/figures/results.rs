//! Who won.

use super::super::super::BalanceReport;
use super::super::super::plots;
use super::super::super::text::{percent, share_cell, thousands};
use super::super::table::Table;
use super::comparisons::{probability, word};
use super::{Figure, Layout, dagger, player};

/// The forest of shares, which leads the section.
fn shares(report: &BalanceReport) -> String {
    let mut table = Table::new(
        format!("Attackers' share of wins, in percent{}", dagger(report.cells.iter())),
        &["player", "games", "worth", "share of wins", "p (Holm)", "score against 50 %"],
    );
    for cell in &report.cells {
        let row = [
            player(cell),
            thousands(cell.games),
            thousands(cell.effective_games.round() as u64),
            share_cell(cell.results.attackers.share),
            probability(cell.advantage.p_holm),
            word(cell.advantage.evidence).to_owned(),
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
               this player wins more often there. Hollow marks rest on too few distinct games. Games \
               that share an opening resemble each other, so they are worth fewer than they are.",
        games: report.games(),
        source: "balance.csv",
        layout: Layout::Broad,
        draw: &|format| plots::shares(report, format),
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
        note: "Cut-off games (hatched) reached the limit of plies. They count as draws by the \
               rule of the limit, but nobody knows how they would have ended, so they are shown \
               apart. In the table, draws include them.",
        games: report.games(),
        source: "balance.csv",
        layout: Layout::Broad,
        draw: &|format| plots::results(report, format),
        table: Some(table),
    };
    shares(report) + &figure.html() + &all_figures(report).html()
}

fn all_figures(report: &BalanceReport) -> Table {
    let head = [
        "player",
        "games",
        "distinct",
        "openings",
        "attackers",
        "draws",
        "cut off",
        "defenders",
        "attackers' score, %",
        "Elo",
        "b",
        "interval of b",
    ];
    let mut table = Table::new(format!("Counts and balance{}", dagger(report.cells.iter())), &head);
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
        row.push(share_cell(cell.score));
        row.push(cell.elo.to_string());
        row.push(cell.balance.to_string());
        row.push(cell.balance.interval_text());
        table.row(&cell.rules, &row);
    }
    table
}
