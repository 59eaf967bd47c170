//! Values of games that were not all independent: several games may share an opening.

use std::collections::BTreeMap;

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::steps::mean_of_steps;
use super::{Confidence, Estimate, Interval, Proportion};

/// Fewest units for which the spread between units is trusted. Below it, each unit counts as one
/// trial.
const FEW_UNITS: usize = 20;

/// The values of one unit, such as the scores of the games from one opening.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Unit {
    size: f64,
    sum: f64,
}

/// Numbers, one per game, gathered by *unit*: games of one unit (the same opening, the two games of
/// a pair) may resemble each other, games of different units are independent.
///
/// The order in which the values came does not matter: scores and lengths are multiples of one half,
/// so their sums are exact.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    units: Vec<Unit>,
    size: f64,
    mean: f64,
    mean_square: f64,
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
    /// Number of independent values that the sample is worth.
    pub size: f64,
}

impl Sample {
    /// Gathers pairs of a unit's name and a value; `None` when there are none.
    pub fn new(values: impl IntoIterator<Item = (u64, f64)>) -> Option<Self> {
        let mut units: BTreeMap<u64, Unit> = BTreeMap::new();
        let (mut size, mut sum, mut squares, mut above) = (0.0, 0.0, 0.0, 0.0);
        for (name, value) in values {
            let unit = units.entry(name).or_default();
            unit.size += 1.0;
            unit.sum += value;
            size += 1.0;
            sum += value;
            squares += value * value;
            above += f64::from(u8::from(value > 0.0));
        }
        let units: Vec<_> = units.into_values().collect();
        let (mean, mean_square) = (sum / size, squares / size);
        (size > 0.0).then(|| Self { units, size, mean, mean_square, above_zero: above / size })
    }

    /// Mean of all values.
    pub const fn mean(&self) -> f64 {
        self.mean
    }

    /// Number of units.
    pub const fn units(&self) -> usize {
        self.units.len()
    }

    /// Variance of the values around their mean, divided by their number.
    fn variance(&self) -> f64 {
        (self.mean_square - self.mean * self.mean).max(0.0)
    }

    /// Squared standard error of the mean from the spread between units: the estimator of a ratio
    /// (Cochran 1977, *Sampling Techniques*, section 6.3). `None` with a single unit.
    pub fn squared_error(&self) -> Option<f64> {
        let m = self.units.len() as f64;
        let spread: f64 =
            self.units.iter().map(|unit| (unit.sum - unit.size * self.mean).powi(2)).sum();
        (m > 1.0).then(|| m / (m - 1.0) * spread / (self.size * self.size))
    }

    /// How many independent values the sample is worth: its size divided by the design effect of
    /// Rao and Scott 1992 (*Biometrics* 48:577), which is never taken as less than one.
    ///
    /// With every unit of one game this is the number of games. With fewer than twenty units, or
    /// without any spread, it is the number of units.
    pub fn effective_size(&self) -> f64 {
        let (games, units) = (self.size, self.units.len() as f64);
        if games == units {
            return games;
        }
        match self.squared_error() {
            Some(error) if self.units.len() >= FEW_UNITS && self.variance() > 0.0 => {
                let design_effect = games * error / self.variance();
                games / design_effect.max(1.0)
            }
            _ => units,
        }
    }

    /// The mean and spread with the [effective size](Self::effective_size).
    pub fn moments(&self) -> Moments {
        Moments { mean: self.mean, mean_square: self.mean_square, size: self.effective_size() }
    }

    /// A share of games, for values of 0 and 1. `None` when the mean is outside [0, 1].
    pub fn proportion(&self) -> Option<Proportion> {
        Proportion::of_share(self.mean, self.effective_size())
    }

    /// The mean with Student's interval over units. `None` with a single unit, which shows no
    /// spread.
    pub fn mean_estimate(&self, confidence: Confidence) -> Option<Estimate> {
        let error = self.squared_error()?.sqrt();
        let freedom = (self.units.len() - 1) as f64;
        let t = StudentsT::new(0.0, 1.0, freedom).ok()?;
        let half = t.inverse_cdf(1.0 - confidence.alpha() / 2.0) * error;
        let interval = Interval { low: self.mean - half, high: self.mean + half };
        Some(Estimate::new(self.mean, interval))
    }

