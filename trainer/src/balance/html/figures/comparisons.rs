//! Tables of differences, and each pair of rule sets.

use super::super::super::plots::{self, ForestRow};
use super::super::super::text::{points, points_range};
use super::super::super::{BalanceReport, Comparison, Evidence};
use super::super::table::{AT_ONCE, Table};
use super::Figure;

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
    figure.html()
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
        word(share.evidence).to_owned(),
        points(score.difference.value),
        points_range(score.difference),
    ]
}

/// What the evidence is called in tables and badges.
pub(in super::super) const fn word(evidence: Evidence) -> &'static str {
    match evidence {
        Evidence::Shown => "shown",
        Evidence::Suggested => "perhaps",
        Evidence::Equivalent => "negligible",
        Evidence::Open => "not shown",
        Evidence::Withheld => "no statement",
    }
}

pub(super) fn probability(p: f64) -> String {
    if p < 0.001 { "< 0.001".to_owned() } else { format!("{p:.3}") }
}
