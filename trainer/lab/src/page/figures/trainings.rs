//! How far networks of different trainings are apart.

use maud::{Markup, html};

use crate::page::facts::Facts;
use crate::page::table::Table;
use crate::text::percent;

pub(crate) fn trainings(facts: &Facts) -> Markup {
    let head = ["rule set", "training runs", "lowest", "highest"];
    let caption = "The attackers' score with networks of different training runs, in percent";
    let mut table = Table::new(caption, head);
    for spread in &facts.report.trainings {
        for range in &spread.scores {
            let row = [
                facts.title(&range.rules).to_owned(),
                range.agents.to_string(),
                percent(range.lowest),
                percent(range.highest),
            ];
            table.row(&spread.strength, row);
        }
    }
    html! { (table) }
}
