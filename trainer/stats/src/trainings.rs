//! What several trainings of one recipe score: games blur the score of each, and each differs from the next.
//!
//! A *condition* is a rule set at a playing strength. Training *t* has there the log-odds
//!
//! ```text
//! z_t = μ + u_t + e_t        u_t ~ N(0, τ²)        e_t ~ N(0, v_t), known from the number of games
//! ```
//!
//! so that `μ` is the score of the recipe's middle training. A handful of trainings says little of one τ. So the
//! conditions learn it from each other (partial pooling): ln τ of a condition is normal around a common middle,
//! which has a weak prior of its own. The posterior is summed over a grid, without any sampling; `μ` has a flat
//! prior, and its posterior is a mixture of normal distributions (Gelman et al. 2013, *Bayesian Data Analysis*,
//! sections 5.4 and 5.7).
//!
//! The same networks play under all conditions, so these are no independent witnesses of the common middle. Each
//! other condition counts with a weight that falls with their number (`ALIKE`).
//!
//! `simulated.rs` beside this has trainings with known truth.

mod logit;
#[cfg(test)]
mod simulated;

use statrs::distribution::{ContinuousCDF, Normal};

pub use logit::{Decided, Logit, logit_apart, points_apart, points_of_difference, share_of};

use crate::{Confidence, Estimate, Interval};

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
const CELLS: usize = 48;
const SMALLEST: f64 = 0.02;
const LARGEST: f64 = 4.0;

/// What the trainings show of one condition.
#[derive(Clone, Debug, PartialEq)]
pub struct Pooled {
    /// For each τ its probability, and the mean and standard error of μ.
    parts: Vec<Part>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Part {
    spread: f64,
    weight: f64,
    mean: f64,
    error: f64,
}

/// The posterior of each condition, given the log-odds of its trainings; `None` where fewer than [`FEWEST`] played.
/// What two trainings show of τ still counts for the others.
pub fn pooled(conditions: &[Vec<Logit>]) -> Vec<Option<Pooled>> {
    let grid: Vec<f64> = (0..CELLS).map(log_spread).collect();
    let near: Vec<Vec<f64>> = grid.iter().map(|middle| around(*middle, &grid)).collect();
    let fits: Vec<Vec<Fit>> = conditions
        .iter()
        .map(|scores| grid.iter().map(|log| Fit::of(scores, log.exp())).collect())
        .collect();
    let shown: Vec<Vec<f64>> = fits.iter().map(|fits| of_middles(fits, &near)).collect();
    let weight = 1.0 / (1.0 + ALIKE * (conditions.len() as f64 - 1.0));
    let of = |index: usize| {
        let middle = |cell: usize| {
            let others = shown.iter().enumerate().filter(|(other, _)| *other != index);
            let others = others.map(|(_, shown)| shown[cell]).sum::<f64>();
            weight * others - square((grid[cell] - USUAL.ln()) / UNSURE) / 2.0
        };
        let middles = exp_scaled(&(0..CELLS).map(middle).collect::<Vec<_>>());
        (conditions[index].len() >= FEWEST).then(|| Pooled::of(&fits[index], &near, &middles))
    };
    (0..conditions.len()).map(of).collect()
}

fn log_spread(cell: usize) -> f64 {
    SMALLEST.ln() + cell as f64 / (CELLS - 1) as f64 * (LARGEST / SMALLEST).ln()
}

fn square(x: f64) -> f64 {
    x * x
}

/// How likely each ln τ is for a condition where the common middle is `middle`.
fn around(middle: f64, grid: &[f64]) -> Vec<f64> {
    let density = |log: &f64| (-square((log - middle) / UNEQUAL) / 2.0).exp();
    let all: f64 = grid.iter().map(density).sum();
    grid.iter().map(|log| density(log) / all).collect()
}

/// Exponentials of logarithms, the largest of them 1.
fn exp_scaled(logs: &[f64]) -> Vec<f64> {
    let largest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    logs.iter().map(|log| (log - largest).exp()).collect()
}

/// The log-likelihood of one condition for each common middle.
fn of_middles(fits: &[Fit], near: &[Vec<f64>]) -> Vec<f64> {
    let likely = likelihoods(fits);
    let mean =
        |near: &Vec<f64>| near.iter().zip(&likely).map(|(p, likely)| p * likely).sum::<f64>();
    near.iter().map(|near| mean(near).ln()).collect()
}

fn likelihoods(fits: &[Fit]) -> Vec<f64> {
    exp_scaled(&fits.iter().map(|fit| fit.log_likelihood).collect::<Vec<_>>())
}

/// One condition, were τ known.
struct Fit {
    log_likelihood: f64,
    spread: f64,
    mean: f64,
    error: f64,
}

impl Fit {
    /// The likelihood of τ with μ integrated out, and μ given τ: the mean of the scores weighted by their precision.
    fn of(scores: &[Logit], spread: f64) -> Self {
        let weight = |score: &Logit| 1.0 / (square(spread) + score.variance);
        let all: f64 = scores.iter().map(weight).sum();
        let mean = scores.iter().map(|score| weight(score) * score.value).sum::<f64>() / all;
        let term = |score: &Logit| weight(score).ln() - weight(score) * square(score.value - mean);
        let log_likelihood = (scores.iter().map(term).sum::<f64>() - all.ln()) / 2.0;
        Self { log_likelihood, spread, mean, error: all.sqrt().recip() }
    }
}

impl Pooled {
    fn of(fits: &[Fit], near: &[Vec<f64>], middles: &[f64]) -> Self {
        let prior =
            |cell: usize| near.iter().zip(middles).map(|(near, p)| p * near[cell]).sum::<f64>();
        let likely = likelihoods(fits);
        let weights: Vec<f64> =
            likely.iter().enumerate().map(|(cell, likely)| likely * prior(cell)).collect();
        let all: f64 = weights.iter().sum();
        let part = |(fit, weight): (&Fit, &f64)| Part {
            spread: fit.spread,
            weight: weight / all,
            mean: fit.mean,
            error: fit.error,
        };
        Self { parts: fits.iter().zip(&weights).map(part).collect() }
    }

