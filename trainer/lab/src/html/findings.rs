//! What was found, in short: a row of figures for each rule set, and sentences.

use super::super::summary::strongest_of_networks;
use super::super::text::{elo_cell, percent, points_cell, share_cell};
use super::super::{AgentLabel, BalanceReport, Bid, Fairness, Finding, Grade, Handicap, Titles};
use super::prose;
use super::table::Table;

pub(super) fn findings(report: &BalanceReport) -> String {
    if report.cells.is_empty() && report.findings.is_empty() {
        return "<p>No games were played.</p>\n".to_owned();
    }
    let (cautions, found): (Vec<&Finding>, Vec<&Finding>) =
        report.findings.iter().partition(|finding| finding.grade == Grade::Caution);
    table(report) + &block("What was found", &found) + &block("Read with care", &cautions)
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
        let doubt = match trend.score.grade {
            Grade::Shown => String::new(),
            grade => format!(", {}", grade.word()),
        };
        points_cell(trend.score.difference) + &doubt
    })
}

/// What would even the game for the strongest player.
fn remedy(report: &BalanceReport, rules: &str) -> String {
    let strongest = report.cells_of(rules).last().map(|cell| cell.agent.as_str());
    let is_it = |one: &&Fairness| one.rules == rules && Some(one.agent.as_str()) == strongest;
    let Some(found) = report.fairness.iter().find(is_it) else { return none() };
    remedies(found)
}

/// What would even the game of one agent.
pub(super) fn remedies(found: &Fairness) -> String {
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

fn block(title: &str, findings: &[&Finding]) -> String {
    let items: String = findings.iter().filter_map(|finding| item(finding)).collect();
    if items.is_empty() {
        return items;
    }
    format!("<h3>{title}</h3>\n<ul class=\"findings\">\n{items}</ul>\n")
}

fn item(finding: &Finding) -> Option<String> {
    let class = match finding.grade {
        Grade::Caution => "caution",
        Grade::Shown | Grade::Equivalent => "yes",
        _ => "open",
    };
    // Rule sets have their titles already.
    let words = finding.words(&Titles::default())?;
    let badge = finding.grade.word();
    Some(format!(
        "<li><span class=\"badge {class}\">{badge}</span> <span>{}</span></li>\n",
        prose(&words)
    ))
}
