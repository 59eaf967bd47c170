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
    let is_any = cells.iter().any(|cell| !cell.is_reliable());
    let legend = if is_any { "; † too few distinct games" } else { "" };
    let head = std::iter::once("agent").chain(head);
    let mut table = Table::new(format!("{caption}{legend}"), head);
    for cell in cells {
        let agent = format!("{}{}", cell.agent, dagger(cell));
        for row in rows(cell) {
            table.row(facts.title(&cell.rules), std::iter::once(agent.clone()).chain(row));
        }
    }
    table
}

/// The mark of a cell too few of whose games are distinct.
pub(crate) fn dagger(cell: &CellReport) -> &'static str {
    if cell.is_reliable() { "" } else { " †" }
}
