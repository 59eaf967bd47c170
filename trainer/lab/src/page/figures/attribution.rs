//! Which rule makes the difference.

mod effects;
mod together;

use imperial_plot::forest::{ForestRow, dot_key, finding_key};
use imperial_stats::Estimate;
use maud::html;

use crate::page::blocks::Blocks;
use crate::page::exhibit::Exhibit;
use crate::page::facts::Facts;
use crate::page::table::Table;
use crate::text::{counted, none, points, points_cell, probability, share_cell, thousands};
use crate::{Attribution, Orders, SwitchEffect};
use effects::{picture, row};

/// So many pictures are in sight.
const SHOWN: usize = 2;
/// Most pairs of switches in the table of interactions.
const MOST_PAIRS: usize = 12;

const ONE_TRAINING: &str =
    " The intervals hold games alone: one training shows nothing of the rules.";

pub(crate) fn attributions(facts: &Facts) -> Blocks {
    let all = &facts.report.attributions;
    // Several agents may have played the same two rule sets, whose rules are listed once.
    let is_new = |index: usize| {
        all[..index]
            .iter()
            .all(|other| (&other.from, &other.to) != (&all[index].from, &all[index].to))
    };
    let of = |(index, data): (usize, &Attribution)| {
        Blocks::from(figure(facts, index, data))
            .and(html! { @if is_new(index) { (laws(facts, data)) } (interactions(data)) })
            .and(coalitions(data))
    };
    let several = facts.report.effects.iter().filter(|one| one.agents.len() > 1);
    let mut parts: Vec<Blocks> = several
        .enumerate()
        .map(|(index, one)| together::figure(facts, index, one).into())
        .collect();
    let (shown, summary) = match parts.len() {
        0 => (SHOWN, "The other agents"),
        several => (several.min(SHOWN), "Each training"),
    };
    parts.extend(all.iter().enumerate().map(of));
    let more = parts.split_off(parts.len().min(shown));
    let more: Blocks = more.into_iter().collect();
    parts.into_iter().collect::<Blocks>().and(more.folded(summary))
}

fn figure(facts: &Facts, index: usize, data: &Attribution) -> Exhibit {
    // One training shows nothing of the rules.
    let is_network = data.knowledge.is_some();
    let alpha = facts.report.options.confidence.alpha();
    let orders = match data.orders {
        Orders::All => "averaged over all orders in which the rules can be changed".to_owned(),
        Orders::Sampled(number) => format!(
            "averaged over {} drawn orders in which the rules are changed, each with its reverse",
            thousands(number)
        ),
    };
    let switches = data.switches.iter();
    let mut rows: Vec<ForestRow> = switches
        .map(|switch| ForestRow {
            dots: dots(switch),
            ..row(&switch.name, switch.effect, !is_network && switch.p_holm < alpha)
        })
        .collect();
    let is_apart = !is_network && !data.total.interval().contains(0.0);
    rows.push(row("all together", data.total, is_apart));
    let key = finding_key().into_iter().chain([dot_key("changed first, or last")]).collect();
    Exhibit {
        id: format!("plot-switches-{index}"),
        name: format!("which-rule-makes-the-difference-{}-{}", data.from, data.to),
        description:
            "One row for each rule in which the rule sets differ: its Shapley value with its \
                      interval, in points of the attackers' score. The table holds the numbers."
                .to_owned(),
        note: format!(
            "The attackers score {} % under the first rule set and {} % under the second: {} points. \
             Each disc is what one rule contributes to that, {orders}. The discs add up to the last row. \
             An interval that is not seen is narrower than its disc.{}",
            share_cell(data.from_score),
            share_cell(data.to_score),
            points_cell(data.total),
            if is_network { ONE_TRAINING } else { "" }
        ),
        games: data.games,
        source: "switches.csv",
        table: Some(table(data)),
        ..picture(facts, [&data.from, &data.to], &rows, key)
    }
}

fn dots(switch: &SwitchEffect) -> Vec<(f64, String)> {
    let dot = |change: Option<Estimate>, when: &str| {
        let value = change?.value;
        Some((value, format!("changed {when}: {} points", points(value))))
    };
    [dot(switch.first, "first"), dot(switch.last, "last")].into_iter().flatten().collect()
}

fn table(data: &Attribution) -> Table {
    let head = ["rule", "effect", "p (Holm)", "changed first", "changed last"];
    let mut table = Table::new("Effects in points of the attackers' score", head);
    let change = |change: Option<Estimate>| change.map_or_else(none, points_cell);
    for switch in &data.switches {
        let row = [
            switch.name.clone(),
            points_cell(switch.effect),
            probability(switch.p_holm),
            change(switch.first),
            change(switch.last),
        ];
        table.row("", row);
    }
    let total = ["the whole difference", &points_cell(data.total), "", "", ""];
    table.row("", total.map(str::to_owned));
    table
}

/// What each rule set says of the rules in which they differ.
fn laws(facts: &Facts, data: &Attribution) -> Table {
    let head = ["rule", facts.title(&data.from), facts.title(&data.to)];
    let mut table = Table::prose("What the rules say", &head);
    for switch in &data.switches {
        table.row("", [&switch.name, &switch.from, &switch.to].map(Clone::clone));
    }
    table
}

fn interactions(data: &Attribution) -> Table {
    let caption =
        "What two rules do together beyond their separate effects, largest first, in points";
    let mut table = Table::new(caption, ["rules", "interaction", "p (Holm)"]);
    for pair in data.interactions.iter().take(MOST_PAIRS) {
        let names = format!("{} with {}", pair.first, pair.second);
        table.row("", [names, points_cell(pair.effect), probability(pair.p_holm)]);
    }
    table
}

/// The rule sets between the two, folded away.
fn coalitions(data: &Attribution) -> Blocks {
    let mut table = Table::new("Rule sets between the two", ["changed", "games", "score, %"]);
    for coalition in &data.coalitions {
        let changed = match coalition.flipped.as_slice() {
            [] => "nothing".to_owned(),
            names => names.join(", "),
        };
        table.row("", [changed, thousands(coalition.games), share_cell(coalition.score)]);
    }
    let number = data.coalitions.len() as u64;
    let summary = format!("{} between the two", counted(number, "rule set", "rule sets"));
    let body = html! {
        (table.frame())
        @for set in &data.refused {
            p.small { "Not playable: " (set.flipped.join(", ")) ": " (set.reason) }
        }
    };
    Blocks::from(body).folded(&summary)
}