    /// The probability that the middle training lies below these log-odds.
    pub fn below(&self, logit: f64) -> f64 {
        self.probability(logit, |part| part.error)
    }

    /// The middle training in log-odds, with its interval.
    pub fn middle(&self, confidence: Confidence) -> Estimate {
        self.estimate(confidence, |part| part.error)
    }

    /// Where one more training would lie. For `k` trainings with many games each this is wider than they are apart
    /// by √(1 + 1/k).
    pub fn another(&self, confidence: Confidence) -> Estimate {
        self.estimate(confidence, |part| part.error.hypot(part.spread))
    }

    /// The mean of τ, in log-odds.
    pub fn spread(&self) -> f64 {
        self.parts.iter().map(|part| part.weight * part.spread).sum()
    }

    fn probability(&self, logit: f64, error: impl Fn(&Part) -> f64) -> f64 {
        let below =
            |part: &Part| part.weight * Normal::standard().cdf((logit - part.mean) / error(part));
        self.parts.iter().map(below).sum()
    }

    fn estimate(&self, confidence: Confidence, error: impl Fn(&Part) -> f64 + Copy) -> Estimate {
        let tail = confidence.alpha() / 2.0;
        let [low, value, high] = [tail, 0.5, 1.0 - tail].map(|p| self.quantile(p, error));
        Estimate::new(value, Interval { low, high })
    }

    /// By halving: log-odds beyond ±60 are no scores of games.
    fn quantile(&self, probability: f64, error: impl Fn(&Part) -> f64 + Copy) -> f64 {
        let (mut low, mut high) = (-60.0, 60.0);
        for _ in 0..60 {
            let middle = (low + high) / 2.0;
            let below = self.probability(middle, error) < probability;
            *(if below { &mut low } else { &mut high }) = middle;
        }
        (low + high) / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    /// With one τ alone the interval is the normal one, and another training's is wider by √(1 + k).
    #[test]
    fn a_known_spread_gives_the_formulas_of_textbooks() {
        let fit = Fit::of(&exact(&[-0.5, 0.0, 0.5]), 0.4);
        let parts = vec![Part { spread: 0.4, weight: 1.0, mean: fit.mean, error: fit.error }];
        let known = Pooled { parts };
        let [middle, another] =
            [known.middle(Confidence::P95), known.another(Confidence::P95)].map(|e| e.high);
        // 1.959964 * 0.4 / sqrt(3), and 1.959964 * 0.4 * sqrt(1 + 1 / 3)
        assert!((middle - 0.452_634).abs() < 1e-5, "{middle}");
        assert!((another - 0.905_268).abs() < 1e-5, "{another}");
        assert!((known.below(0.0) - 0.5).abs() < 1e-9 && (known.spread() - 0.4).abs() < 1e-12);
    }
}
