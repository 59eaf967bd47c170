//! What several trainings of one recipe score: games blur the score of each, and each differs from the next.
//!
//! A *condition* is a rule set at a playing strength. Training *t* has there the log-odds
//!
//! ```text
//! z_t = μ + u_t        u_t ~ N(0, τ²)
//! ```
//!
//! of which its games tell what they tell of any share (`seen`), so that `μ` is the score of the recipe's middle
//! training. A handful of trainings says little of one τ. So the conditions learn it from each other (partial pooling):
//! ln τ of a condition is normal around a common middle, which has a weak prior of its own. The posterior is summed over
//! a grid of τ and μ, without any sampling (Gelman et al. 2013, *Bayesian Data Analysis*, sections 5.4 and 5.7). The
//! prior of `μ` is that of Jeffreys for a share where games are counted, so that one win in a thousand games is as well
//! placed as five hundred; elsewhere it is flat.
//!
//! The same networks play under all conditions, so these are no independent witnesses of the common middle. Each
//! other condition counts with a weight that falls with their number (`ALIKE`).
//!
//! `simulated.rs` beside this has trainings with known truth.

mod apart;
mod logit;
mod posterior;
mod seen;
#[cfg(test)]
mod simulated;

pub use crate::log_odds::{log_odds_of, share_of};
pub use apart::{Apart, Shares};
pub use logit::{Decided, Logit};
pub use posterior::Pooled;
pub use seen::Seen;

use posterior::{Fit, exp_scaled};
use seen::square;

/// Fewest trainings that have an interval: two say next to nothing of a third.
pub const FEWEST: usize = 3;

/// The middle of the prior of τ, in log-odds: at an even score 15 points. Networks of three trainings that had not
/// learned a rule set were 9 points apart from their mean there, others 2 to 4 (`docs/runs.md`).
const USUAL: f64 = 0.6;
/// How sure that is: standard deviation of its logarithm. It says hardly more than that τ is on the grid: a prior that
/// knows better is wrong where trainings are far apart, and their intervals are too narrow then.
const UNSURE: f64 = 2.0;
/// Standard deviation of ln τ between conditions.
const UNEQUAL: f64 = 0.6;
/// What two conditions have in common of the squares that tell τ: a correlation of 0.95 between what one training
/// is off by under both.
const ALIKE: f64 = 0.9;

/// The grid of τ, evenly spaced on a logarithmic scale.
const CELLS: usize = 32;
const SMALLEST: f64 = 0.02;
const LARGEST: f64 = 4.0;

/// The posterior of each condition, given what the games of its trainings tell; `None` where fewer than [`FEWEST`]
/// played. What two trainings show of τ still counts for the others.
pub fn pooled<S: Clone + Into<Seen>>(conditions: &[Vec<S>]) -> Vec<Option<Pooled>> {
    let grid: Vec<f64> = (0..CELLS).map(log_spread).collect();
    let spreads: Vec<f64> = grid.iter().map(|log| log.exp()).collect();
    let near: Vec<Vec<f64>> = grid.iter().map(|middle| around(*middle, &grid)).collect();
    let fit = |seen: &Vec<S>| {
        Fit::of(&seen.iter().cloned().map(Into::into).collect::<Vec<_>>(), &spreads)
    };
    let fits: Vec<Fit> = conditions.iter().map(fit).collect();
    let shown: Vec<Vec<f64>> = fits.iter().map(|fit| of_middles(fit, &near)).collect();
    let weight = 1.0 / (1.0 + ALIKE * (conditions.len() as f64 - 1.0));
    let of = |index: usize| {
        let middle = |cell: usize| {
            let others = shown.iter().enumerate().filter(|(other, _)| *other != index);
            let others = others.map(|(_, shown)| shown[cell]).sum::<f64>();
            weight * others - square((grid[cell] - USUAL.ln()) / UNSURE) / 2.0
        };
        let middles = exp_scaled(&(0..CELLS).map(middle).collect::<Vec<_>>());
        let prior =
            |cell: usize| near.iter().zip(&middles).map(|(near, p)| p * near[cell]).sum::<f64>();
        let prior: Vec<f64> = (0..CELLS).map(prior).collect();
        (conditions[index].len() >= FEWEST).then(|| Pooled::of(&fits[index], &prior))
    };
    (0..conditions.len()).map(of).collect()
}

