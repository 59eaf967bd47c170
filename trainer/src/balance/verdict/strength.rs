//! What is said of playing strength, of the sides, and of the agents themselves.

use super::super::text::whole;
use super::super::{
    BalanceReport, Comparison, Evidence, Lead, StrengthCurve, StrengthPoint, Trend,
};
use super::words::Words;
use super::{Headline, Topic};

/// An agent whose attack and defence differ by more Elo than this is one-sided.
const ONE_SIDED: f64 = 100.0;
/// So many one-sided agents are named under each rule set.
const NAMED: usize = 2;

/// How the attackers' score changes with strength: by so much for each 100 Elo or, where no line
/// fits, from one agent to another.
pub(super) fn change(curve: &StrengthCurve, report: &BalanceReport, words: &Words) -> String {
    let change = if curve.fits() {
        words.slope(curve)
    } else {
        let score = |agent: &str| report.cell(&curve.rules, agent).map(|cell| cell.score);
        words.unsteady(&curve.rules, &ends(curve, report), score)
    };
    match &curve.learned {
        Some(line) => format!("{change}; {}", words.learned(line)),
        None => change,
    }
}

/// How far the games support what [`change`] says.
pub(super) fn evidence(curve: &StrengthCurve, report: &BalanceReport) -> Evidence {
    let told: Vec<&Comparison> = if curve.fits() {
        vec![&curve.slope]
    } else {
        ends(curve, report).into_iter().map(|trend| &trend.score).collect()
    };
    if !told.is_empty() && told.iter().all(|change| change.equivalence.shown) {
        return Evidence::Equivalent;
    }
    let is = |evidence| {
        told.iter().any(|change| change.evidence == evidence && !change.equivalence.shown)
    };
    let grades = [Evidence::Shown, Evidence::Suggested, Evidence::Open];
    grades.into_iter().find(|grade| is(*grade)).unwrap_or(Evidence::Withheld)
}

/// The strongest agent of each network against the weakest, or else that of all agents.
fn ends<'a>(curve: &StrengthCurve, report: &'a BalanceReport) -> Vec<&'a Trend> {
    let of = |trends: &'a [Trend]| {
        trends.iter().filter(|trend| trend.rules == curve.rules).collect::<Vec<_>>()
    };
    let learned = of(&report.learned_trends);
    if learned.is_empty() { of(&report.trends) } else { learned }
}

/// What the sides are worth between two copies of the strongest player.
pub(super) fn side_advantage(curve: &StrengthCurve, level: &str) -> Option<Headline> {
    let strongest = curve.strongest()?;
    let advantage = strongest.side_advantage?;
    let (side, worth) = if advantage.value < 0.0 {
        ("defenders'", advantage.negated())
    } else {
        ("attackers'", advantage)
    };
    let known = !advantage.interval().contains(0.0);
    Some(Headline {
        topic: Topic::Advantage,
        evidence: Some(if known { Evidence::Shown } else { Evidence::Open }),
        text: format!(
            "Under {}, the {side} side is worth {} Elo ({level}: {} to {}) between two copies of {}; how \
             much of that the rules give and how much this player does, games cannot tell.",
            curve.rules,
            whole(worth.value),
            whole(worth.low),
            whole(worth.high),
            strongest.agent
        ),
    })
}

/// What the ratings say against the agents: a sentence on their order, and one on agents that are much
/// better on one side.
pub(super) fn cautions(report: &BalanceReport) -> impl Iterator<Item = Headline> {
    let texts = out_of_order(report).into_iter().chain(one_sided(report));
    texts.map(|text| Headline { topic: Topic::Caution, evidence: None, text })
}

/// Agents that were not given from the weakest to the strongest: the worst pair of each rule set.
fn out_of_order(report: &BalanceReport) -> Option<String> {
    let worst = |curve: &StrengthCurve| {
        let wrong = curve.contradictions(report.options.confidence);
        let worst = wrong.min_by(|one, other| one.elo.value.total_cmp(&other.elo.value))?;
        let Lead { weaker, stronger, elo, .. } = worst;
        let [points, low, high] = [-elo.value, -elo.high, -elo.low].map(whole);
        Some(format!(
            "under {}, where {stronger} was given as stronger than {weaker}, but is {points} Elo weaker \
             ({low} to {high})",
            curve.rules
        ))
    };
    let wrong: Vec<String> = report.curves.iter().filter_map(worst).collect();
    (!wrong.is_empty()).then(|| {
        format!(
            "The order of the agents is wrong {}; what is said of the strongest and the weakest agent \
             follows the order given, which should be from the weakest to the strongest.",
            wrong.join("; ")
        )
    })
}

/// Agents that are much better on one side than the others are, the worst of each rule set by name.
fn one_sided(report: &BalanceReport) -> Option<String> {
    let under = |curve: &StrengthCurve| {
        let mut leaning: Vec<(&StrengthPoint, f64)> =
            curve.points.iter().filter_map(|point| Some((point, lean(point)?))).collect();
        leaning.sort_by(|one, other| other.1.abs().total_cmp(&one.1.abs()));
        let mut names: Vec<String> =
            leaning.iter().take(NAMED).map(|(point, lean)| leans(point, *lean)).collect();
        match leaning.len().saturating_sub(NAMED) {
            0 => {}
            1 => names.push("another".to_owned()),
            more => names.push(format!("{more} others")),
        }
        (!names.is_empty()).then(|| format!("under {} {}", curve.rules, listed(&names)))
    };
    let found: Vec<String> = report.curves.iter().filter_map(under).collect();
    (!found.is_empty()).then(|| {
        format!(
            "Some agents are one-sided, more than {} Elo better in attack than in defence or the other \
             way round, compared with the mean of all: {}; their games against themselves say \
             something of them and not only of the rules.",
            whole(ONE_SIDED),
            found.join("; ")
        )
    })
}

/// By how much an agent attacks better than it defends, if that is much.
fn lean(point: &StrengthPoint) -> Option<f64> {
    let lean = point.lean.filter(|lean| !lean.interval().contains(0.0))?.value;
    (lean.abs() > ONE_SIDED).then_some(lean)
}

/// `random (defence, by 486)`.
fn leans(point: &StrengthPoint, lean: f64) -> String {
    let side = if lean > 0.0 { "attack" } else { "defence" };
    format!("{} ({side}, by {})", point.agent, whole(lean.abs()))
}

/// `a, b and c`.
fn listed(names: &[String]) -> String {
    match names {
        [some @ .., last] if !some.is_empty() => format!("{} and {last}", some.join(", ")),
        _ => names.concat(),
    }
}
