//! By how much two figures differ, and whether that can be chance.

use statrs::distribution::{ContinuousCDF, Normal};

use super::{Estimate, Interval, Moments};

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

/// The two-sided probability of a difference as large as observed, or larger, if both samples came
/// from one population: the z test with the pooled variance (Fleiss, Levin and Paik 2003,
/// *Statistical Methods for Rates and Proportions*, section 3.2; here for any values, with effective
/// sizes). 1 where nothing varies.
pub fn pooled_test(a: Moments, b: Moments) -> f64 {
    let size = a.size + b.size;
    let pool = |x: f64, y: f64| (x * a.size + y * b.size) / size;
    let mean = pool(a.mean, b.mean);
    let variance = pool(a.mean_square, b.mean_square) - mean * mean;
    normal_test(a.mean - b.mean, variance * (1.0 / a.size + 1.0 / b.size))
}

/// The two-sided probability of a mean as far from `expected`, or farther, if that were the true
/// mean: the z test with the variance around `expected`, which for shares is the score test
/// (Agresti 2013, *Categorical Data Analysis*, section 1.4). 1 where nothing varies.
pub fn mean_test(sample: Moments, expected: f64) -> f64 {
    let variance = sample.mean_square - 2.0 * expected * sample.mean + expected * expected;
    normal_test(sample.mean - expected, variance / sample.size)
}

/// The two-sided probability of a deviation, given its variance; 1 where that is nothing.
fn normal_test(deviation: f64, variance: f64) -> f64 {
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
    use super::super::{Confidence, Proportion, Sample};
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
        Sample::new((0..).zip(values)).expect("there are values").moments()
    }

    #[test]
    fn the_test_of_two_shares_agrees_with_statsmodels() {
        // statsmodels.stats.proportion.proportions_ztest([k1, k2], [n1, n2])
        let cases = [
            (583, 1000, 520, 1000, 0.004_618_401_062_913_05),
            (9, 10, 3, 10, 0.006_169_899_320_544_151),
            (56, 70, 48, 80, 0.008_045_081_368_196_56),
        ];
        for (k1, n1, k2, n2, expected) in cases {
            let p = pooled_test(moments(k1, 0, n1 - k1), moments(k2, 0, n2 - k2));
            assert!((p - expected).abs() < 1e-9, "{p} is not {expected}");
        }
    }

    #[test]
    fn the_test_of_two_scores_agrees_with_scipy() {
        // 2 * scipy.stats.norm.sf(abs(z)) with z from numpy's variance of the pooled values
        let p = pooled_test(moments(30, 20, 50), moments(45, 10, 25));
        assert!((p - 0.001_015_000_947_113_067_3).abs() < 1e-9, "{p}");
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

    #[test]
    fn equal_samples_without_spread_differ_by_chance() {
        assert_eq!(pooled_test(moments(10, 0, 0), moments(20, 0, 0)), 1.0);
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
