//! By how much two figures differ, and whether that can be chance.

use statrs::distribution::{ContinuousCDF, Normal};

use super::{Confidence, Estimate, Interval, Moments};

/// `a − b` for two independent estimates of the same confidence.
///
/// The interval combines the two given ones: with Wilson's intervals of two shares it is method 10
/// of Newcombe 1998 (*Statistics in Medicine* 17:873, the hybrid score interval); for other
/// estimates it is its generalisation by Zou and Donner 2008 (*Statistics in Medicine* 27:1693).
pub fn difference(a: Estimate, b: Estimate) -> Estimate {
    let value = a.value - b.value;
    let down = (a.value - a.low).hypot(b.high - b.value);
    let up = (a.high - a.value).hypot(b.value - b.low);
    Estimate::new(value, Interval { low: value - down, high: value + up })
}

/// The two-sided probability of a difference as large as observed, or larger, if the true means, from 0
/// to 1, were the same: the z test with the variance of each sample, a value of 0 and one of 1 added to
/// each (Agresti and Caffo 2000, *The American Statistician* 54:280). One pooled variance would be wrong
/// for scores: two equal ones may hold different shares of draws.
pub fn difference_test(a: Moments, b: Moments) -> f64 {
    let [a, b] = [a, b].map(Moments::with_ends);
    normal_test(a.mean - b.mean, a.squared_error() + b.squared_error())
}

/// The two-sided probability of an estimate as far from 0, or farther, if 0 were the truth: by the
/// normal distribution whose interval of this `confidence` ends where the estimate's does, on the side
/// of 0. It is below [`Confidence::alpha`] where the interval leaves out 0.
pub fn estimate_test(estimate: Estimate, confidence: Confidence) -> f64 {
    let Estimate { value, low, high } = estimate;
    let half = if value > 0.0 { value - low } else { high - value };
    normal_test(value, (half / confidence.z()).powi(2))
}

/// The two-sided probability of a mean as far from `expected`, or farther, if that were the true
/// mean of values from 0 to 1: a z test. Its variance is that of the score test (Agresti 2013,
/// *Categorical Data Analysis*, section 1.4), less what the values between 0 and 1 take from it; or
/// the observed one around `expected`, if that is larger. The two are equal for an expected half. For
/// other shares the first alone makes too much of a few values on the long side, and the second of
/// none there. 1 where nothing varies.
pub fn mean_test(sample: Moments, expected: f64) -> f64 {
    let Moments { mean, mean_square, size } = sample;
    let of_share = expected * (1.0 - expected) - (mean - mean_square);
    let observed = mean_square - 2.0 * expected * mean + expected * expected;
    normal_test(mean - expected, of_share.max(observed) / size)
}

/// The two-sided probability of a deviation, given its variance; 1 where that is nothing.
pub(crate) fn normal_test(deviation: f64, variance: f64) -> f64 {
    // A hair above nothing, because equal values leave a rounding error.
    if variance.is_nan() || variance <= 1e-18 {
        return 1.0;
    }
    (2.0 * Normal::standard().sf(deviation.abs() / variance.sqrt())).min(1.0)
}

