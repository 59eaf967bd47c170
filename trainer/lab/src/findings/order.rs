//! Agents that were not given from the weakest to the strongest.

use super::kind::Kind;
use crate::text::whole;
use crate::{BalanceReport, Finding, Grade, Lead, Titles};

/// Rule sets: those whose games contradict the order. Agents: the worst pair, the one that was given as
/// stronger first. Figures: how far that one is `behind`, in Elo.
pub(super) const KIND: Kind = Kind { topic: "order", find, words };

fn find(report: &BalanceReport) -> Vec<Finding> {
    let lead = |lead: &Lead| lead.elo.value;
    // Trainings of one recipe at one strength stand in no order.
    let are_equals = |lead: &Lead| {
        let both =
            |agents: &[String]| [&lead.weaker, &lead.stronger].map(|one| agents.contains(one));
        report.ensembles.iter().any(|one| both(&one.agents) == [true; 2])
    };
    let worst = report.curves.iter().filter_map(|curve| {
        let wrong = curve.contradictions(report.options.confidence);
        let wrong = wrong.filter(|lead| !are_equals(lead));
        Some((curve, wrong.min_by(|a, b| lead(a).total_cmp(&lead(b)))?))
    });
    let mut worst: Vec<_> = worst.collect();
    worst.sort_by(|a, b| lead(a.1).total_cmp(&lead(b.1)));
    let of = |pair: &Lead| {
        Finding::new(KIND.topic, Grade::Caution)
            .rule_sets(worst.iter().map(|(curve, _)| curve.rules.as_str()))
            .agents([pair.stronger.as_str(), pair.weaker.as_str()])
            .figure("behind", pair.elo.negated())
    };
    worst.first().map(|(_, pair)| of(pair)).into_iter().collect()
}

fn words(finding: &Finding, titles: &Titles) -> Option<String> {
    let [stronger, weaker] = &finding.agents[..] else { return None };
    let place = match finding.rule_sets.len() {
        1 => ":".to_owned(),
        all => format!(" in {all} rule sets;"),
    };
    Some(format!(
        "The order of agents is wrong{place} in {}, {stronger} is {} Elo weaker than {weaker}.",
        titles.of(finding.rule_sets.first()?),
        whole(finding.one("behind")?.value)
    ))
}
