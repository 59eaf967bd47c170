//! Tables of differences, and each pair of rule sets.

use super::super::super::plots::{self, ForestRow};
use super::super::super::text::{points, points_range};
use super::super::super::{BalanceReport, Comparison, Grade};
use super::super::table::{AT_ONCE, Table};
use super::{Figure, folded};

pub(in super::super) fn differences(report: &BalanceReport) -> String {
    if report.differences.is_empty() {
        return String::new();
    }
    let rows: Vec<ForestRow> = report
        .differences
        .iter()
        .map(|pair| ForestRow {
            heading: pair.agent.clone(),
            label: format!("{} − {}", pair.first, pair.second),
            comparison: &pair.share,
        })
        .collect();
    let strongest: Vec<ForestRow> = rows
        .iter()
        .filter(|row| Some(&row.heading) == rows.last().map(|row| &row.heading))
        .cloned()
        .collect();
    let drawn = if rows.len() > AT_ONCE { &strongest } else { &rows };
    let draw = |_: Option<&str>, format| {
        plots::forest(drawn, "difference of the attackers' share, points", format)
    };
    let mut table = comparison_table("First rule set minus second, in points", "rule sets");
    for (row, pair) in rows.iter().zip(&report.differences) {
        table.row(&row.heading, &comparison_row(&row.label, &pair.share, &pair.score));
    }
    let note = format!(
        "To the right of zero, attackers win more often under the rule set named first. A \
         filled mark is a difference that the games show even though many were looked at.{}",
        if drawn.len() < rows.len() {
            " The picture shows the strongest player, the table all of them."
        } else {
            ""
        }
    );
    let figure = Figure {
        id: "plot-differences",
        title: "Each pair of rule sets, played by the same player.",
        description: format!(
            "For each player and each pair of rule sets ({} comparisons) the difference of the \
             attackers' share of wins, with its interval.",
            rows.len()
        ),
        note: &note,
        games: report.games(),
        source: "balance.json: differences",
        key: Vec::new(),
        panels: Vec::new(),
        draw: &draw,
        table: Some(table),
    };
    if drawn.len() == rows.len() {
        return figure.html();
    }
    matrix(report).html() + &folded("Each pair with its interval", &figure.html())
}

/// The strongest player's differences between all pairs of rule sets.
fn matrix(report: &BalanceReport) -> Table {
    let agent = report.differences.last().map_or("", |pair| pair.agent.as_str());
    let pairs = || report.differences.iter().filter(|pair| pair.agent == agent);
    let is_named =
        |name: &&String| pairs().any(|pair| **name == pair.first || **name == pair.second);
    let names: Vec<&String> = report.rule_sets.iter().filter(is_named).collect();
    let caption = format!(
        "Attackers' share of wins under the rule set of the row minus that of the column, in points, \
         played by {agent}; in brackets what the games do not show"
    );
    let head = std::iter::once("rule set").chain(names.iter().map(|name| name.as_str()));
    let mut table = Table::with_head(caption, head.map(str::to_owned).collect());
    for row in &names {
        let cell = |column: &&String| {
            let found = pairs().find_map(|pair| match (&pair.first, &pair.second) {
                (first, second) if first == *row && second == *column => Some((pair, 1.0)),
                (first, second) if first == *column && second == *row => Some((pair, -1.0)),
                _ => None,
            });
            found.map_or_else(String::new, |(pair, sign)| {
                let text = points(sign * pair.share.difference.value);
                if pair.share.grade == Grade::Shown { text } else { format!("({text})") }
            })
        };
        let cells = names.iter().map(cell);
        table.row("", &std::iter::once((*row).clone()).chain(cells).collect::<Vec<_>>());
    }
    table
}

pub(super) fn comparison_table(caption: &str, first: &str) -> Table {
    let head = [first, "wins", "interval", "p (Holm)", "finding", "score", "interval"];
    Table::new(caption, &head)
}

pub(super) fn comparison_row(label: &str, share: &Comparison, score: &Comparison) -> [String; 7] {
    [
        label.to_owned(),
        points(share.difference.value),
        points_range(share.difference),
        probability(share.p_holm),
        share.grade.word().to_owned(),
        points(score.difference.value),
        points_range(score.difference),
    ]
}

pub(super) fn probability(p: f64) -> String {
    if p < 0.001 { "< 0.001".to_owned() } else { format!("{p:.3}") }
}
