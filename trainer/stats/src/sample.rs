//! Values of independent games.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::steps::mean_of_steps;
use super::{Confidence, Estimate, Interval, Proportion};

/// Numbers, one per game. The games are independent: each draws its opening and all else from a random
/// stream of its own, so that two games from one opening are no more alike than any two.
///
/// The order in which the values came does not matter: scores and lengths are multiples of one half,
/// so their sums are exact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    moments: Moments,
    /// Share of the values that are above 0.
    above_zero: f64,
}

/// What a test of two samples needs to know of one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    /// Mean of the values.
    pub mean: f64,
    /// Mean of their squares.
    pub mean_square: f64,
    /// Number of values.
    pub size: f64,
}

impl Moments {
    /// The same with a value of 0 and one of 1 more, so that values from 0 to 1 without any spread do not
    /// claim to be exact.
    pub(super) fn with_ends(self) -> Self {
        let size = self.size + 2.0;
        let with_ends = |mean: f64| (mean * self.size + 1.0) / size;
        Self { mean: with_ends(self.mean), mean_square: with_ends(self.mean_square), size }
    }

    /// The variance of the values, divided by their number.
    pub(super) fn squared_error(self) -> f64 {
        (self.mean_square - self.mean * self.mean).max(0.0) / self.size
    }
}

impl Sample {
    /// Gathers values; `None` when there are none.
    pub fn new(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let (mut size, mut sum, mut squares, mut above) = (0.0, 0.0, 0.0, 0.0);
        for value in values {
            size += 1.0;
            sum += value;
            squares += value * value;
            above += f64::from(u8::from(value > 0.0));
        }
        let moments = Moments { mean: sum / size, mean_square: squares / size, size };
        (size > 0.0).then(|| Self { moments, above_zero: above / size })
    }

    /// Mean of all values.
    pub const fn mean(&self) -> f64 {
        self.moments.mean
    }

    /// Number of values.
    pub const fn size(&self) -> f64 {
        self.moments.size
    }

    /// The mean and spread.
    pub const fn moments(&self) -> Moments {
        self.moments
    }

    /// Squared standard error of the mean. `None` with a single value, which shows no spread.
    pub fn squared_error(&self) -> Option<f64> {
        let Moments { mean, mean_square, size } = self.moments;
        (size > 1.0).then(|| (mean_square - mean * mean).max(0.0) / (size - 1.0))
    }

    /// A share of games, for values of 0 and 1. `None` when the mean is outside [0, 1].
    pub fn proportion(&self) -> Option<Proportion> {
        Proportion::of_share(self.mean(), self.size())
    }

    /// The mean with Student's interval. `None` with a single value.
    pub fn mean_estimate(&self, confidence: Confidence) -> Option<Estimate> {
        let error = self.squared_error()?.sqrt();
        let t = StudentsT::new(0.0, 1.0, self.size() - 1.0).ok()?;
        let half = t.inverse_cdf(1.0 - confidence.alpha() / 2.0) * error;
        let interval = Interval { low: self.mean() - half, high: self.mean() + half };
        Some(Estimate::new(self.mean(), interval))
    }

    /// The mean of scores of 0, ½ and 1, with an interval that holds also where wins, draws or losses
    /// are rare: the mean of the shares of games that were won and that were not lost, each with its
    /// own interval. Without draws it is the interval of the share of wins. `None` for means outside
    /// [0, 1].
    pub fn score(&self, confidence: Confidence) -> Option<Estimate> {
        // The mean is that of both shares.
        let won = (2.0 * self.mean() - self.above_zero).clamp(0.0, self.above_zero);
        let score = mean_of_steps(&[self.above_zero, won], self.size(), confidence)?;
        (0.0..=1.0).contains(&self.mean()).then_some(Estimate { value: self.mean(), ..score })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(values: &[f64]) -> Sample {
        Sample::new(values.iter().copied()).expect("there are values")
    }

    fn repeated(counts: &[(usize, f64)]) -> Sample {
        let values: Vec<f64> =
            counts.iter().flat_map(|&(n, value)| std::iter::repeat_n(value, n)).collect();
        sample(&values)
    }

    #[test]
    fn the_mean_of_independent_values_has_the_interval_of_student() {
        // scipy.stats.t.interval(0.95, 7, loc=v.mean(), scale=scipy.stats.sem(v))
        let found = sample(&[12.0, 15.0, 9.0, 30.0, 22.0, 41.0, 18.0, 17.0]);
        let estimate = found.mean_estimate(Confidence::P95).expect("more than one value");
        assert_eq!(estimate.value, 20.5);
        assert!((estimate.low - 11.754_542_960_939_375).abs() < 1e-9);
        assert!((estimate.high - 29.245_457_039_060_625).abs() < 1e-9);
    }

    #[test]
    fn the_score_of_many_games_agrees_with_the_bootstrap_of_scipy() {
        // scipy.stats.bootstrap(([1]*300 + [.5]*200 + [0]*500,), np.mean, method="percentile",
        //                       n_resamples=20000): 0.3725 to 0.4275
        let sample = repeated(&[(300, 1.0), (200, 0.5), (500, 0.0)]);
        let score = sample.score(Confidence::P95).expect("scores");
        assert_eq!(score.value, 0.4);
        assert!((score.low - 0.3725).abs() < 0.001 && (score.high - 0.4275).abs() < 0.001);
    }

    #[test]
    fn without_draws_the_score_is_the_share_of_wins() {
        // One of 40: statsmodels' proportion_confint(1, 40, method="beta")
        let sample = repeated(&[(1, 1.0), (39, 0.0)]);
        let score = sample.score(Confidence::P95).expect("scores");
        assert!((score.low - 0.000_633).abs() < 1e-6 && (score.high - 0.131_586).abs() < 1e-6);
        let share = sample.proportion().expect("a share").estimate(Confidence::P95);
        assert!((score.low - share.low).abs() < 1e-12 && (score.high - share.high).abs() < 1e-12);
    }

    #[test]
    fn a_score_without_spread_still_has_an_interval() {
        let score = |sample: Sample| sample.score(Confidence::P95).expect("scores");
        let won = score(repeated(&[(50, 1.0)]));
        assert!(won.low < 0.95 && won.high == 1.0);
        let drawn = score(repeated(&[(50, 0.5)]));
        assert!(drawn.low < 0.47 && drawn.high > 0.53);
        assert_eq!(Sample::new([]), None);
        assert_eq!(repeated(&[(3, 7.0)]).score(Confidence::P95), None);
    }
}
