//! Differences between rule sets.

use maud::html;

use crate::page::blocks::Blocks;
use crate::page::facts::Facts;
use crate::page::table::Table;
use crate::text::{points, points_cell, probability};
use crate::{Grade, RuleDifference};

pub(crate) fn differences(facts: &Facts) -> Blocks {
    html! {
        @if let Some(last) = facts.report.differences.last() {
            (matrix(facts, &last.agent))
            (pairs(facts))
        }
    }
    .into()
}

/// The strongest agent's differences between all pairs of rule sets; nothing where there is one pair.
fn matrix(facts: &Facts, agent: &str) -> Table {
    let pairs = || facts.report.differences.iter().filter(|pair| pair.agent == agent);
    let is_named = |name: &&String| pairs().any(|pair| [&pair.first, &pair.second].contains(name));
    let names: Vec<&String> = facts.report.rule_sets.iter().filter(is_named).collect();
    let caption = format!(
        "The attackers' score under the row's rule set minus that under the column's, in points, played by \
         {agent}; in brackets: not shown by the games"
    );
    let titles = names.iter().map(|name| facts.title(name));
    let mut table = Table::new(caption, std::iter::once("rule set").chain(titles));
    let between = |first: &str, second: &str| -> Option<&RuleDifference> {
        pairs().find(|pair| pair.first == first && pair.second == second)
    };
    for row in names.iter().filter(|_| names.len() > 2) {
        let cell = |column: &&String| {
            let (pair, sign) = match (between(row, column), between(column, row)) {
                (Some(pair), _) => (pair, 1.0),
                (_, Some(pair)) => (pair, -1.0),
                _ => return String::new(),
            };
            let text = points(sign * pair.score.difference.value);
            if pair.score.grade == Grade::Shown { text } else { format!("({text})") }
        };
        let title = facts.title(row).to_owned();
        table.row("", std::iter::once(title).chain(names.iter().map(cell)));
    }
    table
}

fn pairs(facts: &Facts) -> Table {
    let head = ["rule sets", "score", "p (Holm)", "finding", "share of wins"];
    let caption = "The attackers' score and share of wins under the first rule set minus the second, in points";
    let mut table = Table::new(caption, head);
    for pair in &facts.report.differences {
        let row = [
            format!("{} − {}", facts.title(&pair.first), facts.title(&pair.second)),
            points_cell(pair.score.difference),
            probability(pair.score.p_holm),
            pair.score.grade.word().to_owned(),
            points_cell(pair.share.difference),
        ];
        table.row(&pair.agent, row);
    }
    table
}
