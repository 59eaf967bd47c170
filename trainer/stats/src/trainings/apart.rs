//! How far two scores are apart, in points.
//!
//! What is known of each score is its own posterior, and what is known of their distance in log-odds is that of the
//! paired trainings: who is off under one rule set is often off under the other, too. A normal copula joins the two
//! posteriors, with the correlation that gives their distance the width that the pairs show (Sklar 1959; Nelsen 2006,
//! *An Introduction to Copulas*, section 2.3). So the distance agrees with both scores, also where one of them is near
//! 0 or 100 %.

use statrs::distribution::{ContinuousCDF, Normal};

use super::posterior::{Pooled, between};
use super::seen::square;
use crate::log_odds::share_of;
use crate::{Confidence, Estimate, Interval};

/// Normal scores at which a share is known: from −`FARTHEST` to `FARTHEST`.
const PLACES: usize = 49;
const FARTHEST: f64 = 6.0;
const STEP: f64 = 2.0 * FARTHEST / (PLACES - 1) as f64;
/// Nine tenths of what is possible lie between these quantiles.
const INNER: [f64; 2] = [0.05, 0.95];
/// No two scores are tied more closely: a few trainings may seem closer by chance, and their intervals would be too narrow.
const CLOSEST: f64 = 0.8;

/// What is known of a share: its quantiles.
#[derive(Clone, Debug, PartialEq)]
pub struct Shares {
    /// At each normal score.
    at: Vec<f64>,
    /// Half of its inner nine tenths, in log-odds.
    width: f64,
}

impl Shares {
    /// What is known of the middle training's.
    pub fn of_middle(pooled: &Pooled) -> Self {
        Self::of(|probability| pooled.quantile(probability))
    }

    /// Where that of one more training would lie.
    pub fn of_another(pooled: &Pooled) -> Self {
        Self::of(|probability| pooled.quantile_of_another(probability))
    }

    fn of(quantile: impl Fn(f64) -> f64) -> Self {
        let share = |place: usize| share_of(quantile(Normal::standard().cdf(score(place))));
        Self { at: (0..PLACES).map(share).collect(), width: inner(&quantile) }
    }

    /// At a normal score, on the straight line between two places.
    fn at(&self, score: f64) -> f64 {
        let place = ((score + FARTHEST) / STEP).clamp(0.0, (PLACES - 1) as f64);
        let below = (place as usize).min(PLACES - 2);
        self.at[below] + (place - below as f64) * (self.at[below + 1] - self.at[below])
    }
}

fn score(place: usize) -> f64 {
    place as f64 * STEP - FARTHEST
}

fn inner(quantile: &impl Fn(f64) -> f64) -> f64 {
    let [low, high] = INNER.map(quantile);
    (high - low) / 2.0
}

/// What is known of the distance of two shares.
#[derive(Clone, Debug, PartialEq)]
pub struct Apart {
    /// Distances in rising order, and the probability of less than each.
    points: Vec<f64>,
    below: Vec<f64>,
}

impl Apart {
    /// How far the middle training's first share is above its second one; `paired` is what the pairs show of it in
    /// log-odds.
    pub fn of_middle(first: &Shares, second: &Shares, paired: &Pooled) -> Self {
        Self::of(first, second, inner(&|probability| paired.quantile(probability)))
    }

    /// The same of one more training.
    pub fn of_another(first: &Shares, second: &Shares, paired: &Pooled) -> Self {
        Self::of(first, second, inner(&|probability| paired.quantile_of_another(probability)))
    }

    fn of(first: &Shares, second: &Shares, width: f64) -> Self {
        let tie = square(first.width) + square(second.width) - square(width);
        let tie = (tie / (2.0 * first.width * second.width)).clamp(-CLOSEST, CLOSEST);
        let free = (1.0 - square(tie)).sqrt();
        let density = |score: f64| (-square(score) / 2.0).exp();
        let row = |place: usize| {
            let (own, share) = (score(place), first.at[place]);
            (0..PLACES).map(move |other| {
                let other = score(other);
                (share - second.at(tie * own + free * other), density(own) * density(other))
            })
        };
        let mut all: Vec<(f64, f64)> = (0..PLACES).flat_map(row).collect();
        all.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let sum: f64 = all.iter().map(|(_, weight)| weight).sum();
        let mut before = 0.0;
        let below = |(_, weight): &(f64, f64)| {
            before += weight / sum;
            before - weight / sum / 2.0
        };
        let below = all.iter().map(below).collect();
        Self { points: all.into_iter().map(|(points, _)| points).collect(), below }
    }

