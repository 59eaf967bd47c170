//! Hypotheses judged by all trainings of a recipe together: by the interval that holds games and trainings.

use imperial_engine::Side;
use imperial_stats::{Estimate, Interval, Knowledge};

use super::evidence::Evidence;
use super::manner::{self, rising};
use super::{Case, Predicate, Quantity};
use crate::{CellReport, Ensemble, EnsembleScore, Grade, Options};

/// What speaks neither way.
const NOTHING: Evidence = Evidence { supports: 1.0, contradicts: 1.0 };

/// The case of one rule set; `None` where it was not played. One or two trainings speak neither way.
pub(super) fn case(
    predicate: &Predicate,
    rules: &str,
    one: &Ensemble,
    cells: &[CellReport],
    options: &Options,
) -> Option<(Case, Evidence)> {
    let own = one.scores.iter().find(|score| score.rules == rules)?;
    let mut provisional = own.knowledge < Knowledge::Settled;
    if let Some((_, other)) = predicate.other() {
        provisional |= one.knowledge(other) < Knowledge::Settled;
    }
    let of = manner::quantity(predicate);
    let case = |score: Estimate, difference: Estimate| Case {
        rules: rules.to_owned(),
        agent: one.strength.clone(),
        trainings: own.trainings.len() as u32,
        provisional,
        of,
        score,
        difference,
    };
    if of != Quantity::Score {
        let score = own.score.unwrap_or_else(|| mean(own));
        let found = each(predicate, rules, own, cells)?;
        let Some(difference) = manner::together(&found, of, options) else {
            return Some((manner::told(case(score, found[0]), range(&found)), NOTHING));
        };
        let evidence = if provisional { NOTHING } else { rising(difference, options) };
        return Some((manner::told(case(score, difference), difference), evidence));
    }
    let (Some(score), Some(advantage)) = (own.score, &own.advantage) else {
        let score = mean(own);
        return Some((case(score, less(score, 0.5)), NOTHING));
    };
    let difference = match predicate {
        Predicate::Favours(_) | Predicate::EvenWithin(_) => less(score, 0.5),
        Predicate::HigherThan(share) | Predicate::LowerThan(share) => less(score, *share),
        _ => above(one, rules, predicate.other()?.1)?,
    };
    let evidence = match (advantage.grade, predicate) {
        _ if provisional => NOTHING,
        (Grade::Withheld, _) => NOTHING,
        (_, Predicate::EvenWithin(margin)) => even(difference, *margin, options),
        (
            _,
            Predicate::Favours(Side::Defenders)
            | Predicate::LowerThan(_)
            | Predicate::LowerThanUnder(_),
        ) => {
            let Evidence { supports, contradicts } = rising(difference, options);
            Evidence { supports: contradicts, contradicts: supports }
        }
        _ => rising(difference, options),
    };
    Some((case(score, difference), evidence))
}

/// What each training found of a claim about how games go; `None` where one did not play, or its games cannot tell.
fn each(
    predicate: &Predicate,
    rules: &str,
    own: &EnsembleScore,
    cells: &[CellReport],
) -> Option<Vec<Estimate>> {
    let of = |agent: &String| {
        let cell =
            |rules: &str| cells.iter().find(|cell| cell.rules == rules && cell.agent == *agent);
        let other = match predicate.other() {
            Some((_, other)) => Some(cell(other)?),
            None => None,
        };
        manner::above(predicate, cell(rules)?, other)
    };
    own.trainings.iter().map(|training| of(&training.agent)).collect()
}

/// The mean of some differences, from the lowest end of their intervals to the highest.
fn range(found: &[Estimate]) -> Estimate {
    let value = found.iter().map(|one| one.value).sum::<f64>() / found.len() as f64;
    let low = found.iter().map(|one| one.low).fold(f64::INFINITY, f64::min);
    let high = found.iter().map(|one| one.high).fold(f64::NEG_INFINITY, f64::max);
    Estimate::new(value, Interval { low, high })
}

/// The mean of too few trainings, from the lowest end of their intervals to the highest.
fn mean(own: &EnsembleScore) -> Estimate {
    let scores = || own.trainings.iter().map(|training| training.score);
    let value = scores().map(|score| score.value).sum::<f64>() / own.trainings.len() as f64;
    let low = scores().map(|score| score.low).fold(1.0, f64::min);
    let high = scores().map(|score| score.high).fold(0.0, f64::max);
    Estimate::new(value, Interval { low, high })
}

fn less(score: Estimate, by: f64) -> Estimate {
    Estimate::new(score.value - by, Interval { low: score.low - by, high: score.high - by })
}

/// The score under `rules` less that under `other`.
fn above(one: &Ensemble, rules: &str, other: &str) -> Option<Estimate> {
    let is_it = |first: &str, second: &str| {
        let found =
            one.differences.iter().find(|pair| pair.first == first && pair.second == second);
        Some(found?.difference.as_ref()?.difference)
    };
    is_it(rules, other).or_else(|| Some(is_it(other, rules)?.negated()))
}

