//! Hypotheses judged by all trainings of a recipe together: by the interval that holds games and trainings.

use imperial_engine::Side;
use imperial_stats::trainings::log_odds_of;
use imperial_stats::{Estimate, Knowledge};

use super::evidence::{Evidence, NOTHING};
use super::manner::{self, rising};
use super::{Case, Predicate, Quantity};
use crate::{CellReport, Ensemble, EnsembleDifference, EnsembleScore, Grade, Options};

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
    let score = own.together();
    if of != Quantity::Score {
        let found = each(predicate, rules, own, cells, options)?;
        let together = manner::together(&found, of, options);
        let spanning = || (Estimate::spanning(&found), NOTHING);
        let (difference, evidence) = together.unwrap_or_else(spanning);
        let evidence = if provisional { NOTHING } else { evidence };
        return Some((case(score, manner::readable(difference, of)), evidence));
    }
    let grade = own.advantage.as_ref().map_or(Grade::Withheld, |advantage| advantage.grade);
    let seen = match predicate {
        Predicate::HigherThan(share) | Predicate::LowerThan(share) => {
            Seen { difference: score.above(*share), grade, negative: below(own, *share) }
        }
        _ => match predicate.other() {
            Some((_, other)) => above(one, rules, other)?,
            None => Seen { difference: score.above(0.5), grade, negative: below(own, 0.5) },
        },
    };
    let evidence = match predicate {
        _ if provisional || seen.grade == Grade::Withheld => NOTHING,
        Predicate::EvenWithin(margin) => even(own, *margin),
        Predicate::Favours(Side::Defenders)
        | Predicate::LowerThan(_)
        | Predicate::LowerThanUnder(_) => seen.rises().opposite(),
        _ => seen.rises(),
    };
    Some((case(score, seen.difference), evidence))
}

/// What each training found of a claim about how games go; `None` where one did not play, or its games cannot tell.
fn each(
    predicate: &Predicate,
    rules: &str,
    own: &EnsembleScore,
    cells: &[CellReport],
    options: &Options,
) -> Option<Vec<Estimate>> {
    let of = |agent: &String| {
        let cell =
            |rules: &str| cells.iter().find(|cell| cell.rules == rules && cell.agent == *agent);
        let other = match predicate.other() {
            Some((_, other)) => Some(cell(other)?),
            None => None,
        };
        manner::above(predicate, cell(rules)?, other, options)
    };
    own.trainings.iter().map(|training| of(&training.agent)).collect()
}

/// A difference that trainings show.
struct Seen {
    difference: Estimate,
    grade: Grade,
    /// The probability that it is negative; `None` for too few trainings.
    negative: Option<f64>,
}

impl Seen {
    fn rises(&self) -> Evidence {
        self.negative.map_or(NOTHING, |negative| rising(self.difference, negative))
    }
}

/// The probability that the middle training scores less than so much.
fn below(own: &EnsembleScore, share: f64) -> Option<f64> {
    own.posterior.as_ref().map(|posterior| posterior.below(log_odds_of(share)))
}

/// The score under `rules` less that under `other`, and what may be said about it: nothing where there are too few
/// trainings, or either rests on too few distinct games.
fn above(one: &Ensemble, rules: &str, other: &str) -> Option<Seen> {
    let between = |first: &str, second: &str| {
        let is_it = |pair: &&EnsembleDifference| pair.first == first && pair.second == second;
        let pair = one.differences.iter().find(is_it)?;
        let each = || pair.trainings.iter().map(|training| training.score).collect::<Vec<_>>();
        let few = || (Estimate::spanning(&each()), Grade::Withheld);
        let found = pair.difference.as_ref();
        let (difference, grade) = found.map_or_else(few, |found| (found.difference, found.grade));
        let negative = pair.posterior.as_ref().map(|posterior| posterior.below(0.0));
        Some(Seen { difference, grade, negative })
    };
    between(rules, other).or_else(|| {
        let Seen { difference, grade, negative } = between(other, rules)?;
        let negative = negative.map(|negative| 1.0 - negative);
        Some(Seen { difference: difference.negated(), grade, negative })
    })
}

/// Whether the score is within a margin of one half: both ends of the margin are left out, or one of them is passed.
fn even(own: &EnsembleScore, margin: f64) -> Evidence {
    let score = own.together();
    let inside = |end: f64| below(own, end).map(|below| rising(score.above(end), below));
    let (Some(low), Some(high)) = (inside(0.5 - margin), inside(0.5 + margin)) else {
        return NOTHING;
    };
    let ends = [low, high.opposite()];
    Evidence {
        supports: ends[0].supports.max(ends[1].supports),
        contradicts: ends[0].contradicts.min(ends[1].contradicts),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{AgentChoice, Hypothesis, JudgedHypothesis, Verdict};
    use super::*;
    use crate::tests::{cell, games, taught};
    use crate::{BalanceReport, Cell, Experience, Material};
    use imperial_stats::Confidence;

    /// A hypothesis of the last agent when so many of 1000 games under `a` and `b` are won in each training.
    fn judged(predicate: Predicate, wins: &[[u64; 2]]) -> JudgedHypothesis {
        judged_by(Knowledge::Settled, predicate, wins)
    }

    /// The same by networks that know so much of `a`.
    fn judged_by(known: Knowledge, predicate: Predicate, wins: &[[u64; 2]]) -> JudgedHypothesis {
        let change = |cell: &mut Cell| {
            if cell.rules == "a" {
                cell.knowledge = Some(known);
            }
        };
        judged_after(change, predicate, wins)
    }

    /// The same after a change of all cells.
    fn judged_after(
        change: impl Fn(&mut Cell) + Copy,
        predicate: Predicate,
        wins: &[[u64; 2]],
    ) -> JudgedHypothesis {
        let training = |(at, wins): (usize, &[u64; 2])| {
            let agent =
                taught(&format!("n:4@{at}"), at as u32, Experience::Network(at.to_string()));
            ["a", "b"].into_iter().zip(*wins).map(move |(rules, wins)| {
                let mut cell = cell(rules, agent.clone(), games(wins, 0, 0, 1000 - wins));
                change(&mut cell);
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
    fn copies_of_a_few_games_decide_nothing_under_either_rule_set() {
        let wins = [[200, 500], [220, 510], [190, 480]];
        let lower = Predicate::LowerThanUnder("b".to_owned());
        let verdict = |copied: &'static str| {
            let change = |cell: &mut Cell| {
                let few = if cell.rules == copied { 7 } else { u64::MAX };
                cell.games.iter_mut().for_each(|game| game.line %= few);
            };
            judged_after(change, lower.clone(), &wins).verdict
        };
        assert_eq!(verdict("none"), Verdict::Supported);
        assert_eq!((verdict("a"), verdict("b")), (Verdict::Open, Verdict::Open));
    }

    #[test]
    fn the_difference_is_that_of_the_statement_for_two_trainings_too() {
        let of = |predicate| judged(predicate, &[[200, 500], [220, 540]]).cases[0].difference.value;
        assert!((of(Predicate::HigherThan(0.4)) + 0.19).abs() < 1e-9);
        assert!((of(Predicate::LowerThanUnder("b".to_owned())) + 0.31).abs() < 1e-9);
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
        let half = wide.cases[0].difference.half_width();
        assert!(found > 1.4 * half && found < 1.5 * half);
        assert!(wide.power(Confidence::P95).ends_with("points would have been found"));
        let two = judged(Predicate::Favours(Side::Defenders), &[[300, 1], [310, 1]]);
        assert_eq!(two.power(Confidence::P95), "fewer than three trainings decide nothing");
    }
}
