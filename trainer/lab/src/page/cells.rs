//! Tables with rows for each rule set and agent.

use super::facts::Facts;
use super::table::Table;
use crate::CellReport;

/// A table of all cells: their agents below their rule sets, and the columns of `head`. `rows` makes the rows of a
/// cell, without the agent.
pub(crate) fn of_cells<'h, Rows, Row>(
    facts: &Facts,
    caption: &str,
    head: impl IntoIterator<Item = &'h str>,
    rows: impl Fn(&CellReport) -> Rows,
) -> Table
where
    Rows: IntoIterator<Item = Row>,
    Row: IntoIterator<Item = String>,
{
    let cells = &facts.report.cells;
    let head = std::iter::once("agent").chain(head);
    let mut table =
        Table::new(format!("{caption}{}", legend(&cells.iter().collect::<Vec<_>>())), head);
    for cell in cells {
        let agent = format!("{}{}", cell.agent, dagger(cell));
        for row in rows(cell) {
            table.row(facts.title(&cell.rules), std::iter::once(agent.clone()).chain(row));
        }
    }
    table
}

/// A share of games that were cut off which moves a score by five points, were one side to win them all.
const CUT_OFF: f64 = 0.1;

/// The marks of a cell too few of whose games are distinct, and of one many of whose games were cut off.
pub(crate) fn dagger(cell: &CellReport) -> &'static str {
    match (cell.is_reliable(), is_cut_off(cell)) {
        (true, false) => "",
        (false, false) => " †",
        (true, true) => " ‡",
        (false, true) => " † ‡",
    }
}

fn is_cut_off(cell: &CellReport) -> bool {
    cell.results.cut_off.share.value > CUT_OFF
}

/// What the marks of some cells mean, as the end of a caption.
pub(crate) fn legend(cells: &[&CellReport]) -> String {
    let mut legend = String::new();
    if cells.iter().any(|cell| !cell.is_reliable()) {
        legend += "; † too few distinct games";
    }
    if cells.iter().any(|cell| is_cut_off(cell)) {
        legend += "; ‡ more than a tenth of the games were cut off, and each counts one half";
    }
    legend
}
