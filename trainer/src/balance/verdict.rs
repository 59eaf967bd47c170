//! What the figures show, in sentences that claim no more than they do.

mod fair;
mod switches;
mod words;

use serde::{Deserialize, Serialize};

use super::text::{counted, percent, plain, thousands, whole};
use super::{
    BalanceReport, CellReport, Claim, Comparison, Evidence, RuleDifference, StopReason, Stopping,
    StrengthCurve, StrengthPoint, Trend, Verdict,
};
use crate::stats::{Estimate, difference, estimate_test, holm};
use words::{SCORE, WINS, Words};

/// A cut-off share above which the reader is warned.
pub(super) const MANY_CUT_OFF: f64 = 0.02;
/// Fewer games than this are called few.
const FEW_GAMES: u64 = 100;

/// An agent whose attack and defence differ by more Elo than this is one-sided.
const ONE_SIDED: f64 = 100.0;
/// More pairs of rule sets than this are not told one by one.
const MANY_PAIRS: usize = 10;
/// So many of a long list are told.
const FEW_PAIRS: usize = 6;

/// One finding, for the top of a report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Headline {
    /// What it is about.
    pub topic: Topic,
    /// How far the games support it; `None` for cautions.
    pub evidence: Option<Evidence>,
    /// The finding in a sentence.
    pub text: String,
}

/// What a finding is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Topic {
    /// How balance changes with playing strength.
    Strength,
    /// Which side the strongest play favours.
    Advantage,
    /// How two rule sets differ.
    Rules,
    /// What others have claimed.
    Claim,
    /// Which switch makes the difference between two rule sets.
    Switch,
    /// What would even a rule set.
    Fairness,
    /// What the reader must know before believing the rest.
    Caution,
}

/// Writes all sentences of a judged report.
pub(super) fn write(report: &mut BalanceReport) {
    let words = Words::new(&report.options);
    for cell in &mut report.cells {
        cell.advantage.text = words.advantage(cell);
        if let Some(first) = &mut cell.first_mover {
            first.effect.text = words.first_mover(first);
        }
        cell.cautions = cautions(cell);
    }
    for trend in &mut report.trends {
        trend.share.text = words.trend(trend, &trend.share, &WINS);
        trend.score.text = words.trend(trend, &trend.score, &SCORE);
    }
    for trend in &mut report.learned_trends {
        trend.share.text = words.trend(trend, &trend.share, &WINS);
        trend.score.text = words.trend(trend, &trend.score, &SCORE);
    }
    let texts: Vec<String> =
        report.curves.iter().map(|curve| strength_text(curve, report, &words)).collect();
    for (curve, text) in report.curves.iter_mut().zip(texts) {
        curve.slope.text = text;
        if let Some(line) = &mut curve.learned {
            line.slope.text = words.learned(line);
        }
    }
    for fairness in &mut report.fairness {
        fairness.text = words.fairness(fairness);
    }
    for pair in &mut report.differences {
        pair.share.text = words.difference(pair, &pair.share, &WINS);
        pair.score.text = words.difference(pair, &pair.score, &SCORE);
    }
    report.headlines = headlines(report);
}

fn cautions(cell: &CellReport) -> Vec<String> {
    let mut cautions = Vec::new();
    if 2 * cell.distinct_games < cell.games {
        let so = if cell.is_reliable() {
            "; the others repeat them"
        } else {
            ", so that the score is that of a few lines of play of this player, not of the game"
        };
        cautions.push(format!(
            "only {} of {} are distinct{so}",
            thousands(cell.distinct_games),
            counted(cell.games, "game", "games")
        ));
    }
    if cell.games < FEW_GAMES {
        let played = if cell.games == 1 { "was played" } else { "were played" };
        cautions.push(format!("only {} {played}", counted(cell.games, "game", "games")));
    }
    if cell.results.cut_off.share.value > MANY_CUT_OFF {
        let (low, high) = cell.share_if_played_on();
        cautions.push(format!(
            "{} % of the games were cut off at the ply limit; had they been played on, the attackers' \
             share could be anything from {} to {} %",
            percent(cell.results.cut_off.share.value),
            percent(low),
            percent(high)
        ));
    }
    cautions
}

