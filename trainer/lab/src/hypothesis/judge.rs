//! The verdicts on hypotheses.

use imperial_engine::Side;
use imperial_stats::holm;

use super::{Case, Hypothesis, JudgedHypothesis, Predicate, Verdict};
use crate::cell::Analysed;
use crate::{AgentLabel, Comparison, Options};

/// The probabilities by chance alone of games that support a predicate and that contradict it: 1 where the
/// interval does not say so.
#[derive(Clone, Copy)]
struct Evidence {
    supports: f64,
    contradicts: f64,
}

/// Judges all hypotheses together.
///
/// A hypothesis holds for each of its cases, so that it is supported as well as the weakest case supports it
/// (intersection–union test: Berger 1982, *Technometrics* 24:295), and contradicted as well as the strongest
/// case does after Bonferroni's correction for their number. Holm's correction is for all hypotheses.
pub(crate) fn judge(
    hypotheses: &[Hypothesis],
    agents: &[AgentLabel],
    analysed: &[Analysed],
    options: &Options,
) -> Vec<JudgedHypothesis> {
    let tested: Vec<(Vec<Case>, Evidence)> = hypotheses
        .iter()
        .map(|hypothesis| {
            let cases = cases(hypothesis, agents, analysed, options);
            // What was not played speaks neither way.
            let nothing = Evidence { supports: 1.0, contradicts: 1.0 };
            let evidence = |case: &Option<(Case, Evidence)>| case.as_ref().map_or(nothing, |c| c.1);
            let together = together(cases.iter().map(evidence));
            (cases.into_iter().flatten().map(|(case, _)| case).collect(), together)
        })
        .collect();
    let p = |evidence: &Evidence| evidence.supports.min(evidence.contradicts);
    let corrected = holm(&tested.iter().map(|(_, evidence)| p(evidence)).collect::<Vec<_>>());
    let all = hypotheses.iter().zip(tested).zip(corrected);
    all.map(|((hypothesis, (cases, evidence)), p_holm)| {
        let verdict = if p_holm >= options.confidence.alpha() {
            Verdict::Open
        } else if evidence.supports <= evidence.contradicts {
            Verdict::Supported
        } else {
            Verdict::Contradicted
        };
        let hypothesis = hypothesis.clone();
        JudgedHypothesis { hypothesis, verdict, p: p(&evidence), p_holm, cases }
    })
    .collect()
}

fn together(all: impl ExactSizeIterator<Item = Evidence> + Clone) -> Evidence {
    let number = all.len() as f64;
    let least = all.clone().map(|one| one.contradicts).fold(1.0, f64::min);
    let most = all.map(|one| one.supports).fold(0.0, f64::max);
    let supports = if number > 0.0 { most } else { 1.0 };
    Evidence { supports, contradicts: (number * least).min(1.0) }
}

/// The cases; `None` for those that were not played.
fn cases(
    hypothesis: &Hypothesis,
    agents: &[AgentLabel],
    analysed: &[Analysed],
    options: &Options,
) -> Vec<Option<(Case, Evidence)>> {
    let cell = |rules: &str, agent: &str| {
        analysed.iter().find(|cell| cell.report.rules == rules && cell.report.agent == agent)
    };
    let chosen = hypothesis.agents.of(agents);
    let pairs = hypothesis.rules.iter().flat_map(|rules| chosen.iter().map(move |agent| (rules, agent)));
    let case = |(rules, agent): (&String, &&str)| {
        let own = cell(rules, agent)?;
        let other = match &hypothesis.predicate {
            Predicate::HigherThanUnder(other) => Some(cell(other, agent)?),
            _ => None,
        };
        let (comparison, evidence) = test(&hypothesis.predicate, own, other, options);
        let (rules, agent) = (rules.clone(), (*agent).to_owned());
        let case = Case { rules, agent, score: own.report.score, difference: comparison.difference };
        Some((case, evidence))
    };
    pairs.map(case).collect()
}

fn test(
    predicate: &Predicate,
    own: &Analysed,
    other: Option<&Analysed>,
    options: &Options,
) -> (Comparison, Evidence) {
    let with = |expected: f64| Comparison::with(&own.score, expected, options);
    match predicate {
        Predicate::Favours(Side::Attackers) => rising(with(0.5)),
        Predicate::Favours(Side::Defenders) => {
            let (comparison, Evidence { supports, contradicts }) = rising(with(0.5));
            (comparison, Evidence { supports: contradicts, contradicts: supports })
        }
        Predicate::HigherThan(share) => rising(with(*share)),
        Predicate::HigherThanUnder(_) => rising(other.map_or_else(
            || with(0.5),
            |other| Comparison::between(&own.score, &other.score, options),
        )),
        Predicate::EvenWithin(margin) => even(own, *margin, options),
    }
}

/// Whether a difference is positive.
fn rising(comparison: Comparison) -> (Comparison, Evidence) {
    let (low, high) = (comparison.difference.low, comparison.difference.high);
    let p = if comparison.grade == crate::Grade::Withheld { 1.0 } else { comparison.p };
    let if_so = |is_so: bool| if is_so { p } else { 1.0 };
    (comparison, Evidence { supports: if_so(low > 0.0), contradicts: if_so(high < 0.0) })
}

/// Whether a score is within a margin of one half: by two one-sided tests, and the opposite by one against the
/// end of the margin that is nearer.
fn even(own: &Analysed, margin: f64, options: &Options) -> (Comparison, Evidence) {
    let options = Options { equivalence: margin, ..*options };
    let comparison = Comparison::with(&own.score, 0.5, &options);
    if comparison.grade == crate::Grade::Withheld {
        return (comparison, Evidence { supports: 1.0, contradicts: 1.0 });
    }
    let end = if comparison.is_negative() { 0.5 - margin } else { 0.5 + margin };
    let beyond = Comparison::with(&own.score, end, &options);
    let outside = comparison.difference.low > margin || comparison.difference.high < -margin;
    let supports = comparison.equivalence.p;
    (comparison, Evidence { supports, contradicts: if outside { beyond.p } else { 1.0 } })
}