/// The probabilities of several tests, adjusted for looking at all of them, in the order given
/// (Holm 1979, *Scandinavian Journal of Statistics* 6:65).
pub fn holm(probabilities: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    order.sort_by(|&a, &b| probabilities[a].total_cmp(&probabilities[b]));
    let mut adjusted = vec![1.0; probabilities.len()];
    let mut largest: f64 = 0.0;
    for (rank, &index) in order.iter().enumerate() {
        let factor = (probabilities.len() - rank) as f64;
        largest = largest.max((factor * probabilities[index]).min(1.0));
        adjusted[index] = largest;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    use super::super::{Proportion, Sample};
    use super::*;

    fn newcombe(k1: u64, n1: u64, k2: u64, n2: u64) -> Estimate {
        let wilson = |k, n| {
            let share = Proportion::new(k, n).expect("a valid proportion");
            Estimate::new(share.share(), share.wilson(Confidence::P95))
        };
        difference(wilson(k1, n1), wilson(k2, n2))
    }

    #[test]
    fn newcombe_agrees_with_statsmodels() {
        // statsmodels.stats.proportion.confint_proportions_2indep(k1, n1, k2, n2,
        //     method="newcomb", compare="diff"); the first is the example of Newcombe's paper.
        let cases = [
            (56, 70, 48, 80, 0.052_431_472_402, 0.333_872_654_037),
            (9, 10, 3, 10, 0.170_522_723_935, 0.809_017_973_535),
            (583, 1000, 520, 1000, 0.019_407_048_037, 0.106_255_675_955),
            (0, 20, 5, 20, -0.468_700_877_619, -0.037_765_445_567),
        ];
        for (k1, n1, k2, n2, low, high) in cases {
            let found = newcombe(k1, n1, k2, n2);
            assert!((found.low - low).abs() < 1e-9, "{k1}/{n1} - {k2}/{n2}: {}", found.low);
            assert!((found.high - high).abs() < 1e-9, "{k1}/{n1} - {k2}/{n2}: {}", found.high);
        }
    }

    fn moments(ones: u64, halves: u64, zeros: u64) -> Moments {
        let n = |count: u64, value: f64| std::iter::repeat_n(value, count as usize);
        let values = n(ones, 1.0).chain(n(halves, 0.5)).chain(n(zeros, 0.0));
        Sample::new(values).expect("there are values").moments()
    }

    #[test]
    fn the_test_of_two_samples_agrees_with_scipy() {
        // Each sample x, y with a 0 and a 1 more: 2 * scipy.stats.norm.sf(abs(x.mean() - y.mean()) /
        // numpy.sqrt(x.var() / len(x) + y.var() / len(y)))
        let cases = [
            (moments(583, 0, 417), moments(520, 0, 480), 0.004_578_385_858_652),
            (moments(9, 0, 1), moments(3, 0, 7), 0.003_947_751_856_903),
            (moments(30, 20, 50), moments(45, 10, 25), 0.000_877_330_217_884),
        ];
        for (a, b, expected) in cases {
            let p = difference_test(a, b);
            assert!((p - expected).abs() < 1e-9, "{p} is not {expected}");
        }
    }

    /// The share of 2000 runs in which two equal means are told apart at 5 %. Each sample has a number
    /// of values and the shares of wins and draws among them.
    fn size_of_test(samples: [(u32, f64, f64); 2]) -> f64 {
        let mut rng = ChaCha8Rng::seed_from_u64(1845);
        let mut play = |(number, won, drawn): (u32, f64, f64)| {
            let game = |_| {
                let lot: f64 = rng.random();
                if lot < won { 1.0 } else { 0.5 * f64::from(u8::from(lot < won + drawn)) }
            };
            Sample::new((0..number).map(game)).expect("values").moments()
        };
        let rejected = (0..2000).filter(|_| {
            let [a, b] = samples.map(&mut play);
            difference_test(a, b) < 0.05
        });
        rejected.count() as f64 / 2000.0
    }

    #[test]
    fn equal_means_are_told_apart_as_seldom_as_promised() {
        let all = [
            [(600, 0.5, 0.0), (4000, 0.01, 0.98)],
            [(4000, 0.5, 0.0), (600, 0.0, 1.0)],
            [(100, 0.5, 0.0), (1000, 0.3, 0.4)],
            [(200, 0.3, 0.0), (200, 0.1, 0.4)],
            [(50, 0.05, 0.0), (400, 0.05, 0.0)],
            [(20, 0.5, 0.0), (400, 0.5, 0.0)],
        ];
        for samples in all {
            let found = size_of_test(samples);
            println!("size of the test of {samples:?}: {found}");
            // 2 % is four times the error of 2000 runs.
            assert!(found < 0.07, "{samples:?}: {found}");
        }
        let decided = size_of_test(all[0]);
        assert!(decided > 0.03, "it is not needlessly weak: {decided}");
    }

    #[test]
    fn an_estimate_is_tested_by_its_interval() {
        let estimate = |value, low, high| Estimate { value, low, high };
        let p = |value, low, high| estimate_test(estimate(value, low, high), Confidence::P95);
        assert!((p(2.0, 0.0, 9.0) - 0.05).abs() < 1e-9, "0 is its very end");
        assert!((p(-2.0, -9.0, 0.0) - 0.05).abs() < 1e-9);
        assert!(p(2.0, 0.1, 9.0) < 0.05 && p(2.0, -0.1, 9.0) > 0.05);
        assert_eq!(p(0.0, -1.0, 1.0), 1.0);
    }

    #[test]
    fn the_test_of_one_share_agrees_with_statsmodels() {
        // statsmodels.stats.proportion.proportions_ztest(583, 1000, 0.5, prop_var=0.5)
        let p = mean_test(moments(583, 0, 417), 0.5);
        assert!((p - 1.526112160709528e-07).abs() < 1e-10, "{p}");
        // 2 * norm.sf(abs(x.mean() - .5) / sqrt(((x - .5) ** 2).mean() / 100)), x of 30, 20, 50
        let p = mean_test(moments(30, 20, 50), 0.5);
        assert!((p - 0.025347318677468).abs() < 1e-10, "{p}");
        assert_eq!(mean_test(moments(0, 50, 0), 0.5), 1.0, "all drawn");
    }

    /// Doubled tails of scipy.stats.binom: cdf(0, 50, 0.1), cdf(2, 100, 0.1), sf(14, 50, 0.1), sf(99, 100, 0.9).
    #[test]
    fn the_test_of_a_small_share_promises_no_more_than_its_games() {
        for (won, games, expected, exact) in [
            (0, 50, 0.1, 0.010_307_6),
            (2, 100, 0.1, 0.003_889_7),
            (15, 50, 0.1, 0.000_147_7),
            (100, 100, 0.9, 0.000_053_1),
        ] {
            let p = mean_test(moments(won, 0, games - won), expected);
            assert!(p > exact, "{won} of {games} against {expected}: {p}, exactly {exact}");
            assert!(p < 0.05, "{won} of {games} against {expected} is no chance: {p}");
        }
    }

    #[test]
    fn equal_samples_without_spread_differ_by_chance() {
        assert!(difference_test(moments(10, 0, 0), moments(20, 0, 0)) > 0.5);
        assert_eq!(difference_test(moments(0, 10, 0), moments(0, 20, 0)), 1.0);
    }

    #[test]
    fn holm_agrees_with_statsmodels() {
        // statsmodels.stats.multitest.multipletests([...], method="holm")[1]
        let adjusted = holm(&[0.01, 0.04, 0.03, 0.005, 0.5]);
        for (found, expected) in adjusted.iter().zip([0.04, 0.09, 0.09, 0.025, 0.5]) {
            assert!((found - expected).abs() < 1e-12, "{adjusted:?}");
        }
        assert!(holm(&[]).is_empty());
    }
}
