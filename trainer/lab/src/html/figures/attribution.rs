//! Which rule makes the difference.

use super::super::super::plots;
use super::super::super::svg::escape;
use super::super::super::text::{counted, points_cell, share_cell, thousands};
use super::super::super::{Attribution, BalanceReport, Coalition, Orders, SwitchEffect};
use super::super::table::Table;
use super::Figure;
use super::comparisons::probability;
use imperial_stats::Estimate;

/// Most pairs of switches in the table of interactions.
const MOST_PAIRS: usize = 12;

pub(in super::super) fn attributions(report: &BalanceReport) -> String {
    let parts = report.attributions.iter().enumerate();
    let ends = |data: &Attribution| [data.from.clone(), data.to.clone()];
    parts
        .map(|(index, data)| {
            // Several players may have played the same two rule sets, whose rules are told once.
            let told = report.attributions[..index].iter().any(|other| ends(other) == ends(data));
            let laws = if told { String::new() } else { laws(data) };
            laws + &attribution(index, data, report)
        })
        .collect()
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
    figure.html() + &alone(data) + &interactions(data) + &coalitions(data)
}

fn effects(data: &Attribution) -> Table {
    let head = ["rule", "effect", "p (Holm)"];
    let mut table = Table::new("Effects in points of the attackers' score", &head);
    for switch in &data.switches {
        let effect = points_cell(switch.effect);
        table.row("", &[switch.name.clone(), effect, probability(switch.p_holm)]);
    }
    table.row("", &["the whole difference".to_owned(), points_cell(data.total), String::new()]);
    table
}

/// What each rule set says of the rules in which they differ.
fn laws(data: &Attribution) -> String {
    let mut table = Table::prose("What the rules say", &["rule", &data.from, &data.to]);
    for switch in &data.switches {
        table.row("", &[switch.name.clone(), switch.from.clone(), switch.to.clone()]);
    }
    table.html()
}

/// What each rule does on its own, without regard to the orders; nothing where no such rule set was
/// played.
fn alone(data: &Attribution) -> String {
    let last = format!("as the last step to {}", data.to);
    let head = ["rule changed", "games", "score, %", "change", &last];
    let caption = format!("{} with one rule changed; changes in points", data.from);
    let mut table = Table::new(caption, &head);
    let rows: Vec<_> = data.switches.iter().filter_map(|switch| alone_row(data, switch)).collect();
    if rows.is_empty() {
        return String::new();
    }
    rows.iter().for_each(|row| table.row("", row));
    let note = format!(
        "Every other rule stays as in {}, or in the last column is already as in {}. Each change is the \
         difference of two rule sets alone, so that its interval is wider than that of an effect, and it \
         is not corrected for the number of rules.",
        data.from, data.to
    );
    format!("{}<p class=\"small\">{}</p>\n", table.html(), escape(&note))
}

fn alone_row(data: &Attribution, switch: &SwitchEffect) -> Option<[String; 5]> {
    let only = |coalition: &&Coalition| *coalition.flipped == *std::slice::from_ref(&switch.name);
    let coalition = data.coalitions.iter().find(only)?;
    let change = |change: Option<Estimate>| change.map_or_else(|| "–".to_owned(), points_cell);
    Some([
        switch.name.clone(),
        thousands(coalition.games),
        share_cell(coalition.score),
        change(switch.first),
        change(switch.last),
    ])
}

fn interactions(data: &Attribution) -> String {
    if data.interactions.is_empty() {
        return String::new();
    }
    let caption = "More together than apart: the largest interactions, in points";
    let mut table = Table::new(caption, &["rules", "interaction", "p (Holm)"]);
    for pair in data.interactions.iter().take(MOST_PAIRS) {
        let names = format!("{} with {}", pair.first, pair.second);
        table.row("", &[names, points_cell(pair.effect), probability(pair.p_holm)]);
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
