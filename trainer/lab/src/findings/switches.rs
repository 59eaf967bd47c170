//! Which rules make the difference between two rule sets.

use super::kind::Kind;
use crate::text::{fitted_list, points, points_range};
use crate::{Attribution, BalanceReport, Finding, Grade, SwitchEffect, Titles};

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
    let change = format!("{} points ({})", points(total.value), points_range(total));
    let effects: Vec<String> = effects
        .iter()
        .map(|effect| format!("{} ({})", effect.name, points(effect.estimate.value)))
        .collect();
    let effects: Vec<&str> = effects.iter().map(String::as_str).collect();
    Some(match effects[..] {
        [] => format!(
            "From {from} to {to}, the attackers' score changes by {change}; no rule is shown to matter."
        ),
        _ => fitted_list(&effects, |list| {
            format!(
                "From {from} to {to}, the attackers' score changes by {change}, most by {list}."
            )
        }),
    })
}
