//! What trainings show of one condition, summed over a grid.

use statrs::distribution::{ContinuousCDF, Normal};

use super::seen::{Likelihood, Seen, jeffreys, square};
use crate::{Confidence, Estimate, Interval};

/// Most points of the grid between the trainings.
const POINTS: f64 = 120.0;
/// How far points are apart there, in standard errors of the middle.
const STEP: f64 = 0.5;
/// Points are no closer than this, as trainings that all found the same are still not known to be the same.
const CLOSEST: f64 = 1e-4;
/// How much farther each point outside lies than the one before, and how far the last one lies.
const GROWS: f64 = 1.2;
const FAR: f64 = 30.0;

/// One condition, were τ known.
pub(super) struct Fit {
    /// Values of μ.
    grid: Vec<f64>,
    parts: Vec<Known>,
}

/// What is known of μ for one τ.
struct Known {
    spread: f64,
    log_likelihood: f64,
    /// The probability of each place of the grid.
    places: Vec<f64>,
}

/// What the trainings show of one condition.
#[derive(Clone, Debug, PartialEq)]
pub struct Pooled {
    /// Values of μ, and the probability that it lies below each.
    grid: Vec<f64>,
    below: Vec<f64>,
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

impl Fit {
    pub fn of(seen: &[Seen], spreads: &[f64]) -> Self {
        let all: Vec<Likelihood> = seen.iter().map(Seen::likelihood).collect();
        let grid = grid(&all);
        let widths = widths(&grid);
        let is_counted = seen.iter().any(Seen::is_counted);
        let prior = |figure: &f64| if is_counted { jeffreys(*figure) } else { 1.0 };
        let prior: Vec<f64> =
            grid.iter().zip(&widths).map(|(figure, width)| prior(figure) * width).collect();
        let part = |spread: &f64| {
            let mut places = prior.clone();
            let mut scale = 0.0;
            for likelihood in &all {
                let likely = likelihood.around(&grid, square(*spread));
                places.iter_mut().zip(&likely).for_each(|(place, likely)| *place *= likely);
                // Kept from vanishing where there are many trainings.
                let sum: f64 = places.iter().sum();
                if sum > 0.0 {
                    places.iter_mut().for_each(|place| *place /= sum);
                    scale += sum.ln();
                } else {
                    scale = f64::NEG_INFINITY;
                    places.fill(0.0);
                }
            }
            Known { spread: *spread, log_likelihood: scale, places }
        };
        let parts = spreads.iter().map(part).collect();
        Self { grid, parts }
    }

    /// How likely the games are for each τ, the largest 1.
    pub fn likelihoods(&self) -> Vec<f64> {
        exp_scaled(&self.parts.iter().map(|part| part.log_likelihood).collect::<Vec<_>>())
    }
}

/// Exponentials of logarithms, the largest of them 1.
pub(super) fn exp_scaled(logs: &[f64]) -> Vec<f64> {
    let largest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    logs.iter().map(|log| (log - largest).exp()).collect()
}

/// Values of μ: close to each other between the trainings, then ever farther apart.
fn grid(all: &[Likelihood]) -> Vec<f64> {
    let ends = all.iter().map(Likelihood::ends);
    let (low, high) = ends
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), (a, b)| (low.min(a), high.max(b)));
    let narrowest = all.iter().map(Likelihood::width).fold(f64::INFINITY, f64::min);
    let step =
        (STEP * narrowest / (all.len() as f64).sqrt()).max((high - low) / POINTS).max(CLOSEST);
    let between = ((high - low) / step).ceil() as usize;
    let outside = |from: f64, sign: f64| {
        let mut far = 0.0;
        let mut next = step;
        std::iter::from_fn(move || {
            if far > FAR {
                return None;
            }
            far += next;
            next *= GROWS;
            Some(from + sign * far)
        })
    };
    let mut grid: Vec<f64> = outside(low, -1.0).collect();
    grid.reverse();
    grid.extend((0..=between).map(|place| low + step * place as f64));
    grid.extend(outside(low + step * between as f64, 1.0));
    grid
}

/// How much of the line each point stands for.
fn widths(grid: &[f64]) -> Vec<f64> {
    let last = grid.len() - 1;
    let width = |place: usize| (grid[(place + 1).min(last)] - grid[place.saturating_sub(1)]) / 2.0;
    (0..grid.len()).map(width).collect()
}

impl Pooled {
    /// By the prior of each τ.
    pub(super) fn of(fit: &Fit, prior: &[f64]) -> Self {
        let likely = fit.likelihoods();
        let weights: Vec<f64> = likely.iter().zip(prior).map(|(likely, p)| likely * p).collect();
        let all: f64 = weights.iter().sum();
        let mut places = vec![0.0; fit.grid.len()];
        let mut parts = Vec::with_capacity(weights.len());
        for (known, weight) in fit.parts.iter().zip(&weights) {
            let weight = weight / all;
            places.iter_mut().zip(&known.places).for_each(|(all, one)| *all += weight * one);
            let mean = |of: &dyn Fn(f64) -> f64| -> f64 {
                fit.grid.iter().zip(&known.places).map(|(figure, p)| p * of(*figure)).sum()
            };
            let middle = mean(&|figure| figure);
            let error = mean(&|figure| square(figure - middle)).sqrt();
            parts.push(Part { spread: known.spread, weight, mean: middle, error });
        }
        // A place stands for the line around it, so half of it lies below.
        let mut sum = 0.0;
        let below = |place: &f64| {
            sum += place;
            sum - place / 2.0
        };
        let below = places.iter().map(below).collect();
        Self { grid: fit.grid.clone(), below, parts }
    }

