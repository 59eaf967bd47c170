//! How far rule sets differ.

use imperial_stats::Knowledge;

use super::kind::{Kind, strongest};
use crate::text::{first_fitting, percent, percent_range};
use crate::{
    BalanceReport, Comparison, Ensemble, EnsembleDifference, Finding, Grade, Headline,
    RuleDifference, Titles,
};

/// Rule sets: of the widest difference, the one with the higher attackers' score first. Figures: that `difference` of
/// their scores, the number of `pairs`, and how many are `shown` to differ. `provisional` where the networks have not
/// learned both rule sets to the end.
pub(super) const KIND: Kind = Kind { topic: "differences", find, words };

const PROVISIONAL: &str = "provisional";

/// Two rule sets compared by an agent, or by several trainings.
struct Pair<'a> {
    agents: Vec<&'a str>,
    sets: [&'a str; 2],
    by: &'a Comparison,
    provisional: bool,
}

/// The pairs that count: from three trainings on those of all together, without networks the strongest agent's.
fn pairs(report: &BalanceReport) -> Vec<Pair<'_>> {
    let headline = report.rule_sets.first().and_then(|rules| report.headline(rules));
    match headline {
        Some(Headline::Trainings(one, _)) => {
            one.differences.iter().filter_map(|pair| of_trainings(one, pair)).collect()
        }
        _ => {
            let ours = |pair: &&RuleDifference| Some(pair.agent.as_str()) == strongest(report);
            report.differences.iter().filter(ours).map(of_agent).collect()
        }
    }
}

fn of_agent(pair: &RuleDifference) -> Pair<'_> {
    let sets = [pair.first.as_str(), pair.second.as_str()];
    Pair { agents: vec![&pair.agent], sets, by: &pair.score, provisional: false }
}

fn of_trainings<'a>(one: &'a Ensemble, pair: &'a EnsembleDifference) -> Option<Pair<'a>> {
    let trainings = pair.trainings.iter().map(|training| training.agent.as_str());
    let agents = [one.strength.as_str()].into_iter().chain(trainings).collect();
    let sets = [pair.first.as_str(), pair.second.as_str()];
    let provisional = sets.iter().any(|rules| one.knowledge(rules) < Knowledge::Settled);
    Some(Pair { agents, sets, by: pair.difference.as_ref()?, provisional })
}

fn find(report: &BalanceReport) -> Vec<Finding> {
    let mut pairs = pairs(report);
    pairs.retain(|pair| pair.by.grade != Grade::Withheld);
    let graded = |grade| pairs.iter().filter(move |pair| pair.by.conclusion() == grade);
    let grades = [Grade::Shown, Grade::Suggested, Grade::Open, Grade::Equivalent];
    let Some(grade) = grades.into_iter().find(|grade| graded(*grade).next().is_some()) else {
        return Vec::new();
    };
    let size = |pair: &Pair| pair.by.difference.value.abs();
    // The first of equal ones.
    let widest = graded(grade).min_by(|a, b| size(b).total_cmp(&size(a)));
    let of = |pair: &Pair| {
        let [first, second] = pair.sets;
        let difference = pair.by.difference;
        let (more, less, by) = if pair.by.is_negative() {
            (second, first, difference.negated())
        } else {
            (first, second, difference)
        };
        Finding::new(KIND.topic, grade)
            .flag(PROVISIONAL, pair.provisional)
            .rule_sets([more, less])
            .agents(pair.agents.iter().copied())
            .figure("difference", by)
            .count("pairs", pairs.len() as f64)
            .count("shown", graded(Grade::Shown).count() as f64)
    };
    widest.map(of).into_iter().collect()
}

fn words(finding: &Finding, titles: &Titles) -> Option<String> {
    let [more, less] = finding.titles(titles)[..] else { return None };
    let (agent, by) = (finding.agent()?, finding.one("difference")?);
    let [pairs, shown] = ["pairs", "shown"].map(|name| finding.one(name));
    let (pairs, shown) = (pairs?.value, shown?.value);
    let is_provisional = finding.one(PROVISIONAL).is_some() && finding.grade == Grade::Suggested;
    let begin = if is_provisional { "Provisional: with" } else { "With" };
    let widest =
        |by: &str| format!("{begin} {agent}, attackers score {by} more in {more} than in {less}");
    let points = format!("{} points", percent(by.value));
    let exactly = widest(&format!("{points} ({})", percent_range(by)));
    let roughly = widest(&points);
    let chance = "which may be chance";
    match (finding.grade, pairs > 1.0) {
        (Grade::Shown, true) => first_fitting([
            format!("{roughly}; {shown} of {pairs} pairs differ."),
            format!("{roughly}."),
        ]),
        (Grade::Suggested, _) if is_provisional => first_fitting([exactly + ".", roughly + "."]),
        (Grade::Shown, false) => first_fitting([exactly + ".", roughly + "."]),
        (Grade::Suggested, _) => {
            first_fitting([format!("{exactly}, {chance}."), format!("{roughly}, {chance}.")])
        }
        (Grade::Equivalent, true) => Some(format!(
            "With {agent}, the {pairs} pairs of rule sets differ by a negligible amount."
        )),
        (Grade::Equivalent, false) => {
            Some(format!("With {agent}, {more} and {less} differ by a negligible amount."))
        }
        (_, true) => {
            Some(format!("With {agent}, none of {pairs} pairs of rule sets is shown to differ."))
        }
        (_, false) => Some(format!("With {agent}, {more} and {less} are not shown to differ.")),
    }
}