/// Whether it is within a margin of nothing: both ends of the margin are left out, or one of them is passed.
fn even(difference: Estimate, margin: f64, options: &Options) -> Evidence {
    let [above_low, below_high] = [less(difference, -margin), less(difference, margin).negated()];
    let inside = [above_low, below_high].map(|end| rising(end, options));
    Evidence {
        supports: inside[0].supports.max(inside[1].supports),
        contradicts: inside[0].contradicts.min(inside[1].contradicts),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{AgentChoice, Hypothesis, JudgedHypothesis, Verdict};
    use super::*;
    use crate::tests::{cell, games, taught};
    use crate::{BalanceReport, Experience, Material};
    use imperial_stats::Confidence;

    /// A hypothesis of the last agent when so many of 1000 games under `a` and `b` are won in each training.
    fn judged(predicate: Predicate, wins: &[[u64; 2]]) -> JudgedHypothesis {
        judged_by(Knowledge::Settled, predicate, wins)
    }

    /// The same by networks that know so much of `a`.
    fn judged_by(known: Knowledge, predicate: Predicate, wins: &[[u64; 2]]) -> JudgedHypothesis {
        let training = |(at, wins): (usize, &[u64; 2])| {
            let agent =
                taught(&format!("n:4@{at}"), at as u32, Experience::Network(at.to_string()));
            ["a", "b"].into_iter().zip(*wins).map(move |(rules, wins)| {
                let mut cell = cell(rules, agent.clone(), games(wins, 0, 0, 1000 - wins));
                if rules == "a" {
                    cell.knowledge = Some(known);
                }
                cell
            })
        };
        let hypotheses = vec![Hypothesis {
            name: "it".to_owned(),
            statement: "it is so".to_owned(),
            source: "somebody".to_owned(),
            rules: vec!["a".to_owned()],
            agents: AgentChoice::Strongest,
            predicate,
        }];
        let cells = wins.iter().enumerate().flat_map(training).collect();
        let material = Material { cells, hypotheses, ..Material::default() };
        BalanceReport::of(material, &Options::default()).hypotheses.remove(0)
    }

    #[test]
    fn three_trainings_decide_and_two_do_not() {
        use Verdict::{Contradicted, Open, Supported};
        let four = [[200, 500], [220, 510], [190, 480], [210, 490]];
        let verdict =
            |predicate: &Predicate, number| judged(predicate.clone(), &four[..number]).verdict;
        for (predicate, expected) in [
            (Predicate::Favours(Side::Defenders), Supported),
            (Predicate::Favours(Side::Attackers), Contradicted),
            (Predicate::EvenWithin(0.05), Contradicted),
            (Predicate::HigherThan(0.4), Contradicted),
            (Predicate::HigherThanUnder("b".to_owned()), Contradicted),
            (Predicate::LowerThan(0.4), Supported),
            (Predicate::LowerThanUnder("b".to_owned()), Supported),
        ] {
            assert_eq!(verdict(&predicate, 4), expected, "{predicate:?}");
            assert_eq!(verdict(&predicate, 2), Open, "{predicate:?}");
        }
        let even = [[500, 1], [510, 1], [495, 1], [505, 1], [500, 1], [490, 1], [500, 1], [508, 1]];
        assert_eq!(judged(Predicate::EvenWithin(0.1), &even).verdict, Supported);
    }

    #[test]
    fn networks_that_have_not_learned_the_rules_to_the_end_decide_nothing() {
        let wins = [[200, 500], [220, 510], [190, 480]];
        let by = |known| judged_by(known, Predicate::Favours(Side::Defenders), &wins);
        assert_eq!(by(Knowledge::Settled).verdict, Verdict::Supported);
        for known in [Knowledge::Moving, Knowledge::Board, Knowledge::Unknown] {
            let open = by(known);
            assert_eq!(open.verdict, Verdict::Open, "{known:?}");
            assert!(open.power(Confidence::P95).ends_with("to the end decide nothing"));
        }
    }

    #[test]
    fn an_open_hypothesis_says_what_could_have_been_found() {
        let wide = judged(Predicate::Favours(Side::Defenders), &[[300, 1], [600, 1], [450, 1]]);
        assert_eq!(wide.verdict, Verdict::Open);
        let found = wide.cases[0].detectable(Confidence::P95).expect("three trainings");
        let half = (wide.cases[0].difference.high - wide.cases[0].difference.low) / 2.0;
        assert!(found > 1.4 * half && found < 1.5 * half);
        assert!(wide.power(Confidence::P95).ends_with("points would have been found"));
        let two = judged(Predicate::Favours(Side::Defenders), &[[300, 1], [310, 1]]);
        assert_eq!(two.power(Confidence::P95), "fewer than three trainings decide nothing");
    }
}
