//! Which rule sets favour whom when the strongest agent plays itself.

use super::kind::{Kind, strongest};
use crate::text::{fitted_list, percent, percent_range, plain};
use crate::{BalanceReport, CellReport, Finding, Grade, Titles};

/// Figures: `attackers-score` of each rule set, and the `margin` that counts as even.
pub(super) const KIND: Kind = Kind { topic: "advantage", find, words };

const SCORE: &str = "attackers-score";

/// One finding for each side that is favoured, one for even and one for undecided rule sets.
fn find(report: &BalanceReport) -> Vec<Finding> {
    let Some(agent) = strongest(report) else { return Vec::new() };
    let groups = [
        (Grade::Shown, Some(false)),
        (Grade::Shown, Some(true)),
        (Grade::Equivalent, None),
        (Grade::Suggested, None),
        (Grade::Open, None),
    ];
    let of = |(grade, defenders): (Grade, Option<bool>)| {
        let is_in = |cell: &&CellReport| {
            cell.agent == agent
                && cell.advantage.conclusion() == grade
                && defenders.is_none_or(|defenders| cell.advantage.is_negative() == defenders)
        };
        let mut cells: Vec<&CellReport> = report.cells.iter().filter(is_in).collect();
        let distance = |cell: &CellReport| cell.advantage.difference.value.abs();
        cells.sort_by(|a, b| distance(b).total_cmp(&distance(a)));
        let finding = Finding::new(KIND.topic, grade)
            .rule_sets(cells.iter().map(|cell| cell.rules.as_str()))
            .agents([agent])
            .count("margin", report.options.equivalence);
        let add = |finding: Finding, cell: &&CellReport| finding.figure(SCORE, cell.score);
        (!cells.is_empty()).then(|| cells.iter().fold(finding, add))
    };
    groups.into_iter().filter_map(of).collect()
}

fn words(finding: &Finding, titles: &Titles) -> Option<String> {
    let (agent, first) = (finding.agent()?, finding.one(SCORE)?);
    let side = if first.value < 0.5 { "defenders" } else { "attackers" };
    let values = || finding.all(SCORE).map(|score| score.value);
    let (low, high) = (values().fold(1.0, f64::min), values().fold(0.0, f64::max));
    let score = match finding.rule_sets.len() {
        1 => format!("attackers score {} % ({})", percent(first.value), percent_range(first)),
        _ => format!("attackers score {} to {} %", percent(low), percent(high)),
    };
    let margin = plain(finding.one("margin")?.value);
    Some(fitted_list(&finding.titles(titles), |list| match finding.grade {
        Grade::Shown => format!("With {agent}, the {side} are favoured in {list}: {score}."),
        Grade::Equivalent => {
            format!("With {agent}, both sides are even within ±{margin} points in {list}.")
        }
        Grade::Suggested => {
            format!("With {agent}, one side may be favoured in {list}, or it is chance: {score}.")
        }
        _ => format!("With {agent}, no side is shown to be favoured in {list}: {score}."),
    }))
}