fn log_spread(cell: usize) -> f64 {
    SMALLEST.ln() + cell as f64 / (CELLS - 1) as f64 * (LARGEST / SMALLEST).ln()
}

/// How likely each ln τ is for a condition where the common middle is `middle`.
fn around(middle: f64, grid: &[f64]) -> Vec<f64> {
    let density = |log: &f64| (-square((log - middle) / UNEQUAL) / 2.0).exp();
    let all: f64 = grid.iter().map(density).sum();
    grid.iter().map(|log| density(log) / all).collect()
}

/// The log-likelihood of one condition for each common middle.
fn of_middles(fit: &Fit, near: &[Vec<f64>]) -> Vec<f64> {
    let likely = fit.likelihoods();
    let mean =
        |near: &Vec<f64>| near.iter().zip(&likely).map(|(p, likely)| p * likely).sum::<f64>();
    near.iter().map(|near| mean(near).ln()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Confidence;

    fn exact(values: &[f64]) -> Vec<Logit> {
        values.iter().map(|&value| Logit { value, variance: 1e-6 }).collect()
    }

    #[test]
    fn two_trainings_have_no_interval_and_three_have() {
        let found = pooled(&[exact(&[0.1, 0.4]), exact(&[0.1, 0.4, 0.2]), exact(&[0.3])]);
        assert!(found[0].is_none() && found[2].is_none());
        let middle = found[1].as_ref().expect("three").middle(Confidence::P95);
        assert!((middle.value - 0.7 / 3.0).abs() < 1e-3, "{middle:?}");
    }

    #[test]
    fn conditions_learn_the_spread_from_each_other() {
        let narrow = |others: &[Vec<Logit>]| {
            let own = [exact(&[-0.3, 0.0, 0.3])].into_iter();
            let found = pooled(&own.chain(others.to_vec()).collect::<Vec<_>>());
            let middle = found[0].as_ref().expect("three").middle(Confidence::P95);
            middle.high - middle.low
        };
        let calm = vec![exact(&[1.0, 1.02, 0.98]); 4];
        let wild = vec![exact(&[1.0, -2.0, 3.0]); 4];
        let alone = narrow(&[]);
        assert!(narrow(&calm) < 0.9 * alone && narrow(&wild) > 1.1 * alone);
    }

    /// Nothing won says that the share is small, and not how small.
    #[test]
    fn games_that_are_never_won_leave_nothing_out() {
        let none = vec![Decided { share: 0.0, games: 200.0 }; 4];
        let middle = pooled(&[none]).remove(0).expect("four").middle(Confidence::P95);
        let [low, high] = [middle.low, middle.high].map(share_of);
        // The end of the usual interval is 2.5 / 801: that of no win in 800 games, and trainings differ besides.
        assert!(low < 1e-4 && (0.002..0.01).contains(&high), "{low} {high}");
    }

    /// Who never won counts as much as the others, though log-odds would call him unsure.
    #[test]
    fn a_training_that_never_won_draws_the_middle_down() {
        let of = |shares: &[f64]| {
            let seen = shares.iter().map(|share| Decided { share: *share, games: 60.0 });
            let found = pooled(&[seen.collect::<Vec<_>>()]).remove(0).expect("four");
            share_of(found.middle(Confidence::P95).value)
        };
        let (drawn, alike) = (of(&[0.5, 0.3, 0.3, 0.0]), of(&[0.5, 0.3, 0.3, 0.36]));
        assert!(drawn < 0.23 && alike > 0.3, "{drawn} {alike}");
    }
}