    /// The mean of scores of 0, ½ and 1, with an interval that holds also where wins, draws or losses
    /// are rare: the mean of the shares of games that were won and that were not lost, each with its
    /// own interval for as many games as the [effective size](Self::effective_size). Without draws it
    /// is the interval of the share of wins. `None` for means outside [0, 1].
    pub fn score(&self, confidence: Confidence) -> Option<Estimate> {
        // The mean is that of both shares.
        let won = (2.0 * self.mean - self.above_zero).clamp(0.0, self.above_zero);
        let score = mean_of_steps(&[self.above_zero, won], self.effective_size(), confidence)?;
        (0.0..=1.0).contains(&self.mean).then_some(Estimate { value: self.mean, ..score })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(values: &[f64]) -> Sample {
        Sample::new((0..).zip(values.iter().copied())).expect("there are values")
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
        let estimate = found.mean_estimate(Confidence::P95).expect("more than one unit");
        assert_eq!(estimate.value, 20.5);
        assert!((estimate.low - 11.754_542_960_939_375).abs() < 1e-9);
        assert!((estimate.high - 29.245_457_039_060_625).abs() < 1e-9);
    }

    #[test]
    fn the_error_of_clustered_values_agrees_with_statsmodels() {
        // OLS(y, ones(12)).fit(cov_type="cluster", cov_kwds={"groups": g, "use_correction": False})
        // gives a variance of 0.0208333; times 6/5 for the six units it is 0.025.
        let units = [1, 1, 1, 2, 2, 3, 4, 4, 4, 4, 5, 6];
        let values = [1.0, 1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0];
        let sample = Sample::new(units.into_iter().zip(values)).expect("there are values");
        assert_eq!(sample.units(), 6);
        assert!((sample.squared_error().expect("six units") - 0.025).abs() < 1e-12);
        // mean -/+ scipy.stats.t.ppf(0.975, 5) * sqrt(0.025)
        let estimate = sample.mean_estimate(Confidence::P95).expect("six units");
        assert!((estimate.low - 0.093_555_32).abs() < 1e-8);
        // Six units are too few to trust their spread.
        assert_eq!(sample.effective_size(), 6.0);
    }

    #[test]
    fn the_effective_size_lies_between_units_and_games() {
        let independent = repeated(&[(30, 1.0), (30, 0.0)]);
        assert_eq!(independent.effective_size(), 60.0);

        let copies = (0..400).map(|game| (game / 10, f64::from(u8::from(game / 10 % 2 == 0))));
        let copies = Sample::new(copies).expect("there are values");
        assert!((copies.effective_size() - 39.0).abs() < 1e-9, "forty openings, ten copies each");

        let alternating = (0..400_u64).map(|game| (game / 10, (game % 2) as f64));
        let alternating = Sample::new(alternating).expect("there are values");
        assert_eq!(alternating.effective_size(), 400.0, "a design effect below one counts as one");
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
    fn sharing_openings_widens_the_interval_of_a_score() {
        let value = |game: u64| (game / 10 % 2) as f64;
        let apart = Sample::new((0..400).map(|game| (game, value(game)))).expect("values");
        let shared = Sample::new((0..400).map(|game| (game / 10, value(game)))).expect("values");
        let [apart, shared] =
            [apart, shared].map(|sample| sample.score(Confidence::P95).expect("scores"));
        assert!(shared.high - shared.low > 2.5 * (apart.high - apart.low));
    }

    #[test]
    fn a_score_without_spread_still_has_an_interval() {
        let score = |sample: Sample| sample.score(Confidence::P95).expect("scores");
        let won = score(repeated(&[(50, 1.0)]));
        assert!(won.low < 0.95 && won.high == 1.0);
        let drawn = score(repeated(&[(50, 0.5)]));
        assert!(drawn.low < 0.47 && drawn.high > 0.53);
        let copies = Sample::new((0..400).map(|game| (game / 10, 0.5))).expect("values");
        assert_eq!(copies.effective_size(), 40.0);
        assert!(score(copies).high > 0.54, "forty openings, however many games");
        assert_eq!(Sample::new([]), None);
        assert_eq!(repeated(&[(3, 7.0)]).score(Confidence::P95), None);
    }
}
