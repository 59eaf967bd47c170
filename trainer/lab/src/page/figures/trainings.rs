//! What each training scores, and all of them together.

use maud::html;

use crate::page::blocks::Blocks;
use crate::page::facts::Facts;
use crate::page::table::Table;
use crate::text::{listed, none, percent, share_cell};

pub(crate) fn trainings(facts: &Facts) -> Blocks {
    let head = ["strength", "each training", "together", "another training"];
    let caption = "The attackers' score in percent, of each training and of all together. Two trainings have no \
                   interval. Another training would score within the last one";
    let mut table = Table::new(caption, head);
    for one in &facts.report.ensembles {
        for own in &one.scores {
            let scores = own.trainings.iter().map(|training| percent(training.score.value));
            let row = [
                one.strength.clone(),
                listed(scores),
                own.score.map_or_else(none, share_cell),
                own.another.map_or_else(none, share_cell),
            ];
            table.row(facts.title(&own.rules), row);
        }
    }
    html! { (table) }.into()
}
