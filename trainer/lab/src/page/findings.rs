//! What was found, in short: first a sentence for each rule set; after the picture of who wins, the other findings
//! and a row of figures for each rule set.

use maud::{Markup, html};

use super::blocks::Blocks;
use super::cells::{dagger, legend};
use super::facts::Facts;
use super::figures::fairness::bid_cell;
use super::html::{badge, folded, prose};
use super::scale::scale;
use super::table::Table;
use crate::findings::advantage::{KIND, by_whom, of_rules, scores, shortly};
use crate::summary::strongest_of_networks;
use crate::text::{elo_cell, none, percent, points_cell, share_cell};
use crate::{AgentLabel, CellReport, Finding, Grade, Handicap};

/// More rule sets than this have their sentences folded away.
const MANY: usize = 12;

/// Fewer rule sets than this have the picture of who wins in sight, and need none beside their sentences.
const SOME: usize = 4;

/// Who is favoured under each rule set.
pub(crate) fn verdicts(facts: &Facts) -> Blocks {
    let report = facts.report;
    let verdicts: Vec<Finding> =
        report.rule_sets.iter().filter_map(|rules| of_rules(report, rules)).collect();
    let (shown, more) = verdicts.split_at(verdicts.len().min(MANY));
    let has_scales = verdicts.len() >= SOME;
    let by = by_all(&verdicts).filter(|_| has_scales);
    let words = |finding: &Finding| match by {
        Some(_) => shortly(finding, &facts.titles),
        None => finding.words(&facts.titles),
    };
    html! {
        @if report.cells.is_empty() { p { "No games were played." } }
        @if has_scales { (lead(by.as_deref())) }
        (list(shown, words, has_scales))
        @if !more.is_empty() { (folded("The other rule sets", &list(more, words, has_scales))) }
    }
    .into()
}

/// Whose scores all of the verdicts are, where that is the same of all.
fn by_all(verdicts: &[Finding]) -> Option<String> {
    let first = by_whom(verdicts.first()?)?;
    let is_same = |one: &Finding| by_whom(one).as_ref() == Some(&first);
    verdicts.iter().all(is_same).then_some(first)
}

/// How to read the scores.
fn lead(by: Option<&str>) -> Markup {
    let by = by.map(|by| format!(", {by}")).unwrap_or_default();
    html! {
        p.small {
            "Attackers' scores" (by) ", on a line from 0 to 100 %: the dot is the score, the bar its interval, and \
             the dotted mark one half."
        }
    }
}

/// What else was found.
pub(crate) fn findings(facts: &Facts) -> Blocks {
    let report = facts.report;
    let others = report.findings.iter().filter(|finding| finding.topic != KIND.topic);
    let (cautions, found): (Vec<&Finding>, Vec<&Finding>) =
        others.partition(|finding| finding.grade == Grade::Caution);
    let words = |finding: &Finding| finding.words(&facts.titles);
    html! {
        @if !found.is_empty() { (list(found, words, false)) }
        @if !cautions.is_empty() { h3 { "Cautions" } (list(cautions, words, false)) }
        @if !report.cells.is_empty() { (table(facts)) }
    }
    .into()
}

/// Findings with their grades; each in `words`, and with `has_scales` a picture of the score beside it.
fn list<'a>(
    findings: impl IntoIterator<Item = &'a Finding>,
    words: impl Fn(&Finding) -> Option<String>,
    has_scales: bool,
) -> Markup {
    html! {
        ul.findings.scaled[has_scales] {
            @for finding in findings {
                @if let Some(words) = words(finding) {
                    li {
                        (badge(class(finding), finding.grade.word()))
                        span { (prose(&words)) }
                        @if has_scales {
                            @let (score, trainings) = scores(finding);
                            (scale(score, trainings))
                        }
                    }
                }
            }
        }
    }
}

