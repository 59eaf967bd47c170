//! Scores as log-odds.

use crate::{Confidence, Estimate, Interval, Looks, Measured, Moments, Options};

/// A score in log-odds, with what games alone blur it by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Logit {
    /// ln(score / (1 − score)).
    pub value: f64,
    /// Its squared standard error.
    pub variance: f64,
}

/// A score as a share of as many decided games as would err as much.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decided {
    /// The score, from 0 to 1.
    pub share: f64,
    /// How many decided games tell as much.
    pub games: f64,
}

impl Decided {
    /// The mean of values from 0 to 1. A win and a loss are added to its spread, so that games that all ended alike do
    /// not claim to be exact.
    pub fn of(moments: Moments) -> Self {
        let blurred = moments.with_ends();
        let spread = blurred.squared_error() * blurred.size;
        let games = moments.size * blurred.mean * (1.0 - blurred.mean) / spread;
        Self { share: moments.mean, games }
    }

    /// The same for a figure of a report: fewer games where one looks again and again.
    pub fn measured(measured: &Measured, options: &Options) -> Self {
        let decided = Self::of(measured.moments);
        let wider = wider(measured, options);
        Self { games: decided.games / (wider * wider), ..decided }
    }

    /// In log-odds. Half a win and half a loss are added, so that none won is finite (Haldane 1956, *Annals of Human
    /// Genetics* 20:309).
    pub fn logit(&self) -> Logit {
        let [won, lost] = [self.share, 1.0 - self.share].map(|share| share * self.games + 0.5);
        Logit { value: (won / lost).ln(), variance: 1.0 / won + 1.0 / lost }
    }
}

/// How many times as wide an interval is as a fixed one: more than once where one looks again and again.
fn wider(measured: &Measured, options: &Options) -> f64 {
    let fixed = options.confidence.z() * measured.moments.with_ends().squared_error().sqrt();
    let half = measured.estimate.half_width();
    match options.looks {
        Looks::Once => 1.0,
        Looks::Any => (half / fixed).max(1.0),
    }
}

impl Logit {
    /// The interval of its games alone.
    pub fn estimate(self, confidence: Confidence) -> Estimate {
        let half = confidence.z() * self.variance.sqrt();
        let interval = Interval { low: self.value - half, high: self.value + half };
        Estimate::new(self.value, interval)
    }

    /// By how much `self` is above `other`, which are independent but for their training.
    #[must_use]
    pub fn above(self, other: Self) -> Self {
        Self { value: self.value - other.value, variance: self.variance + other.variance }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::Sample;
    use super::super::share_of;
    use super::*;

    fn moments(ones: usize, halves: usize, zeros: usize) -> Moments {
        let values = [(1.0, ones), (0.5, halves), (0.0, zeros)];
        let values = values.into_iter().flat_map(|(value, n)| std::iter::repeat_n(value, n));
        Sample::new(values).expect("games").moments()
    }

    fn logit(moments: Moments) -> Logit {
        Decided::of(moments).logit()
    }

    #[test]
    fn a_share_has_the_log_odds_of_its_wins_and_losses() {
        let logit = logit(moments(30, 0, 70));
        // ln(30.5 / 70.5), 1 / 30.5 + 1 / 70.5
        assert!((logit.value + 0.837_886).abs() < 1e-5, "{logit:?}");
        assert!((logit.variance - 0.046_971).abs() < 1e-5, "{logit:?}");
        assert!((share_of(logit.value) - 30.5 / 101.0).abs() < 1e-12);
    }

    #[test]
    fn nothing_won_is_finite_and_draws_blur_less() {
        let none = logit(moments(0, 0, 200));
        assert!((-6.1..-5.9).contains(&none.value) && (1.9..2.1).contains(&none.variance));
        let [decided, drawn] = [moments(50, 0, 50), moments(10, 80, 10)].map(logit);
        assert!((drawn.variance / decided.variance - 0.2).abs() < 0.03, "a fifth of the variance");
        assert_eq!(drawn.value, 0.0);
    }

    #[test]
    fn errors_of_differences_add() {
        let a = Logit { value: 1.0, variance: 0.1 };
        let b = Logit { value: 0.4, variance: 0.2 };
        assert!(
            (a.above(b).value - 0.6).abs() < 1e-12 && (a.above(b).variance - 0.3).abs() < 1e-12
        );
    }
}
