//! Claims about how games go: how long they last, and whether it matters who moves first.

use imperial_stats::trainings::{Logit, pooled};
use imperial_stats::{Contrast, Estimate, Interval, Looks};

use super::evidence::Evidence;
use super::{Predicate, Quantity};
use crate::{CellReport, Options};

/// How far the games of a cell are above what a predicate compares them with, by these games alone: lengths as the
/// logarithm of their ratio, the first mover's gain as a share of wins. `None` where the games cannot tell, or the
/// predicate is about scores.
pub(super) fn above(
    predicate: &Predicate,
    own: &CellReport,
    other: Option<&CellReport>,
    options: &Options,
) -> Option<Estimate> {
    match predicate {
        Predicate::LongerThan(plies) => {
            Some(looked_at(log_length(own)?.above(plies.ln()), options))
        }
        Predicate::LongerThanUnder(_) => {
            let apart = imperial_stats::difference(log_length(own)?, log_length(other?)?);
            Some(looked_at(apart, options))
        }
        Predicate::FirstMoverFavoured => {
            own.is_reliable().then_some(own.first_mover.as_ref()?.effect.difference)
        }
        _ => None,
    }
}

/// The logarithm of the mean length, whose error is that of the mean divided by it.
fn log_length(cell: &CellReport) -> Option<Estimate> {
    let (mean, interval) = (cell.lengths.mean, cell.lengths.mean_interval?);
    let half = interval.half_width() / mean;
    let log = mean.ln();
    let is_usable = cell.is_reliable() && log.is_finite() && half.is_finite();
    is_usable.then_some(Estimate::new(log, Interval { low: log - half, high: log + half }))
}

/// The estimate with an interval that holds as often as somebody looks: mean lengths have that of one look.
fn looked_at(once: Estimate, options: &Options) -> Estimate {
    match options.looks {
        Looks::Once => once,
        Looks::Any => {
            let error = once.standard_error(options.confidence);
            Contrast::known(once.value, error * error).anytime_estimate(options.confidence)
        }
    }
}

/// What a predicate is about.
pub(super) const fn quantity(predicate: &Predicate) -> Quantity {
    match predicate {
        Predicate::LongerThan(_) | Predicate::LongerThanUnder(_) => Quantity::Length,
        Predicate::FirstMoverFavoured => Quantity::FirstMover,
        _ => Quantity::Score,
    }
}

/// How trainings' first movers' gains become log-odds: the slope of the logistic curve at an even score. Logarithms
/// of lengths are on that scale already.
const SLOPE: f64 = 0.25;

/// What several trainings show together of a difference that each found by its games; `None` for fewer than three.
pub(super) fn together(
    found: &[Estimate],
    quantity: Quantity,
    options: &Options,
) -> Option<(Estimate, Evidence)> {
    let slope = if quantity == Quantity::FirstMover { SLOPE } else { 1.0 };
    let logit = |one: &Estimate| {
        let error = one.standard_error(options.confidence) / slope;
        Logit { value: one.value / slope, variance: error * error }
    };
    let pooled = pooled(&[found.iter().map(logit).collect::<Vec<_>>()]).pop().flatten()?;
    let middle = pooled.middle(options.confidence).map(|end| end * slope);
    Some((middle, rising(middle, pooled.below(0.0))))
}

/// A difference as people read it: lengths by how much longer they are, as a share.
pub(super) fn readable(difference: Estimate, of: Quantity) -> Estimate {
    match of {
        Quantity::Length => difference.map(f64::exp_m1),
        Quantity::Score | Quantity::FirstMover => difference,
    }
}

/// Whether a difference is positive that is `negative` with this probability.
pub(super) fn rising(difference: Estimate, negative: f64) -> Evidence {
    Evidence::of(difference, (2.0 * negative.min(1.0 - negative)).min(1.0))
}

#[cfg(test)]
mod tests {
    use imperial_engine::Side;

    use super::super::{AgentChoice, Hypothesis, Verdict};
    use super::*;
    use crate::tests::{agent, cell, games, taught};
    use crate::{BalanceReport, Cell, Experience, Grade, Material};

    /// Games of `a` and `b`; those of `a` are longer by so many plies, and whoever begins them wins so many of 100.
    fn cells(agent: &crate::AgentLabel, longer: u32, begun: u64) -> Vec<Cell> {
        let mut own = games(100, 0, 0, 100);
        for game in &mut own {
            game.plies += longer;
            let attackers_won = game.game < 100;
            let begins = game.game % 100 < begun;
            game.first = if attackers_won == begins { Side::Attackers } else { Side::Defenders };
        }
        vec![cell("a", agent.clone(), own), cell("b", agent.clone(), games(100, 0, 0, 100))]
    }