/// How a badge looks.
fn class(finding: &Finding) -> &'static str {
    match finding.grade {
        Grade::Caution => "caution",
        Grade::Shown | Grade::Equivalent => "yes",
        _ => "open",
    }
}

/// One row for each rule set.
fn table(facts: &Facts) -> Table {
    let report = facts.report;
    let champions = champions(&report.agents);
    let scores = champions.iter().map(|agent| format!("attackers' score, {}", agent.name));
    let rest = ["attackers' side, Elo", "change from the weakest agent", "what would balance it"];
    let head = ["rule set".to_owned()].into_iter().chain(scores).chain(rest.map(str::to_owned));
    let caption = "The figures of each rule set. The attackers' score in percent. What their side is worth between two copies of the \
                   highest rated agent. The change of the score from the weakest agent to the strongest, \
                   in points";
    let is_shown = |cell: &&CellReport| champions.iter().any(|agent| agent.name == cell.agent);
    let shown: Vec<&CellReport> = report.cells.iter().filter(is_shown).collect();
    let mut table = Table::new(format!("{caption}{}", legend(&shown)), head);
    for rules in &report.rule_sets {
        let scores = champions.iter().map(|agent| score(facts, rules, agent));
        let rest = [side(facts, rules), change(facts, rules), remedy(facts, rules)];
        table.row("", [facts.title(rules).to_owned()].into_iter().chain(scores).chain(rest));
    }
    table
}

/// The strongest agent of each network; without networks the strongest of all.
fn champions(agents: &[AgentLabel]) -> Vec<&AgentLabel> {
    let agents: Vec<&AgentLabel> = agents.iter().collect();
    let of_networks = strongest_of_networks(&agents, |agent| agent.experience.network());
    if of_networks.is_empty() { agents.last().copied().into_iter().collect() } else { of_networks }
}

fn score(facts: &Facts, rules: &str, agent: &AgentLabel) -> String {
    let cell = facts.report.cell(rules, &agent.name);
    cell.map_or_else(none, |cell| share_cell(cell.score) + dagger(cell))
}

/// What the attackers' side is worth.
fn side(facts: &Facts, rules: &str) -> String {
    let curve = facts.report.curves.iter().find(|curve| curve.rules == rules);
    let advantage = curve.and_then(|curve| curve.strongest()?.side_advantage);
    advantage.map_or_else(none, elo_cell)
}

/// How the score changes, and whether that is shown.
fn change(facts: &Facts, rules: &str) -> String {
    let trend = facts.report.trends.iter().find(|trend| trend.rules == rules);
    trend.map_or_else(none, |trend| {
        let doubt = match trend.score.conclusion() {
            Grade::Shown => String::new(),
            grade => format!(", {}", grade.word()),
        };
        points_cell(trend.score.difference) + &doubt
    })
}

/// What would balance the game for the strongest agent.
fn remedy(facts: &Facts, rules: &str) -> String {
    let Some(cell) = facts.report.champion(rules) else { return none() };
    if facts.report.together(cell).is_some_and(|(_, own)| own.disagree) {
        return "the trainings disagree".to_owned();
    }
    let all = facts.report.remedies(rules);
    let bid = |bid: &crate::Bid| match bid.plies {
        Some(_) => format!("king escapes within {} plies", bid_cell(bid)),
        None => "no bid for the king".to_owned(),
    };
    let handicap = all.iter().find_map(|one| one.handicap.as_ref()).map(handicap);
    let bid = all.iter().find_map(|one| one.bid.as_ref()).map(bid);
    let remedies: Vec<String> = handicap.into_iter().chain(bid).collect();
    if remedies.is_empty() { none() } else { remedies.join("; ") }
}

fn handicap(handicap: &Handicap) -> String {
    let side = handicap.weakened.name();
    match handicap.ratio {
        Some(ratio) => format!("{side} with {} % of the playouts", percent(ratio.value)),
        None => "no handicap that was played".to_owned(),
    }
}