fn headlines(report: &BalanceReport) -> Vec<Headline> {
    let found = |topic, comparison: &Comparison| Headline {
        topic,
        evidence: Some(comparison.evidence),
        text: sentence(&comparison.text),
    };
    let strongest = report.agents.last().map(|agent| agent.name.as_str());
    let at_the_top = |agent: &str| Some(agent) == strongest;
    let trends = report.trends.iter().map(|trend| found(Topic::Strength, &trend.share));
    let advantages = report.cells.iter().filter(|cell| at_the_top(&cell.agent));
    let advantages = advantages.map(|cell| found(Topic::Advantage, &cell.advantage));
    let pairs: Vec<&RuleDifference> =
        report.differences.iter().filter(|pair| at_the_top(&pair.agent)).collect();
    let rules = told(&pairs).into_iter().map(|pair| found(Topic::Rules, &pair.share));
    let cautions = report.cells.iter().filter_map(caution);
    let claims = report.claims.iter().map(claim);
    let slopes = report.curves.iter().map(|curve| Headline {
        evidence: Some(told_change(curve, report).evidence),
        ..found(Topic::Strength, &curve.slope)
    });
    let sides = side_advantages(report);
    let alpha = report.options.confidence.alpha();
    let switches = report.attributions.iter().flat_map(|one| switches::headlines(one, alpha));
    let fairness = report.fairness.iter().filter(|fairness| at_the_top(&fairness.agent));
    let fairness = fairness.map(|fairness| Headline {
        topic: Topic::Fairness,
        evidence: Some(Evidence::Suggested),
        text: sentence(&fairness.text),
    });
    let stopped = report.stopping.iter().filter_map(|stopping| stopped(stopping, report));
    let one_sided = report.curves.iter().flat_map(one_sided);
    let order = report.curves.iter().filter_map(|curve| out_of_order(curve, report));
    let findings = claims.chain(switches).chain(slopes).chain(trends).chain(sides);
    let findings = findings.chain(advantages).chain(rules).chain(in_sum(&pairs)).chain(fairness);
    findings.chain(order).chain(stopped).chain(one_sided).chain(cautions).collect()
}

fn claim(claim: &Claim) -> Headline {
    let evidence = match claim.verdict {
        Verdict::Supported | Verdict::Contradicted => Evidence::Shown,
        Verdict::Open => Evidence::Open,
    };
    Headline { topic: Topic::Claim, evidence: Some(evidence), text: sentence(&claim.text) }
}

/// How the attackers' score changes with strength: by so much for each 100 Elo or, where no line
/// fits, from one agent to another.
fn strength_text(curve: &StrengthCurve, report: &BalanceReport, words: &Words) -> String {
    let change = match ends(curve, report).filter(|_| !curve.fits()) {
        Some(trend) => {
            let score = |agent| report.cell(&curve.rules, agent).map(|cell| cell.score);
            words.unsteady(trend, score(&trend.weakest).zip(score(&trend.strongest)))
        }
        None => words.slope(curve),
    };
    match &curve.learned {
        Some(line) => format!("{change}; {}", words.learned(line)),
        None => change,
    }
}

/// The comparison that [`strength_text`] tells.
fn told_change<'a>(curve: &'a StrengthCurve, report: &'a BalanceReport) -> &'a Comparison {
    let ends = ends(curve, report).filter(|_| !curve.fits());
    ends.map_or(&curve.slope, |trend| &trend.score)
}

/// The strongest agent against the weakest: of networks, where there are two.
fn ends<'a>(curve: &StrengthCurve, report: &'a BalanceReport) -> Option<&'a Trend> {
    let of = |trends: &'a [Trend]| trends.iter().find(|trend| trend.rules == curve.rules);
    of(&report.learned_trends).or_else(|| of(&report.trends))
}