    /// The probability that the middle training lies below these log-odds.
    pub fn below(&self, logit: f64) -> f64 {
        between(&self.grid, &self.below, logit)
    }

    /// The middle training in log-odds, with its interval.
    pub fn middle(&self, confidence: Confidence) -> Estimate {
        estimate(confidence, |p| self.quantile(p))
    }

    /// The log-odds below which the middle training lies with this probability.
    pub(super) fn quantile(&self, probability: f64) -> f64 {
        between(&self.below, &self.grid, probability)
    }

    /// Where one more training would lie. For `k` trainings with many games each this is wider than they are apart
    /// by √(1 + 1/k).
    pub fn another(&self, confidence: Confidence) -> Estimate {
        estimate(confidence, |p| self.quantile_of_another(p))
    }

    /// The mean of τ, in log-odds.
    pub fn spread(&self) -> f64 {
        self.parts.iter().map(|part| part.weight * part.spread).sum()
    }

    /// By halving: log-odds beyond ±60 are no scores of games.
    pub(super) fn quantile_of_another(&self, probability: f64) -> f64 {
        let is_below = |logit: f64| {
            let below = |part: &Part| {
                let error = part.error.hypot(part.spread);
                part.weight * Normal::standard().cdf((logit - part.mean) / error)
            };
            self.parts.iter().map(below).sum::<f64>() < probability
        };
        let (mut low, mut high) = (-60.0, 60.0);
        for _ in 0..50 {
            let middle = (low + high) / 2.0;
            *(if is_below(middle) { &mut low } else { &mut high }) = middle;
        }
        (low + high) / 2.0
    }
}

fn estimate(confidence: Confidence, quantile: impl Fn(f64) -> f64) -> Estimate {
    let tail = confidence.alpha() / 2.0;
    let [low, value, high] = [tail, 0.5, 1.0 - tail].map(quantile);
    Estimate::new(value, Interval { low, high })
}

/// The value at `x` on the straight lines between some points, in rising order.
pub(super) fn between(xs: &[f64], ys: &[f64], x: f64) -> f64 {
    let next = xs.partition_point(|at| *at < x);
    match (next.checked_sub(1), xs.get(next)) {
        (None, _) => ys[0],
        (_, None) => ys[ys.len() - 1],
        (Some(before), Some(after)) => {
            let part = (x - xs[before]) / (after - xs[before]);
            ys[before] + part * (ys[next] - ys[before])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Logit;
    use super::*;

    /// With one τ alone the interval is the normal one, and another training's is wider by √(1 + k).
    #[test]
    fn a_known_spread_gives_the_formulas_of_textbooks() {
        let seen = [-0.5, 0.0, 0.5].map(|value| Seen::Normal(Logit { value, variance: 1e-6 }));
        let known = Pooled::of(&Fit::of(&seen, &[0.4]), &[1.0]);
        let [middle, another] =
            [known.middle(Confidence::P95), known.another(Confidence::P95)].map(|e| e.high);
        // 1.959964 * 0.4 / sqrt(3), and 1.959964 * 0.4 * sqrt(1 + 1 / 3)
        assert!((middle - 0.452_634).abs() < 2e-3, "{middle}");
        assert!((another - 0.905_268).abs() < 2e-3, "{another}");
        assert!((known.below(0.0) - 0.5).abs() < 1e-6 && (known.spread() - 0.4).abs() < 1e-12);
    }

    /// The closed form of normal errors: means weighted by their precision.
    #[test]
    fn unequal_games_count_by_what_they_tell() {
        let logit = |value, variance| Seen::Normal(Logit { value, variance });
        let fit = Fit::of(&[logit(0.3, 0.01), logit(-0.2, 0.09), logit(0.5, 0.25)], &[0.2, 0.6]);
        let of = |place: usize| {
            Pooled::of(
                &fit,
                &std::array::from_fn::<f64, 2, _>(|at| f64::from(u8::from(at == place))),
            )
        };
        for (place, spread) in [0.2_f64, 0.6].into_iter().enumerate() {
            let weights = [0.01, 0.09, 0.25].map(|variance| 1.0 / (variance + spread * spread));
            let all: f64 = weights.iter().sum();
            let mean = (weights[0] * 0.3 - weights[1] * 0.2 + weights[2] * 0.5) / all;
            let found = of(place).middle(Confidence::P95);
            assert!((found.value - mean).abs() < 1e-3, "{found:?}");
            assert!((found.half_width() - 1.959_964 / all.sqrt()).abs() < 4e-3, "{found:?}");
        }
        // ln of the ratio of both likelihoods, as the formula has it.
        let log = |spread: f64| {
            let weights = [0.01, 0.09, 0.25].map(|variance| 1.0 / (variance + spread * spread));
            let all: f64 = weights.iter().sum();
            let mean = (weights[0] * 0.3 - weights[1] * 0.2 + weights[2] * 0.5) / all;
            let term = |(w, value): (&f64, f64)| w.ln() - w * square(value - mean);
            (weights.iter().zip([0.3, -0.2, 0.5]).map(term).sum::<f64>() - all.ln()) / 2.0
        };
        let found = fit.parts[0].log_likelihood - fit.parts[1].log_likelihood;
        assert!((found - (log(0.2) - log(0.6))).abs() < 1e-4, "{found}");
    }
}
