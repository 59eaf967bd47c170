//! How the games ended.

use imperial_data::GameResult;
use imperial_engine::Cause;

use super::super::super::endings::describe;
use super::super::super::plots;
use super::super::super::text::percent;
use super::super::super::{BalanceReport, CellReport};
use super::super::table::Table;
use super::{Figure, cells, dagger, key, panels, player};

pub(in super::super) fn endings(report: &BalanceReport) -> String {
    if report.cells.is_empty() {
        return String::new();
    }
    let ways = ways(report);
    let mut head = vec!["player".to_owned()];
    head.extend(ways.iter().map(|way| way.name(&ways)));
    let caption = format!("Endings, in percent of the games{}", dagger(report.cells.iter()));
    let mut table = Table::with_head(caption, head);
    for cell in &report.cells {
        let mut row = vec![player(cell)];
        row.extend(ways.iter().map(|way| percent(way.games(cell) as f64 / cell.games as f64)));
        table.row(&cell.rules, &row);
    }
    let figure = Figure {
        id: "plot-endings",
        title: "What ended the games.",
        description: "One stacked bar per rule set and player, one part per kind of ending. The \
                      table holds the numbers."
            .to_owned(),
        note: "Two rule sets can be equally fair and yet be different games: one decided by the \
               king's capture, the other by repetition.",
        games: report.games(),
        source: "balance.json: cells, endings",
        key: key(plots::endings_key(report)),
        panels: panels(report.cells.iter().map(|cell| cell.rules.as_str())),
        draw: &|rules, format| plots::endings(&cells(report, rules), format),
        table: Some(table),
    };
    figure.html()
}

/// A cause, and who won by it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Way {
    cause: Cause,
    result: GameResult,
}

/// The ways that occur in the report.
fn ways(report: &BalanceReport) -> Vec<Way> {
    let results = [GameResult::Attackers, GameResult::Draw, GameResult::Defenders];
    let all = Cause::ALL
        .into_iter()
        .flat_map(|cause| results.into_iter().map(move |result| Way { cause, result }));
    all.filter(|way| report.cells.iter().any(|cell| way.games(cell) > 0)).collect()
}

impl Way {
    fn games(self, cell: &CellReport) -> u64 {
        let of_cause = cell.endings.iter().filter(|ending| ending.cause == self.cause);
        of_cause
            .map(|ending| match self.result {
                GameResult::Attackers => ending.attackers,
                GameResult::Draw => ending.draws,
                GameResult::Defenders => ending.defenders,
            })
            .sum()
    }

    /// The cause; with the result where different sides won by it.
    fn name(self, all: &[Self]) -> String {
        let name = describe(self.cause);
        if all.iter().filter(|way| way.cause == self.cause).count() == 1 {
            return name.to_owned();
        }
        match self.result {
            GameResult::Attackers => format!("{name}, attackers win"),
            GameResult::Draw => format!("{name}, draw"),
            GameResult::Defenders => format!("{name}, defenders win"),
        }
    }
}
