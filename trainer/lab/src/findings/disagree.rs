//! Trainings of one recipe that disagree.

use super::kind::Kind;
use crate::text::{others, percent};
use crate::{BalanceReport, Ensemble, EnsembleScore, Finding, Grade, Headline, Titles};

/// Rule sets under which the trainings of the headline disagree, the widest gap first, with the `lowest` and the
/// `highest` score of each.
pub(super) const KIND: Kind = Kind { topic: "disagree", find, words };

fn find(report: &BalanceReport) -> Vec<Finding> {
    let own = |rules: &String| match report.headline(rules)? {
        Headline::Trainings(one, own) if own.disagree => Some((one, own)),
        _ => None,
    };
    let mut found: Vec<(&Ensemble, &EnsembleScore)> =
        report.rule_sets.iter().filter_map(own).collect();
    found.sort_by(|a, b| gap(b.1).total_cmp(&gap(a.1)));
    let Some((first, _)) = found.first() else { return Vec::new() };
    let finding = Finding::new(KIND.topic, Grade::Caution).agents([first.strength.as_str()]);
    let add = |finding: Finding, (_, own): &(&Ensemble, &EnsembleScore)| {
        let [low, high] = ends(own);
        finding.rule_sets([own.rules.as_str()]).count("lowest", low).count("highest", high)
    };
    vec![found.iter().fold(finding, add)]
}

fn ends(own: &EnsembleScore) -> [f64; 2] {
    let scores = || own.trainings.iter().map(|training| training.score.value);
    [scores().fold(1.0, f64::min), scores().fold(0.0, f64::max)]
}

fn gap(own: &EnsembleScore) -> f64 {
    let [low, high] = ends(own);
    high - low
}

fn words(finding: &Finding, titles: &Titles) -> Option<String> {
    let [low, high] =
        [finding.one("lowest")?, finding.one("highest")?].map(|end| percent(end.value));
    Some(format!(
        "The trainings disagree in {}: attackers score {low} to {high} %{}.",
        titles.of(finding.rule_sets.first()?),
        others(finding.rule_sets.len(), ", and they disagree in", "")
    ))
}
