//! Which rules make the difference between two rule sets.

use imperial_stats::Knowledge;

use super::kind::Kind;
use crate::grouped::grouped;
use crate::headline::ENOUGH;
use crate::text::{first_fitting, fitted_list, listed, percent, percent_range, points};
use crate::{
    Attribution, BalanceReport, EffectTogether, EffectsTogether, Figure, Finding, Grade,
    SwitchEffect, Titles,
};

/// Rule sets: from the one to the other. Figures: the `total` change of the attackers' score; of one or two trainings
/// `training`, the change that each found, in its place; `provisional` where networks played that have not learned the
/// rule sets between to the end. Then the effects that are shown, or else suggested, named by their switches.
pub(super) const KIND: Kind = Kind { topic: "switches", find, words };

const TOTAL: &str = "total";
const TRAINING: &str = "training";
const PROVISIONAL: &str = "provisional";

/// One finding for each pair of rule sets: of the strength that most trainings played (three are as good as many), the
/// greatest of them; without networks, of the strongest agent.
fn find(report: &BalanceReport) -> Vec<Finding> {
    let pairs =
        grouped(&report.attributions, |a, b| (&a.from, &a.to) == (&b.from, &b.to)).into_iter();
    let of = |alone: Vec<&Attribution>| {
        let strongest = *alone.last()?;
        let Attribution { from, to, .. } = strongest;
        let together = report.effects.iter().filter(|one| (&one.from, &one.to) == (from, to));
        // The last of equal ones is the strongest.
        Some(match together.max_by_key(|one| one.agents.len().min(ENOUGH)) {
            Some(one) => of_trainings(one),
            None => of_agent(strongest, report.options.confidence.alpha()),
        })
    };
    pairs.filter_map(of).collect()
}

fn of_agent(one: &Attribution, alpha: f64) -> Finding {
    let shown: Vec<_> = one.switches.iter().filter(|switch| switch.p_holm < alpha).collect();
    let grade = if shown.is_empty() { Grade::Open } else { Grade::Shown };
    let finding = Finding::new(KIND.topic, grade)
        .rule_sets([one.from.as_str(), one.to.as_str()])
        .agents([one.agent.as_str()])
        .figure(TOTAL, one.total);
    let add =
        |finding: Finding, switch: &&SwitchEffect| finding.figure(&switch.name, switch.effect);
    shown.iter().fold(finding, add)
}

fn of_trainings(one: &EffectsTogether) -> Finding {
    let graded = |grade: Grade| -> Vec<&EffectTogether> {
        let is_so =
            |one: &&EffectTogether| one.effect.as_ref().is_some_and(|one| one.grade == grade);
        one.switches.iter().filter(is_so).collect()
    };
    let (grade, effects) = [Grade::Shown, Grade::Suggested]
        .into_iter()
        .map(|grade| (grade, graded(grade)))
        .find(|(_, effects)| !effects.is_empty())
        .unwrap_or((Grade::Open, Vec::new()));
    let agents = [one.strength.as_str()].into_iter().chain(one.agents.iter().map(String::as_str));
    let finding = Finding::new(KIND.topic, grade)
        .rule_sets([one.from.as_str(), one.to.as_str()])
        .agents(agents);
    let finding = match &one.total.effect {
        Some(total) => finding.figure(TOTAL, total.difference),
        None => finding.figures(TRAINING, one.total.trainings.iter().copied()),
    };
    let finding = finding.flag(PROVISIONAL, one.knowledge < Knowledge::Settled);
    let add = |finding: Finding, one: &&EffectTogether| match &one.effect {
        Some(effect) => finding.figure(&one.name, effect.difference),
        None => finding,
    };
    effects.iter().fold(finding, add)
}

fn words(finding: &Finding, titles: &Titles) -> Option<String> {
    let [from, to] = finding.titles(titles)[..] else { return None };
    let Some(total) = finding.one(TOTAL) else { return few(finding, from, to) };
    let size = if total.value < 0.0 { total.negated() } else { total };
    let verb = if total.value < 0.0 { "lose" } else { "gain" };
    let effect = |one: &Figure| format!("{} ({})", one.name, points(one.estimate.value));
    let is_effect = |one: &&Figure| ![TOTAL, PROVISIONAL].contains(&one.name.as_str());
    let effects: Vec<String> = finding.figures.iter().filter(is_effect).map(effect).collect();
    let begin = match finding.one(PROVISIONAL) {
        Some(_) => format!("Provisional: from {from} to {to}"),
        None => format!("From {from} to {to}"),
    };
    let most = if finding.grade == Grade::Suggested { "perhaps most" } else { "most" };
    let range = format!(" ({})", percent_range(size));
    first_fitting([range, String::new()].map(|range| {
        let change = format!("attackers {verb} {} points{range}", percent(size.value));
        match effects[..] {
            [] => format!("{begin}, {change}; no rule is shown to matter."),
            _ => fitted_list(&effects, |list| format!("{begin}, {change}, {most} by {list}.")),
        }
    }))
}

/// What one or two trainings found.
fn few(finding: &Finding, from: &str, to: &str) -> Option<String> {
    let strength = finding.agent()?;
    let found: Vec<String> = finding.all(TRAINING).map(|one| points(one.value)).collect();
    Some(match &found[..] {
        [alone] => format!(
            "From {from} to {to}: one training alone, at {strength}, finds {alone} points for the attackers; it shows \
             nothing of single rules."
        ),
        _ => format!(
            "From {from} to {to}: {} trainings, too few for an interval, find {} points for the attackers.",
            found.len(),
            listed(found.iter())
        ),
    })
}
