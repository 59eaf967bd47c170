//! Differences between rule sets.

use maud::{Markup, html};

use crate::page::facts::Facts;
use crate::page::exhibit::{Exhibit, alone};
use crate::page::html::{MANY_RULE_SETS, key};
use crate::page::table::{Table, probability};
use crate::plot::forest::{ForestRow, Look, Mark, finding_key, forest};
use crate::plot::rows::{Axis, RowLabel};
use crate::text::{points, points_cell};
use crate::{Grade, RuleDifference};

pub(crate) fn differences(facts: &Facts) -> Markup {
    let all = &facts.report.differences;
    let Some(last) = all.last() else { return html! {} };
    let strongest: Vec<&RuleDifference> =
        all.iter().filter(|pair| pair.agent == last.agent).collect();
    let are_few = facts.report.rule_sets.len() <= MANY_RULE_SETS;
    let rows: Vec<ForestRow> = strongest.iter().map(|pair| row(facts, pair)).collect();
    let axis = || {
        let differences = strongest.iter().map(|pair| pair.score.difference);
        Axis::points("difference of the attackers' score, points", differences)
    };
    let figure = Exhibit {
        id: "plot-differences".to_owned(),
        title: format!("Each pair of rule sets, played by {}.", last.agent),
        description: "For each pair of rule sets the difference of the attackers' score with its \
                      interval. The table holds the numbers."
            .to_owned(),
        note: "To the right of zero, attackers score more under the rule set named first. A filled mark \
               is a difference that the games show, although many were tested."
            .to_owned(),
        games: facts.strongest().iter().map(|cell| cell.games).sum(),
        source: "balance.json",
        key: if are_few { key(finding_key()) } else { Vec::new() },
        pictures: if are_few { alone(|format| forest(&rows, axis(), format)) } else { Vec::new() },
        table: Some(table(facts)),
    };
    html! {
        @if !are_few { (matrix(facts, &strongest)) }
        (figure)
    }
}

fn pair_name(facts: &Facts, pair: &RuleDifference) -> String {
    format!("{} − {}", facts.title(&pair.first), facts.title(&pair.second))
}

fn row(facts: &Facts, pair: &RuleDifference) -> ForestRow {
    let at = pair.score.difference;
    let look = Look::Finding { shown: pair.score.grade == Grade::Shown };
    let tip = format!("{} points", points_cell(at));
    ForestRow {
        label: RowLabel { label: pair_name(facts, pair), ..RowLabel::default() },
        marks: vec![Mark { at, look, tip }],
        ..ForestRow::default()
    }
}

fn table(facts: &Facts) -> Table {
    let head = ["rule sets", "score", "p (Holm)", "finding", "share of wins"];
    let mut table = Table::new("First rule set minus second, in points", head);
    for pair in &facts.report.differences {
        let row = [
            pair_name(facts, pair),
            points_cell(pair.score.difference),
            probability(pair.score.p_holm),
            pair.score.grade.word().to_owned(),
            points_cell(pair.share.difference),
        ];
        table.row(&pair.agent, row);
    }
    table
}

/// The differences between all pairs of rule sets.
fn matrix(facts: &Facts, pairs: &[&RuleDifference]) -> Table {
    let is_named = |name: &&String| pairs.iter().any(|pair| [&pair.first, &pair.second].contains(name));
    let names: Vec<&String> = facts.report.rule_sets.iter().filter(is_named).collect();
    let caption = "The attackers' score under the rule set of the row minus that of the column, in \
                   points; in brackets what the games do not show";
    let titles = names.iter().map(|name| facts.title(name));
    let mut table = Table::new(caption, std::iter::once("rule set").chain(titles));
    for row in &names {
        let cell = |column: &&String| {
            let ends = [(*row, *column, 1.0), (*column, *row, -1.0)];
            let found = ends.into_iter().find_map(|(first, second, sign)| {
                let pair = pairs.iter().find(|pair| pair.first == *first && pair.second == *second)?;
                Some((points(sign * pair.score.difference.value), pair.score.grade))
            });
            match found {
                Some((text, Grade::Shown)) => text,
                Some((text, _)) => format!("({text})"),
                None => String::new(),
            }
        };
        let cells = names.iter().map(cell);
        table.row("", std::iter::once(facts.title(row).to_owned()).chain(cells));
    }
    table
}

