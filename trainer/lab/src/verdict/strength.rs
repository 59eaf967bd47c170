//! What is said of playing strength, of the sides, and of the agents themselves.

use super::super::compare;
use super::super::text::whole;
use super::super::{BalanceReport, Evidence, Lead, StrengthCurve, StrengthPoint, Trend};
use super::words::Words;
use super::{Headline, Topic};
use imperial_stats::{Estimate, estimate_test, holm};

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
        words.crooked(&curve.rules, &ends(curve, report), is_flat(curve, report), score)
    };
    match &curve.learned {
        Some(line) => format!("{change}; {}", words.learned(line)),
        None => change,
    }
}

/// How far the games support what [`change`] says.
pub(super) fn evidence(curve: &StrengthCurve, report: &BalanceReport) -> Evidence {
    if curve.fits() {
        let slope = &curve.slope;
        return if slope.equivalence.shown { Evidence::Equivalent } else { slope.evidence };
    }
    if is_flat(curve, report) {
        return Evidence::Equivalent;
    }
    let ends = ends(curve, report);
    let is = |evidence| {
        ends.iter()
            .any(|Trend { score, .. }| score.evidence == evidence && !score.equivalence.shown)
    };
    let grades = [Evidence::Shown, Evidence::Suggested, Evidence::Open, Evidence::Withheld];
    // That no line fits is shown even where the ends are equal.
    grades.into_iter().find(|grade| is(*grade)).unwrap_or(Evidence::Shown)
}

/// Whether a crooked change is negligible: that between the ends is shown to be, and no agent is farther
/// from another than the margin.
fn is_flat(curve: &StrengthCurve, report: &BalanceReport) -> bool {
    let ends = ends(curve, report);
    let scores = || curve.points.iter().map(|point| point.score.value);
    let spread =
        scores().fold(f64::NEG_INFINITY, f64::max) - scores().fold(f64::INFINITY, f64::min);
    let is_shown = !ends.is_empty() && ends.iter().all(|trend| trend.score.equivalence.shown);
    is_shown && spread < report.options.equivalence
}

/// The strongest agent of each network against the weakest, or else that of all agents.
fn ends<'a>(curve: &StrengthCurve, report: &'a BalanceReport) -> Vec<&'a Trend> {
    let of = |trends: &'a [Trend]| {
        trends.iter().filter(|trend| trend.rules == curve.rules).collect::<Vec<_>>()
    };
    let learned = of(&report.learned_trends);
    if learned.is_empty() { of(&report.trends) } else { learned }
}

/// What the sides are worth between two copies of the strongest player of each rule set.
pub(super) fn side_advantages(report: &BalanceReport) -> Vec<Headline> {
    let confidence = report.options.confidence;
    let rated = |curve| {
        let strongest = StrengthCurve::strongest(curve)?;
        Some((curve, strongest, strongest.side_advantage?))
    };
    let all: Vec<_> = report.curves.iter().filter_map(rated).collect();
    let tests: Vec<f64> = all.iter().map(|(.., own)| estimate_test(*own, confidence)).collect();
    let told = all.into_iter().zip(holm(&tests)).map(|((curve, strongest, own), p_holm)| {
        let evidence = compare::evidence(own, p_holm, false, confidence.alpha());
        let text = side_advantage(curve, strongest, own, evidence, &confidence.label());
        Headline { topic: Topic::Advantage, evidence: Some(evidence), text }
    });
    told.collect()
}

fn side_advantage(
    curve: &StrengthCurve,
    player: &StrengthPoint,
    advantage: Estimate,
    evidence: Evidence,
    level: &str,
) -> String {
    let (side, worth) = if advantage.value < 0.0 {
        ("defenders'", advantage.negated())
    } else {
        ("attackers'", advantage)
    };
    let [points, low, high] = [worth.value, worth.low, worth.high].map(whole);
    let chance = match evidence {
        Evidence::Suggested => ", which among so many comparisons can be chance",
        _ => "",
    };
    format!(
        "Under {}, the {side} side is worth {points} Elo ({level}: {low} to {high}) between two copies of \
         {}{chance}; how much of that the rules give and how much this player does, games cannot tell.",
        curve.rules, player.agent
    )
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

#[cfg(test)]
mod tests {
    use imperial_data::GameResult;

    use super::super::super::tests::{agent, cell, games};
    use super::super::super::{MatchGame, Material, Options};
    use super::*;

    /// The cautions of agents in this order, each with the games that it wins as attackers of 1000
    /// against itself and of 100 as either side against the one before it.
    fn cautions_of(agents: &[(&str, u64, u64)]) -> Vec<String> {
        let cells = agents.iter().zip(0..).map(|((name, wins, _), place)| {
            cell("tablut", agent(name, place), games(*wins, 0, 0, 1000 - wins))
        });
        let game = |names: [&str; 2], number: u64, wins: u64| {
            let attacks = usize::from(number.is_multiple_of(2));
            let later_wins = number / 2 * 2 < wins;
            MatchGame {
                rules: "tablut".to_owned(),
                attackers: names[attacks].to_owned(),
                defenders: names[1 - attacks].to_owned(),
                opening: number / 2,
                result: if later_wins == (attacks == 1) {
                    GameResult::Attackers
                } else {
                    GameResult::Defenders
                },
            }
        };
        let matches = agents.windows(2).flat_map(|pair| {
            let names = [pair[0].0, pair[1].0];
            (0..100).map(move |number| game(names, number, pair[1].2))
        });
        let (cells, matches) = (cells.collect(), matches.collect());
        let options = Options { resamples: 400, ..Options::default() };
        let report =
            BalanceReport::of(Material { cells, matches, ..Material::default() }, &options);
        cautions(&report).map(|caution| caution.text).collect()
    }

    #[test]
    fn an_agent_far_below_hides_no_wrong_order() {
        // The first agent loses everything, so that its rating is very uncertain.
        let told = cautions_of(&[("random", 500, 0), ("strong", 500, 100), ("weak", 500, 8)]);
        let [order] = &told[..] else { panic!("{told:?}") };
        assert!(
            order.starts_with(
                "The order of the agents is wrong under tablut, where weak was given as stronger than \
                 strong, but is 4"
            ),
            "{order}"
        );
        let told = cautions_of(&[("random", 500, 0), ("weak", 500, 100), ("strong", 500, 92)]);
        assert!(told.is_empty(), "{told:?}");
    }

    #[test]
    fn an_agent_far_below_hides_no_one_sided_agent() {
        // 75 % are 191 Elo, which is 127 more than the mean of the three.
        let told = cautions_of(&[("random", 500, 0), ("weak", 500, 100), ("strong", 750, 92)]);
        let [sides] = &told[..] else { panic!("{told:?}") };
        assert!(sides.contains("of all: under tablut strong (attack, by 12"), "{sides}");
        assert!(!sides.contains("weak ("), "{sides}");
    }

    #[test]
    fn many_one_sided_agents_are_one_sentence() {
        let told = cautions_of(&[("a", 50, 0), ("b", 300, 60), ("c", 900, 60), ("d", 970, 60)]);
        let [sides] = &told[..] else { panic!("{told:?}") };
        assert!(sides.contains("under tablut a (defence, by "), "{sides}");
        assert!(
            sides.contains("), d (attack, by ") && sides.contains(") and 2 others; "),
            "{sides}"
        );
    }
}