    /// The probability of a smaller distance.
    pub fn below(&self, points: f64) -> f64 {
        match self.points.partition_point(|at| *at < points) {
            0 => 0.0,
            all if all == self.points.len() => 1.0,
            _ => between(&self.points, &self.below, points),
        }
    }

    /// The distance with its interval.
    pub fn estimate(&self, confidence: Confidence) -> Estimate {
        let tail = confidence.alpha() / 2.0;
        let quantile = |probability| between(&self.below, &self.points, probability);
        let [low, value, high] = [tail, 0.5, 1.0 - tail].map(quantile);
        Estimate::new(value, Interval { low, high })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Decided, Seen, pooled};
    use super::*;

    /// The distance of two rule sets by what each of four trainings scored in so many games.
    fn apart(first: [f64; 4], second: [f64; 4], games: f64) -> (Apart, [Estimate; 2]) {
        let decided = |share: f64| Decided { share, games };
        let [one, other] = [first, second].map(|shares| shares.map(decided).to_vec());
        let pair = one.iter().zip(&other).map(|(one, other)| Seen::Apart(*one, *other));
        let paired = pooled(&[pair.collect::<Vec<_>>()]).remove(0).expect("four");
        let both: Vec<Pooled> = pooled(&[one, other]).into_iter().flatten().collect();
        let apart =
            Apart::of_middle(&Shares::of_middle(&both[0]), &Shares::of_middle(&both[1]), &paired);
        let scores = [0, 1].map(|at| both[at].middle(Confidence::P95).map(share_of));
        (apart, scores)
    }

    /// Who never wins under one rule set is as far away as the other score says.
    #[test]
    fn a_distance_agrees_with_both_scores() {
        for (first, second) in [
            ([0.0, 0.017, 0.0, 0.0], [0.30, 0.46, 0.41, 0.28]),
            ([0.96, 0.98, 0.95, 0.97], [0.0, 0.017, 0.0, 0.0]),
            ([0.55, 0.65, 0.6, 0.7], [0.2, 0.3, 0.25, 0.1]),
        ] {
            let (found, [one, other]) = apart(first, second, 60.0);
            let found = found.estimate(Confidence::P95);
            let error = (found.value - (one.value - other.value)).abs();
            assert!(error < 0.012, "{found:?}: {one:?} {other:?}");
            let seen = first.iter().zip(&second).map(|(one, other)| one - other).sum::<f64>() / 4.0;
            assert!(found.interval().contains(seen), "{found:?} {seen}");
        }
    }

    /// Trainings that are off alike under both rule sets know the distance better than either score.
    #[test]
    fn what_is_off_alike_cancels() {
        let [alike, crossed] = [[0.3, 0.4, 0.5, 0.6], [0.6, 0.5, 0.4, 0.3]]
            .map(|second| apart([0.4, 0.5, 0.6, 0.7], second, 4000.0).0.estimate(Confidence::P95));
        assert!(alike.half_width() < 0.4 * crossed.half_width(), "{alike:?} {crossed:?}");
    }

    #[test]
    fn probabilities_and_intervals_are_of_one_piece() {
        let (found, _) = apart([0.5, 0.55, 0.45, 0.6], [0.3, 0.4, 0.35, 0.42], 200.0);
        let estimate = found.estimate(Confidence::P95);
        for (at, probability) in
            [(estimate.low, 0.025), (estimate.value, 0.5), (estimate.high, 0.975)]
        {
            assert!((found.below(at) - probability).abs() < 1e-9, "{at}");
        }
        assert_eq!((found.below(-1.5), found.below(1.5)), (0.0, 1.0));
    }
}
