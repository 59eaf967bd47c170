//! What the figures show, in sentences that claim no more than they do.

mod fair;
mod strength;
mod switches;
mod words;

use imperial_engine::Cause;
use serde::{Deserialize, Serialize};

use super::text::{counted, percent, plain, thousands};
use super::{
    BalanceReport, CellReport, Claim, Comparison, Evidence, RuleDifference, StopReason, Stopping,
    Verdict,
};
use imperial_stats::Estimate;
use words::{SCORE, WINS, Words};

/// A cut-off share above which the reader is warned.
pub(super) const MANY_CUT_OFF: f64 = 0.02;
/// Fewer games than this are called few.
const FEW_GAMES: u64 = 100;
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
        report.curves.iter().map(|curve| strength::change(curve, report, &words)).collect();
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
        let how = match cell.ended_by(Cause::Unfinished) {
            0 => "cut off at the ply limit",
            _ => "broken off or cut off",
        };
        cautions.push(format!(
            "{} % of the games were {how}; had they been played on, the attackers' share could be \
             anything from {} to {} %",
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
        evidence: Some(strength::evidence(curve, report)),
        ..found(Topic::Strength, &curve.slope)
    });
    let sides = strength::side_advantages(report);
    let alpha = report.options.confidence.alpha();
    let switches = report.attributions.iter().flat_map(|one| switches::headlines(one, alpha));
    let fairness = report.fairness.iter().filter(|fairness| at_the_top(&fairness.agent));
    let fairness = fairness.map(|fairness| Headline {
        topic: Topic::Fairness,
        evidence: Some(Evidence::Suggested),
        text: sentence(&fairness.text),
    });
    let stopped = report.stopping.iter().filter_map(|stopping| stopped(stopping, report));
    let findings = claims.chain(switches).chain(slopes).chain(trends).chain(sides);
    let findings = findings.chain(advantages).chain(rules).chain(in_sum(&pairs)).chain(fairness);
    let trainings = report.trainings.last().map(|spread| Headline {
        topic: Topic::Caution,
        evidence: None,
        text: spread.text(report.options.confidence),
    });
    let of_agents = trainings.into_iter().chain(strength::cautions(report));
    findings.chain(of_agents).chain(stopped).chain(cautions).collect()
}

fn claim(claim: &Claim) -> Headline {
    let evidence = match claim.verdict {
        Verdict::Supported | Verdict::Contradicted => Evidence::Shown,
        Verdict::Open => Evidence::Open,
    };
    Headline { topic: Topic::Claim, evidence: Some(evidence), text: sentence(&claim.text) }
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
