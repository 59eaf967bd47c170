//! How long the games lasted.

use super::super::super::BalanceReport;
use super::super::super::plots;
use super::super::super::text::{counted, decimal};
use super::super::table::Table;
use super::{Figure, cells, dagger, panels, player};

pub(in super::super) fn lengths(report: &BalanceReport) -> String {
    if report.cells.is_empty() {
        return String::new();
    }
    let head = ["player", "mean", "interval", "shortest", "middle half", "median", "longest"];
    let mut table =
        Table::new(format!("Length of the games, in plies{}", dagger(report.cells.iter())), &head);
    for cell in &report.cells {
        let l = &cell.lengths;
        let interval =
            l.mean_interval.map(|mean| format!("{} to {}", decimal(mean.low), decimal(mean.high)));
        let row = [
            player(cell),
            decimal(l.mean),
            interval.unwrap_or_else(|| "–".to_owned()),
            l.shortest.to_string(),
            format!("{} to {}", decimal(l.lower_quartile), decimal(l.upper_quartile)),
            decimal(l.median),
            l.longest.to_string(),
        ];
        table.row(&cell.rules, &row);
    }
    let note = format!(
        "A ply is one move by one side. Each bar counts games within {}; every row has its own \
         height. The disc is the median, the line through it spans the middle half of the games.",
        counted(u64::from(report.length_bin), "ply", "plies")
    );
    let figure = Figure {
        id: "plot-lengths",
        title: "Lengths of the games.",
        description: "One histogram per rule set and player, with the median and the middle half."
            .to_owned(),
        note: &note,
        games: report.games(),
        source: "balance.csv: plies",
        key: Vec::new(),
        panels: panels(report.cells.iter().map(|cell| cell.rules.as_str())),
        draw: &|rules, format| plots::lengths(report, &cells(report, rules), format),
        table: Some(table),
    };
    figure.html()
}
