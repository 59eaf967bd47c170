//! Which openings are proven to be won.

use maud::html;

use crate::ProvenOpenings;
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

/// What the lines of [`bounds`] say, in the picture of who wins.
pub(crate) const LINES: &str = " A broad level line is a proven bound: from these openings, with best play, the attackers score \
    no less, or no more.";

/// Between which scores the attackers are proven to end under a rule set, where that says anything, with what the
/// pointer shows.
pub(crate) fn bounds(facts: &Facts, rules: &str) -> Vec<(f64, String)> {
    let of_rules = facts.report.proven.iter().filter(|one| one.rules == rules);
    let bound = |one: &ProvenOpenings| {
        let [low, high] = one.bounds();
        [
            (low > 0.0).then(|| (low, format!("proven: at least {} %", percent(low)))),
            (high < 1.0).then(|| (high, format!("proven: at most {} %", percent(high)))),
        ]
    };
    of_rules.flat_map(bound).flatten().collect()
}

const INTRO: &str = "A proof holds against every reply and was checked move by move, so these figures have no \
    interval. Draws and repetitions prove nothing. An opening without a proof may still be won.";