/// What the sides are worth between two copies of the strongest player of each rule set.
fn side_advantages(report: &BalanceReport) -> Vec<Headline> {
    let confidence = report.options.confidence;
    let rated = |curve| {
        let strongest = StrengthCurve::strongest(curve)?;
        Some((curve, strongest, strongest.side_advantage?))
    };
    let all: Vec<_> = report.curves.iter().filter_map(rated).collect();
    let tests: Vec<f64> = all.iter().map(|(.., own)| estimate_test(*own, confidence)).collect();
    let told = all.into_iter().zip(holm(&tests)).map(|((curve, strongest, own), p_holm)| {
        let evidence = if own.interval().contains(0.0) {
            Evidence::Open
        } else if p_holm < confidence.alpha() {
            Evidence::Shown
        } else {
            Evidence::Suggested
        };
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

/// Agents that are much better on one side than the others are.
fn one_sided(curve: &StrengthCurve) -> Vec<Headline> {
    let leans = |point: &&StrengthPoint| {
        let lean = difference(point.attack, point.defence);
        lean.value.abs() > ONE_SIDED && !lean.interval().contains(0.0)
    };
    let told = |point: &StrengthPoint| {
        let lean = point.lean();
        let (better, worse) =
            if lean > 0.0 { ("attacks", "defends") } else { ("defends", "attacks") };
        Headline {
            topic: Topic::Caution,
            evidence: None,
            text: format!(
                "{} is one-sided under {}: compared with the other agents it {better} {} Elo better \
                 than it {worse}, so its games against itself say something of it and not only of the \
                 rules.",
                point.agent,
                curve.rules,
                whole(lean.abs())
            ),
        }
    };
    curve.points.iter().filter(leans).map(told).collect()
}

/// Agents that were not given from the weakest to the strongest.
fn out_of_order(curve: &StrengthCurve, report: &BalanceReport) -> Option<Headline> {
    let (stronger, weaker, lead) = curve.contradiction(&report.agents)?;
    let [points, low, high] = [lead.value, lead.low, lead.high].map(whole);
    Some(Headline {
        topic: Topic::Caution,
        evidence: None,
        text: format!(
            "The order of the agents is wrong under {}: {} was given as stronger than {}, but is \
             {points} Elo weaker ({low} to {high}); what is said of the strongest and the weakest \
             agent follows the order given, which should be from the weakest to the strongest.",
            curve.rules, weaker.agent, stronger.agent
        ),
    })
}

/// What is said where the games were stopped before the intervals were narrow enough.
fn stopped(stopping: &Stopping, report: &BalanceReport) -> Option<Headline> {
    let why = match stopping.reason {
        StopReason::Precise => return None,
        StopReason::Games => "as many games as allowed were played",
        StopReason::Time => "the time was spent",
    };
    let wide = |cell: &&CellReport| {
        let half = |figure: Estimate| (figure.high - figure.low) / 2.0;
        half(cell.score).max(half(cell.results.attackers.share)) > stopping.precision
    };
    let wide = report.cells.iter().filter(wide);
    let names: Vec<_> = wide.map(|cell| format!("{} by {}", cell.rules, cell.agent)).collect();
    let more = names.len().saturating_sub(FEW_PAIRS);
    let others = if more > 0 { format!(" and {more} others") } else { String::new() };
    Some(Headline {
        topic: Topic::Caution,
        evidence: None,
        text: format!(
            "Before every interval was within ±{} points, {why}; the intervals of {}{others} \
             are wider.",
            plain(stopping.precision),
            names[..names.len() - more].join(", ")
        ),
    })
}

/// The pairs of rule sets that are told one by one: all, or of many the largest differences shown.
fn told<'a>(pairs: &[&'a RuleDifference]) -> Vec<&'a RuleDifference> {
    if pairs.len() <= MANY_PAIRS {
        return pairs.to_vec();
    }
    let mut shown: Vec<_> = pairs.iter().copied().filter(|pair| is_shown(pair)).collect();
    let size = |pair: &RuleDifference| pair.share.difference.value.abs();
    shown.sort_by(|a, b| size(b).total_cmp(&size(a)));
    shown.truncate(FEW_PAIRS);
    shown
}

fn is_shown(pair: &RuleDifference) -> bool {
    pair.share.evidence == Evidence::Shown
}

/// What is said of pairs of rule sets that are too many to be told one by one.
fn in_sum(pairs: &[&RuleDifference]) -> Option<Headline> {
    let shown = pairs.iter().filter(|pair| is_shown(pair)).count();
    (pairs.len() > MANY_PAIRS).then(|| Headline {
        topic: Topic::Rules,
        evidence: Some(if shown > 0 { Evidence::Shown } else { Evidence::Open }),
        text: format!(
            "Of {} pairs of rule sets, {shown} are shown to differ in the attackers' share of wins (at most \
             {FEW_PAIRS} are told here, the largest differences first); the others show no \
             difference, or a negligible one.",
            pairs.len()
        ),
    })
}

fn caution(cell: &CellReport) -> Option<Headline> {
    (!cell.cautions.is_empty()).then(|| Headline {
        topic: Topic::Caution,
        evidence: None,
        text: sentence(&format!(
            "under {} with {} on both sides, {}",
            cell.rules,
            cell.agent,
            cell.cautions.join("; ")
        )),
    })
}

/// With a capital letter and a full stop. A name keeps its own spelling.
pub(super) fn sentence(text: &str) -> String {
    let starts_with_word =
        ["under ", "attackers ", "no ", "of "].iter().any(|word| text.starts_with(word));
    let mut letters = text.chars();
    match letters.next() {
        Some(letter) if starts_with_word => {
            format!("{}{}.", letter.to_ascii_uppercase(), letters.as_str())
        }
        _ => format!("{text}."),
    }
}
