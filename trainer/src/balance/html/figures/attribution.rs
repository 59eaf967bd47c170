//! Which rule makes the difference.

use super::super::super::plots;
use super::super::super::svg::escape;
use super::super::super::text::{counted, points, points_cell, share_cell, thousands};
use super::super::super::{Attribution, BalanceReport, Orders};
use super::super::table::Table;
use super::Figure;
use super::comparisons::probability;
use crate::stats::Estimate;

/// Most pairs of switches in the table of interactions.
const MOST_PAIRS: usize = 12;

pub(in super::super) fn attributions(report: &BalanceReport) -> String {
    let parts = report.attributions.iter().enumerate();
    parts.map(|(index, data)| attribution(index, data, report)).collect()
}

fn attribution(index: usize, data: &Attribution, report: &BalanceReport) -> String {
    let alpha = report.options.confidence.alpha();
    let id = format!("plot-switches-{index}");
    let title = format!("From {} to {}, {} against itself.", data.from, data.to, data.agent);
    let orders = match data.orders {
        Orders::All => "averaged over all orders in which the rules can be changed".to_owned(),
        Orders::Sampled(number) => format!(
            "averaged over {} drawn orders in which the rules are changed, each with its reverse",
            thousands(number)
        ),
    };
    let note = format!(
        "The attackers score {} % under the first rule set and {} % under the second: {} points. \
         Each disc is what one rule contributes to that, {orders}; the discs add up to the last row. \
         Small dots: the rule changed alone, in the first rule set or as the last step to the second.",
        share_cell(data.from_score),
        share_cell(data.to_score),
        points_cell(data.total)
    );
    let figure = Figure {
        id: &id,
        title: &title,
        description: "One row per rule in which the rule sets differ: its Shapley value with its \
                      interval, in points of the attackers' score. The table holds the numbers."
            .to_owned(),
        note: &note,
        games: data.games,
        source: "switches.csv",
        key: Vec::new(),
        panels: Vec::new(),
        draw: &|_, format| plots::switches(data, alpha, format),
        table: Some(effects(data)),
    };
    figure.html() + &interactions(data) + &coalitions(data)
}

fn effects(data: &Attribution) -> Table {
    let head = ["rule", "effect", "p (Holm)", "alone, first", "alone, last"];
    let mut table = Table::new("Effects in points of the attackers' score", &head);
    for switch in &data.switches {
        let single = |change: Option<Estimate>| {
            change.map_or_else(|| "–".to_owned(), |change| points(change.value))
        };
        let row = [
            format!("{}: {} → {}", switch.name, switch.from, switch.to),
            points_cell(switch.effect),
            probability(switch.p_holm),
            single(switch.first),
            single(switch.last),
        ];
        table.row("", &row);
    }
    table
}

fn interactions(data: &Attribution) -> String {
    if data.interactions.is_empty() {
        return String::new();
    }
    let caption = "More together than apart: the largest interactions, in points";
    let mut table = Table::new(caption, &["rules", "interaction"]);
    for pair in data.interactions.iter().take(MOST_PAIRS) {
        table.row("", &[format!("{} with {}", pair.first, pair.second), points_cell(pair.effect)]);
    }
    table.html()
}

/// The rule sets between the two, folded away.
fn coalitions(data: &Attribution) -> String {
    let mut table = Table::new("Rule sets between the two", &["changed", "games", "score, %"]);
    for coalition in &data.coalitions {
        let changed = if coalition.flipped.is_empty() {
            "nothing".to_owned()
        } else {
            coalition.flipped.join(", ")
        };
        table.row("", &[changed, thousands(coalition.games), share_cell(coalition.score)]);
    }
    let refused: String = data
        .refused
        .iter()
        .map(|set| {
            let text = format!("Not playable: {}: {}", set.flipped.join(", "), set.reason);
            format!("<p class=\"small\">{}</p>\n", escape(&text))
        })
        .collect();
    format!(
        "<details class=\"more\"><summary>{} between the two</summary>\n{}{refused}</details>\n",
        counted(data.coalitions.len() as u64, "rule set", "rule sets"),
        table.html()
    )
}
