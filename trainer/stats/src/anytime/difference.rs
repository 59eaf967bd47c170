//! The difference of two means, at any time.

use super::{Anytime, Bet, last_refuted, one_sided, two_sided};
use crate::{Confidence, Estimate, Interval};

/// Halvings in the search for an end of the interval: a precision of 10⁻⁷.
const HALVINGS: u32 = 24;
/// Steps of the search for the second mean under which a difference is most plausible.
const STEPS: u32 = 24;
/// The golden section.
const GOLDEN: f64 = 0.618_033_988_749_894_8;

impl Anytime {
    /// `self − other` for values of two kinds that came in any order, each as many as one liked.
    ///
    /// A difference is ruled out when for every pair of means that has it the product of the
    /// capitals of two gamblers, one at each kind of games, is too large. The product is a fair
    /// game too, so the interval is as exact as that of one mean.
    pub fn difference(&self, other: &Self, confidence: Confidence) -> Estimate {
        let value = self.mean() - other.mean();
        let ruin = (2.0 / confidence.alpha()).ln();
        let low = last_refuted(-1.0, value, HALVINGS, |d| self.exceeds(other, d) >= ruin);
        let high = last_refuted(1.0, value, HALVINGS, |d| other.exceeds(self, -d) >= ruin);
        let interval = Interval { low: low.unwrap_or(-1.0), high: high.unwrap_or(1.0) };
        Estimate::new(value, interval)
    }

    /// The two-sided probability of evidence as strong as this, ever, if both means were equal.
    pub fn test_equal(&self, other: &Self) -> f64 {
        two_sided(self.exceeds(other, 0.0), other.exceeds(self, 0.0))
    }

    /// The probability of evidence as strong as this, ever, if the means were `margin` or more
    /// apart (two one-sided tests).
    pub fn test_equivalent(&self, other: &Self, margin: f64) -> f64 {
        one_sided(self.exceeds(other, -margin).min(other.exceeds(self, -margin)))
    }

    /// Logarithm of the least capital of two gamblers who bet that this mean is larger than the
    /// other by more than `by`.
    fn exceeds(&self, other: &Self, by: f64) -> f64 {
        let product = |m: f64| self.capital(Bet::Above, m + by) + other.capital(Bet::Below, m);
        least_of_convex((-by).max(0.0), (1.0 - by).min(1.0), product)
    }
}

/// The least value of a convex function between `low` and `high`, by golden section.
fn least_of_convex(mut low: f64, mut high: f64, function: impl Fn(f64) -> f64) -> f64 {
    let inner = |low: f64, high: f64| [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
    let mut at = inner(low, high);
    let mut values = at.map(&function);
    for _ in 0..STEPS {
        if values[0] < values[1] {
            high = at[1];
            at = [inner(low, high)[0], at[0]];
            values = [function(at[0]), values[0]];
        } else {
            low = at[0];
            at = [at[1], inner(low, high)[1]];
            values = [values[1], function(at[1])];
        }
    }
    values[0].min(values[1])
}

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    fn wins(wins: f64, games: f64) -> Anytime {
        Anytime::new([(1.0, wins), (0.0, games - wins)])
    }

    #[test]
    fn the_least_of_a_parabola() {
        assert!((least_of_convex(0.0, 1.0, |x| (x - 0.3).powi(2) + 2.0) - 2.0).abs() < 1e-8);
    }

    #[test]
    fn large_differences_are_found_and_small_ones_bounded() {
        let (a, b) = (wins(700.0, 1000.0), wins(500.0, 1000.0));
        let found = a.difference(&b, Confidence::P95);
        assert!((found.value - 0.2).abs() < 1e-12);
        assert!(found.low > 0.09 && found.high < 0.31, "{found:?}");
        let turned = b.difference(&a, Confidence::P95);
        assert!((turned.low + found.high).abs() < 1e-6 && (turned.high + found.low).abs() < 1e-6);
        assert!(a.test_equal(&b) < 0.001);
        let (many, as_many) = (wins(10_000.0, 20_000.0), wins(10_050.0, 20_000.0));
        assert!(many.test_equal(&as_many) > 0.5);
        assert!(many.test_equivalent(&as_many, 0.05) < 0.01);
        assert!(a.test_equivalent(&b, 0.05) > 0.9);
    }

    #[test]
    fn looking_all_the_time_does_not_make_it_wrong() {
        // Games go to the two kinds in turns or three to one, as a scheduler might give them.
        let wrong = (0..300_u64).filter(|run| {
            let mut rng = ChaCha8Rng::seed_from_u64(*run);
            let mut won = [0.0; 2];
            let mut played = [0.0; 2];
            (0..20).any(|_| {
                let games = if won[0] > won[1] { [75, 25] } else { [50, 50] };
                for (kind, number) in games.into_iter().enumerate() {
                    played[kind] += f64::from(number);
                    won[kind] +=
                        f64::from((0..number).map(|_| rng.random_range(0..2)).sum::<u32>());
                }
                wins(won[0], played[0]).test_equal(&wins(won[1], played[1])) < 0.05
            })
        });
        assert!(wrong.count() <= 15);
    }
}
