//! Which rules make the difference between two rule sets.

use super::kind::Kind;
use crate::text::{first_fitting, fitted_list, percent, percent_range, points};
use crate::{Attribution, BalanceReport, Figure, Finding, Grade, SwitchEffect, Titles};

/// Rule sets: from the one to the other. Figures: the `total` change of the attackers' score, then the effects
/// that are shown, named by their switches.
pub(super) const KIND: Kind = Kind { topic: "switches", find, words };

/// One finding for each pair of rule sets, of the strongest agent that played it.
fn find(report: &BalanceReport) -> Vec<Finding> {
    let all = &report.attributions;
    let is_last = |(index, one): &(usize, &Attribution)| {
        all[index + 1..].iter().all(|other| (&other.from, &other.to) != (&one.from, &one.to))
    };
    let alpha = report.options.confidence.alpha();
    let of = |(_, one): (usize, &Attribution)| {
        let shown: Vec<_> = one.switches.iter().filter(|switch| switch.p_holm < alpha).collect();
        let grade = if shown.is_empty() { Grade::Open } else { Grade::Shown };
        let finding = Finding::new(KIND.topic, grade)
            .rule_sets([one.from.as_str(), one.to.as_str()])
            .agents([one.agent.as_str()])
            .figure("total", one.total);
        let add =
            |finding: Finding, switch: &&SwitchEffect| finding.figure(&switch.name, switch.effect);
        shown.iter().fold(finding, add)
    };
    all.iter().enumerate().filter(is_last).map(of).collect()
}

fn words(finding: &Finding, titles: &Titles) -> Option<String> {
    let [from, to] = finding.titles(titles)[..] else { return None };
    let [total, effects @ ..] = &finding.figures[..] else { return None };
    let total = total.estimate;
    let size = if total.value < 0.0 { total.negated() } else { total };
    let verb = if total.value < 0.0 { "lose" } else { "gain" };
    let effect = |one: &Figure| format!("{} ({})", one.name, points(one.estimate.value));
    let effects: Vec<String> = effects.iter().map(effect).collect();
    let effects: Vec<&str> = effects.iter().map(String::as_str).collect();
    let range = format!(" ({})", percent_range(size));
    first_fitting([range, String::new()].map(|range| {
        let change = format!("attackers {verb} {} points{range}", percent(size.value));
        match effects[..] {
            [] => format!("From {from} to {to}, {change}; no rule is shown to matter."),
            _ => fitted_list(&effects, |list| {
                format!("From {from} to {to}, {change}, most by {list}.")
            }),
        }
    }))
}