    fn verdicts(cells: Vec<Cell>, predicates: &[Predicate]) -> Vec<Verdict> {
        let hypothesis = |predicate: &Predicate| Hypothesis {
            name: format!("{predicate:?}"),
            statement: "it is so".to_owned(),
            source: "somebody".to_owned(),
            rules: vec!["a".to_owned()],
            agents: AgentChoice::Strongest,
            predicate: predicate.clone(),
        };
        let hypotheses = predicates.iter().map(hypothesis).collect();
        let material = Material { cells, hypotheses, ..Material::default() };
        let judged = BalanceReport::of(material, &Options::default()).hypotheses;
        judged.iter().map(|one| one.verdict).collect()
    }

    /// Games that all last as long have no spread; the trainings still may.
    #[test]
    fn games_of_one_length_are_judged_and_not_for_ever() {
        let agent = |at: u32| taught(&format!("n:4@{at}"), at, Experience::Network(at.to_string()));
        let cells = (0..3).map(|at| {
            let mut own = games(100, 0, 0, 100);
            own.iter_mut().for_each(|game| game.plies = 80);
            cell("a", agent(at), own)
        });
        let found = verdicts(cells.collect(), &[40.0, 160.0].map(Predicate::LongerThan));
        assert_eq!(found, [Verdict::Supported, Verdict::Contradicted]);
    }

    #[test]
    fn one_network_shows_nothing_of_who_moves_first() {
        let grade = |experience| {
            let cells = cells(&taught("n:4@a", 0, experience), 0, 90);
            let report = BalanceReport::new(cells, &Options::default());
            report.cells[0].first_mover.as_ref().expect("lots were drawn").effect.conclusion()
        };
        assert_eq!(grade(Experience::None), Grade::Shown);
        assert_eq!(grade(Experience::Network("a".to_owned())), Grade::Suggested);
    }

    /// Who looks again and again must be surer.
    #[test]
    fn lengths_that_are_looked_at_often_have_wider_intervals() {
        let cell = || cells(&agent("a", 0), 3, 50).swap_remove(0);
        let of = |looks| {
            let options = Options { looks, ..Options::default() };
            let report = BalanceReport::new(vec![cell()], &options);
            above(&Predicate::LongerThan(34.5), &report.cells[0], None, &options).expect("games")
        };
        let [once, any] = [Looks::Once, Looks::Any].map(of);
        assert_eq!(once.value, any.value);
        assert!(any.half_width() > 1.2 * once.half_width(), "{once:?} {any:?}");
    }

    fn predicates() -> [Predicate; 3] {
        // Games of `b` last 10 to 59 plies, 34.5 on average.
        [
            Predicate::LongerThanUnder("b".to_owned()),
            Predicate::LongerThan(50.0),
            Predicate::FirstMoverFavoured,
        ]
    }

    #[test]
    fn lengths_and_first_movers_have_three_verdicts() {
        use Verdict::{Contradicted, Open, Supported};
        let agent = agent("it", 0);
        let of = |longer, begun| verdicts(cells(&agent, longer, begun), &predicates());
        assert_eq!(of(30, 80), [Supported, Supported, Supported]);
        assert_eq!(of(0, 50), [Open, Contradicted, Open]);
        assert_eq!(of(15, 20)[2], Contradicted);
        let fixed = vec![cell("a", agent.clone(), games(100, 0, 0, 100))];
        assert_eq!(verdicts(fixed, &predicates()[2..]), [Open], "one side always begins");
    }

    #[test]
    fn three_trainings_decide_by_what_they_agree_on() {
        use Verdict::{Open, Supported};
        let of = |longer: &[u32]| {
            let training = |(at, longer): (usize, &u32)| {
                let training = Experience::Network(at.to_string());
                cells(&taught(&format!("n:4@{at}"), at as u32, training), *longer, 90)
            };
            let all = longer.iter().enumerate().flat_map(training).collect();
            verdicts(all, &predicates()[..1])
        };
        assert_eq!(of(&[40, 41, 42, 40]), [Supported]);
        assert_eq!(of(&[40, 41]), [Open], "too few");
        assert_eq!(of(&[60, 0, 2]), [Open], "they disagree");
    }
}
