//! Whether figures are the same for all practical purposes, which "no difference found" does not
//! show: two one-sided tests (Schuirmann 1987, *Journal of Pharmacokinetics and Biopharmaceutics*
//! 15:657). The number of games is fixed beforehand.

use statrs::distribution::{ContinuousCDF, Normal};

use super::Moments;

/// The probability of a mean as close to `expected`, or closer, if the true mean were `margin` or
/// more away. The error is taken around each bound, as in the score test, with a value of 0 and one
/// of 1 added: games that were all drawn have no spread, but may not all be drawn.
pub fn mean_equivalence(sample: Moments, expected: f64, margin: f64) -> f64 {
    let beyond = |bound: f64, deviation: f64| {
        let square = sample.mean_square - 2.0 * bound * sample.mean + bound * bound;
        let added = bound * bound + (1.0 - bound) * (1.0 - bound);
        let size = sample.size + 2.0;
        upper_tail(deviation, (square * sample.size + added) / (size * size))
    };
    let (low, high) = (expected - margin, expected + margin);
    beyond(low, sample.mean - low).max(beyond(high, high - sample.mean))
}

/// The probability of two means as close to each other, or closer, if the true ones were `margin`
/// or more apart. For the error a value of 0 and one of 1 are added to each sample, so that samples
/// without spread do not claim to be exact (Agresti and Caffo 2000, *The American Statistician*
/// 54:280).
pub fn difference_equivalence(a: Moments, b: Moments, margin: f64) -> f64 {
    let difference = a.mean - b.mean;
    let error = a.with_ends().squared_error() + b.with_ends().squared_error();
    upper_tail(difference + margin, error).max(upper_tail(margin - difference, error))
}

/// The probability of a deviation as large, or larger, given its variance.
fn upper_tail(deviation: f64, variance: f64) -> f64 {
    if variance.is_nan() || variance <= 1e-18 {
        return 1.0;
    }
    Normal::standard().sf(deviation / variance.sqrt())
}

#[cfg(test)]
mod tests {
    use super::super::Sample;
    use super::*;

    fn wins(wins: u64, games: u64) -> Moments {
        let values = (0..games).map(|game| f64::from(u8::from(game < wins)));
        Sample::new(values).expect("there are games").moments()
    }

    #[test]
    fn agrees_with_the_normal_distribution() {
        // p = 0.51, n = 2000, bound 0.55: the mean square around it is 0.51 - 1.1 * 0.51 + 0.3025,
        // with two more values (503 + 0.505) / 2002; norm.sf((0.55 - 0.51) / sqrt(0.251501 / 2002))
        let p = mean_equivalence(wins(1020, 2000), 0.5, 0.05);
        assert!((p - 1.793_1e-4).abs() < 1e-8, "{p}");
        // 1001/2002 and 1021/2002 with p(1 - p)/2002 each: norm.sf(0.04 / 0.0158)
        let p = difference_equivalence(wins(1000, 2000), wins(1020, 2000), 0.05);
        assert!((p - 0.005_681_4).abs() < 1e-7, "{p}");
    }

    #[test]
    fn few_games_show_nothing() {
        assert!(mean_equivalence(wins(10, 20), 0.5, 0.05) > 0.3);
        let drawn = |games| Sample::new(std::iter::repeat_n(0.5, games)).expect("games").moments();
        assert!(mean_equivalence(drawn(20), 0.5, 0.05) > 0.05, "the interval is ±8.4 points");
        assert!(mean_equivalence(drawn(60), 0.5, 0.05) < 0.01);
        assert!(difference_equivalence(wins(20, 20), wins(20, 20), 0.05) > 0.1);
        assert!(difference_equivalence(wins(2000, 2000), wins(2000, 2000), 0.05) < 0.001);
    }

    #[test]
    fn means_beyond_the_margin_are_not_the_same() {
        assert!(mean_equivalence(wins(1200, 2000), 0.5, 0.05) > 0.99);
        assert!(difference_equivalence(wins(1200, 2000), wins(1000, 2000), 0.05) > 0.99);
    }
}
