//! Which openings are proven to be won.

use maud::html;

use crate::page::blocks::Blocks;
use crate::page::facts::Facts;
use crate::page::table::Table;
use crate::text::{percent, thousands};

pub(crate) fn proven(facts: &Facts) -> Blocks {
    let head = ["agent", "openings", "attackers win", "defenders win", "attackers' score, %"];
    let mut table = Table::new("Openings whose end is proven", head);
    let all = &facts.report.proven;
    for one in all {
        let [low, high] = one.bounds().map(percent);
        table.row(
            facts.title(&one.rules),
            [
                one.agent.clone(),
                thousands(one.openings),
                thousands(one.proven.attackers),
                thousands(one.proven.defenders),
                format!("{low} to {high}"),
            ],
        );
    }
    html! {
        @if !table.is_empty() {
            @for one in all { p { (one.words(facts.title(&one.rules))) } }
            p { (INTRO) }
            (table)
        }
    }
    .into()
}

const INTRO: &str = "A proof holds against every reply and was checked move by move, so these figures have no \
    interval. Draws and repetitions prove nothing. An opening without a proof may still be won.";
