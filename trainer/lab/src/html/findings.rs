//! What was found, in short: a row of figures for each rule set, and sentences.

use super::super::summary::strongest_of_networks;
use super::super::text::{at_once, elo_cell, percent, points_cell, share_cell};
use super::super::{AgentLabel, BalanceReport, Bid, Evidence, Fairness, Handicap, Headline, Topic};
use super::figures::{MANY_RULE_SETS, folded, word};
use super::prose;
use super::table::Table;

pub(super) fn findings(report: &BalanceReport) -> String {
    if report.cells.is_empty() && report.headlines.is_empty() {
        return "<p>No games were played.</p>\n".to_owned();
    }
    // Of few rule sets there are few sentences.
    let is_long = report.rule_sets.len() > MANY_RULE_SETS;
    let (tabled, others): (Vec<_>, Vec<_>) =
        TOPICS.into_iter().partition(|(topic, _)| is_long && is_tabled(*topic));
    let tabled: String = tabled.into_iter().map(|topic| block(report, topic)).collect();
    let others: String = others.into_iter().map(|topic| block(report, topic)).collect();
    table(report) + &others + &folded("The figures of the table in sentences", &tabled)
}

/// The topics with their headings; claims have a section of their own.
const TOPICS: [(Topic, &str); 6] = [
    (Topic::Strength, "As players get stronger"),
    (Topic::Advantage, "When the strongest player plays"),
    (Topic::Rules, "Between rule sets, for the strongest player"),
    (Topic::Switch, "Which rule makes the difference"),
    (Topic::Fairness, "What would even the game"),
    (Topic::Caution, "Read with care"),
];

/// Whether the table tells what the sentences of a topic do.
const fn is_tabled(topic: Topic) -> bool {
    matches!(topic, Topic::Strength | Topic::Advantage | Topic::Fairness)
}

/// One row for each rule set.
fn table(report: &BalanceReport) -> String {
    let champions = champions(report);
    let mut head = vec!["rule set".to_owned()];
    head.extend(champions.iter().map(|agent| format!("attackers' score, {}", agent.name)));
    head.push("attackers' side, Elo".to_owned());
    head.push("change from the weakest player".to_owned());
    head.push("what would even it".to_owned());
    let caption = "The attackers' score in percent; what their side is worth between two copies of the \
                   highest rated player; the change of the score from the weakest player to the \
                   strongest, in points";
    let mut table = Table::with_head(caption.to_owned(), head);
    for rules in &report.rule_sets {
        let mut row = vec![rules.clone()];
        row.extend(champions.iter().map(|agent| score(report, rules, agent)));
        row.push(side(report, rules));
        row.push(change(report, rules));
        row.push(remedy(report, rules));
        table.row("", &row);
    }
    if report.rule_sets.is_empty() { String::new() } else { table.html() }
}

/// The strongest agent of each network; without networks the strongest of all.
fn champions(report: &BalanceReport) -> Vec<&AgentLabel> {
    let agents: Vec<&AgentLabel> = report.agents.iter().collect();
    let of_networks = strongest_of_networks(&agents, |agent| agent.experience.network());
    if of_networks.is_empty() { agents.last().copied().into_iter().collect() } else { of_networks }
}

fn score(report: &BalanceReport, rules: &str, agent: &AgentLabel) -> String {
    let cell = report.cell(rules, &agent.name);
    cell.map_or_else(none, |cell| {
        let dagger = if cell.is_reliable() { "" } else { " †" };
        share_cell(cell.score) + dagger
    })
}

/// What the attackers' side is worth.
fn side(report: &BalanceReport, rules: &str) -> String {
    let curve = report.curves.iter().find(|curve| curve.rules == rules);
    let advantage = curve.and_then(|curve| curve.strongest()?.side_advantage);
    advantage.map_or_else(none, elo_cell)
}

/// How the score changes, and whether that is shown.
fn change(report: &BalanceReport, rules: &str) -> String {
    let trend = report.trends.iter().find(|trend| trend.rules == rules);
    trend.map_or_else(none, |trend| {
        let doubt = match trend.score.evidence {
            Evidence::Shown => String::new(),
            evidence => format!(", {}", word(evidence)),
        };
        points_cell(trend.score.difference) + &doubt
    })
}

/// What would even the game for the strongest player.
fn remedy(report: &BalanceReport, rules: &str) -> String {
    let strongest = report.cells_of(rules).last().map(|cell| cell.agent.as_str());
    let is_it = |one: &&Fairness| one.rules == rules && Some(one.agent.as_str()) == strongest;
    let Some(found) = report.fairness.iter().find(is_it) else { return none() };
    let remedies: Vec<String> =
        found.handicap.iter().map(handicap).chain(found.bid.iter().map(bid)).collect();
    if remedies.is_empty() { none() } else { remedies.join("; ") }
}

fn handicap(handicap: &Handicap) -> String {
    let side = handicap.weakened.name();
    match handicap.ratio {
        Some(ratio) => format!("{side} with {} % of the playouts", percent(ratio.value)),
        None => "no handicap that was played".to_owned(),
    }
}

fn bid(bid: &Bid) -> String {
    let Some(plies) = bid.plies else { return "no bid for the king".to_owned() };
    let range = match (bid.low, bid.high) {
        (Some(low), Some(high)) => format!(" ({low} to {high})"),
        (Some(low), None) => format!(" (at least {low})"),
        _ => String::new(),
    };
    format!("king escapes within {plies} plies{range}")
}

fn none() -> String {
    "–".to_owned()
}

fn block(report: &BalanceReport, (topic, title): (Topic, &str)) -> String {
    let lines = report.headlines.iter().filter(|line| line.topic == topic);
    let items: Vec<String> = lines.map(finding).collect();
    if items.is_empty() { String::new() } else { format!("<h3>{title}</h3>\n{}", list(&items)) }
}

/// Findings of one topic that are seen at once; more of them unfold.
const AT_ONCE: usize = 3;

fn list(items: &[String]) -> String {
    let list = |items: &[String]| format!("<ul class=\"findings\">\n{}</ul>\n", items.concat());
    let (first, more) = items.split_at(at_once(items.len(), AT_ONCE));
    if more.is_empty() {
        return list(first);
    }
    let summary = format!("{} more of this kind", more.len());
    list(first) + &folded(&summary, &list(more))
}

fn finding(headline: &Headline) -> String {
    let (class, badge) = match headline.evidence {
        _ if headline.topic == Topic::Fairness => ("open", "estimate"),
        None => ("caution", "caution"),
        Some(evidence @ Evidence::Shown) => ("yes", word(evidence)),
        Some(Evidence::Equivalent) if headline.topic == Topic::Advantage => ("yes", "balanced"),
        Some(evidence @ Evidence::Equivalent) => ("yes", word(evidence)),
        Some(evidence) => ("open", word(evidence)),
    };
    format!(
        "<li><span class=\"badge {class}\">{badge}</span> <span>{}</span></li>\n",
        prose(&headline.text)
    )
}
