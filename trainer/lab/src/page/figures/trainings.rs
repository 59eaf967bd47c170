//! How far networks of different trainings are apart.

use maud::{Markup, html};

use crate::TrainingSpread;
use crate::page::facts::Facts;
use crate::page::html::prose;
use crate::page::table::Table;
use crate::text::percent;

pub(crate) fn trainings(facts: &Facts) -> Markup {
    let report = facts.report;
    let head = ["rule set", "trainings", "lowest", "highest"];
    let mut table =
        Table::new("The attackers' score with networks of different trainings, in percent", head);
    for spread in &report.trainings {
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
    let level = report.options.confidence.label();
    html! {
        (table)
        @for spread in &report.trainings { p.small { (prose(&note(spread, &level))) } }
    }
}

fn note(spread: &TrainingSpread, level: &str) -> String {
    format!(
        "{}: the standard deviation between trainings is {} points. Another training may lie ±{} points \
         from the mean of these ({level}). A difference between two rule sets that one network played \
         may be off by ±{} points. All rule sets are played by the same networks, which makes these \
         figures optimistic.",
        spread.strength,
        percent(spread.deviation),
        percent(spread.another),
        percent(spread.difference)
    )
}
