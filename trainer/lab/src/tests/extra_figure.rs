//! A figure of one's own is one file and one line: the file is this one, the line is in the test.

use super::report;
use crate::page::{Blocks, Exhibit, Facts, PARTS, PageContext, Section, Table, page_of};
use crate::text::thousands;

/// How many games each agent played.
fn games(facts: &Facts) -> Blocks {
    let mut table = Table::new("Games", ["agent", "games"]);
    for cell in &facts.report.cells {
        table.row(facts.title(&cell.rules), [cell.agent.clone(), thousands(cell.games)]);
    }
    let figure = Exhibit {
        id: "plot-games".to_owned(),
        title: "How many games are there of each agent?".to_owned(),
        source: "balance.csv",
        table: Some(table),
        ..Exhibit::default()
    };
    figure.into()
}

#[test]
fn a_figure_is_one_file_and_one_line() {
    let (report, context) = (report(), PageContext::default());
    let mut parts = PARTS.to_vec();
    parts.push((Section("extra", "Games"), games));
    let page = page_of(&Facts::new(&report, &context), &parts);
    assert!(page.contains("<a href=\"#extra\">Games</a>"));
    assert!(page.contains("<figure class=\"exhibit\" id=\"plot-games\">"));
    assert!(page.contains("Data: <a href=\"balance.csv\">balance.csv</a>."));
}
