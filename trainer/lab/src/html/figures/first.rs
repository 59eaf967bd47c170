//! Whether it matters who moves first.

use super::super::super::plots;
use super::super::super::text::{points, points_range, share_cell, thousands};
use super::super::super::{BalanceReport, CellReport};
use super::super::table::Table;
use super::{Figure, dagger, folded, key, panels, player};

pub(in super::super) fn first_mover(report: &BalanceReport) -> String {
    let split: Vec<&CellReport> =
        report.cells.iter().filter(|cell| cell.first_mover.is_some()).collect();
    let is_strongest = |cell: &&CellReport| {
        report.cells_of(&cell.rules).last().is_some_and(|last| last.agent == cell.agent)
    };
    let strongest: Vec<&CellReport> = split.iter().copied().filter(is_strongest).collect();
    if strongest.is_empty() || strongest.len() == split.len() {
        return figure_of(&split, "plot-first");
    }
    figure_of(&strongest, "plot-first-strongest")
        + &folded("All players", &figure_of(&split, "plot-first"))
}

/// The figure of some cells.
fn figure_of(shown: &[&CellReport], id: &str) -> String {
    let split: Vec<_> =
        shown.iter().filter_map(|cell| Some((*cell, cell.first_mover.as_ref()?))).collect();
    if split.is_empty() {
        return String::new();
    }
    let head = [
        "player",
        "games",
        "attackers began, %",
        "games",
        "defenders began, %",
        "difference",
        "interval",
        "finding",
    ];
    let mut table = Table::new(
        format!(
            "Attackers' share of wins, and its difference in points{}",
            dagger(split.iter().map(|(cell, _)| *cell))
        ),
        &head,
    );
    for (cell, first) in &split {
        let (attackers, defenders) = (first.attackers_first, first.defenders_first);
        let row = [
            player(cell),
            thousands(attackers.games),
            share_cell(attackers.results.attackers.share),
            thousands(defenders.games),
            share_cell(defenders.results.attackers.share),
            points(first.effect.difference.value),
            points_range(first.effect.difference),
            first.effect.grade.word().to_owned(),
        ];
        table.row(&cell.rules, &row);
    }
    let figure = Figure {
        id,
        title: "Attackers' share of wins by who began, where a lot decides.",
        description: "For each rule set and player in which both sides began some games: the \
                      attackers' share when they began and when the defenders began."
            .to_owned(),
        note: "If the disc stands to the right of the diamond, beginning is worth something to the \
               attackers.",
        games: split.iter().map(|(cell, _)| cell.games).sum(),
        source: "balance.json: cells, first_mover",
        key: key(plots::first_mover_key()),
        panels: panels(split.iter().map(|(cell, _)| cell.rules.as_str())),
        draw: &|rules, format| plots::first_mover(&of(shown, rules), format),
        table: Some(table),
    };
    figure.html()
}

/// The cells of a rule set, or all.
fn of<'a>(cells: &[&'a CellReport], rules: Option<&str>) -> Vec<&'a CellReport> {
    cells.iter().copied().filter(|cell| rules.is_none_or(|name| name == cell.rules)).collect()
}
