//! Weighted sums of means, such as what a switch adds to the score under many rule sets.

use super::difference::normal_test;
use super::{Confidence, Estimate, Interval, Sample};

/// Wins, and losses, that are added to the spread where one weighs most.
const ADDED: f64 = 2.0;
/// The squared error of a mean of values from 0 to 1 that is known from a single one, which shows no
/// spread: no spread is larger.
const LARGEST_ERROR: f64 = 0.25;
/// How large sums are believed to be where they are looked at again and again: intervals are
/// narrowest around this size. Ones of any size hold.
const BELIEVED: f64 = 0.05;

/// A weighted sum of the means of independent samples, whose values lie from 0 to 1.
///
/// Its squared error is that of the means. Means near 0 and 1 rest on few events and may show no
/// spread at all, so that two wins and two losses are added to it where one of them weighs most: for
/// the difference of two shares this is the interval of Agresti and Caffo 2000 (*The American
/// Statistician* 54:280), who add four values in all, without its shift of the centre; that one
/// event at the largest weight is enough for many weights is from Fay and Feuer 1997 (*Statistics in
/// Medicine* 16:791). One added to every sample would make the sum of many far too vague.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Contrast {
    /// The sum.
    pub value: f64,
    variance: f64,
    /// Largest weight of a single value.
    largest: f64,
}

impl Contrast {
    /// The sum of the samples' means times their weights. No sample stands in it twice.
    pub fn of<'a>(parts: impl IntoIterator<Item = (f64, &'a Sample)>) -> Self {
        let mut sum = Self::default();
        for (weight, sample) in parts {
            sum.value += weight * sample.mean();
            sum.variance += weight * weight * sample.squared_error().unwrap_or(LARGEST_ERROR);
            sum.largest = sum.largest.max(weight.abs() / sample.size());
        }
        sum
    }

    /// A sum whose squared error is known.
    pub const fn known(value: f64, variance: f64) -> Self {
        Self { value, variance, largest: 0.0 }
    }

    /// The same with another source of error, a variance that is independent of the samples.
    #[must_use]
    pub fn with_variance(self, variance: f64) -> Self {
        Self { variance: self.variance + variance.max(0.0), ..self }
    }

    fn squared_error(self) -> f64 {
        self.variance + ADDED * self.largest * self.largest
    }

    /// The sum with its normal interval.
    pub fn estimate(self, confidence: Confidence) -> Estimate {
        self.around(confidence.z() * self.squared_error().sqrt())
    }

    /// The two-sided probability of a sum as large, or larger, if the true one were 0; 1 where there
    /// is nothing to be wrong about.
    pub fn test(self) -> f64 {
        normal_test(self.value, self.squared_error())
    }

    /// The interval that holds however often one looks, for more and more values: the mixture of
    /// Robbins 1970 (*Annals of Mathematical Statistics* 41:1397), which holds for means of any values
    /// as the normal interval does, for many of them (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas
    /// 2024, *Annals of Statistics* 52:2613).
    pub fn anytime_estimate(self, confidence: Confidence) -> Estimate {
        let error = self.squared_error();
        if error <= 0.0 {
            return self.around(0.0);
        }
        let known = BELIEVED * BELIEVED / error;
        let log = known.ln_1p() - 2.0 * confidence.alpha().ln();
        self.around((error * (1.0 + 1.0 / known) * log).sqrt())
    }

    /// The probability that goes with it: of evidence as strong as this, ever, if the true sum were 0.
    pub fn anytime_test(self) -> f64 {
        let error = self.squared_error();
        if error <= 0.0 {
            return 1.0;
        }
        let known = BELIEVED * BELIEVED / error;
        let evidence = self.value * self.value / (error * (1.0 + 1.0 / known));
        ((known.ln_1p() - evidence) / 2.0).exp().min(1.0)
    }

    fn around(self, half: f64) -> Estimate {
        Estimate::new(self.value, Interval { low: self.value - half, high: self.value + half })
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{Rng, RngExt, SeedableRng};

    use super::*;

    fn shares(wins: u64, games: u64) -> Sample {
        let values = (0..games).map(|game| f64::from(u8::from(game < wins)));
        Sample::new(values).expect("games")
    }

    fn played(share: f64, games: u64, rng: &mut impl Rng) -> Sample {
        let wins = (0..games).filter(|_| rng.random::<f64>() < share).count();
        shares(wins as u64, games)
    }

    #[test]
    fn a_difference_of_shares_is_as_wide_as_that_of_agresti_and_caffo() {
        // 56 of 70 and 48 of 80: 57/72 and 49/82, 1.959964 * sqrt(p(1-p)/72 + q(1-q)/82) = 0.1417.
        let contrast = Contrast::of([(1.0, &shares(56, 70)), (-1.0, &shares(48, 80))]);
        let estimate = contrast.estimate(Confidence::P95);
        assert!((estimate.value - 0.2).abs() < 1e-12);
        assert!((estimate.high - 0.2 - 0.1417).abs() < 0.008, "{estimate:?}");
        // 0 of 40 twice: 1/42 each, 1.959964 * sqrt(2 * (1/42)(41/42)/42) = 0.0652.
        let none = Contrast::of([(1.0, &shares(0, 40)), (-1.0, &shares(0, 40))]);
        assert!((none.estimate(Confidence::P95).high - 0.0652).abs() < 0.005);
        assert_eq!(none.test(), 1.0);
    }

    #[test]
    fn certain_differences_are_found() {
        let contrast = Contrast::of([(1.0, &shares(40, 40)), (-1.0, &shares(20, 40))]);
        assert!(contrast.test() < 1e-6 && contrast.anytime_test() < 0.05);
        let all = Contrast::of([(1.0, &shares(40, 40)), (-1.0, &shares(0, 40))]);
        assert!(all.test() < 1e-12, "there is no spread, and no doubt");
    }

    #[test]
    fn one_game_says_next_to_nothing() {
        let one = shares(1, 1);
        let many = shares(500, 1000);
        let estimate = Contrast::of([(1.0, &one), (-1.0, &many)]).estimate(Confidence::P95);
        assert!(estimate.low < -0.4, "{estimate:?}");
        assert_eq!(Contrast::default().test(), 1.0);
        assert_eq!(Contrast::default().anytime_test(), 1.0);
    }

    #[test]
    fn intervals_and_tests_agree() {
        let contrast = |wins| Contrast::of([(0.5, &shares(wins, 200)), (-0.5, &shares(80, 200))]);
        for wins in 80..140 {
            let contrast = contrast(wins);
            let fixed = contrast.estimate(Confidence::P95).interval().contains(0.0);
            assert_eq!(fixed, contrast.test() > 0.05, "{wins}");
            let ever = contrast.anytime_estimate(Confidence::P95).interval().contains(0.0);
            assert_eq!(ever, contrast.anytime_test() > 0.05, "{wins}");
        }
    }

    /// The share of 1000 runs in which a sum of the means of samples (weight, games, share) is covered.
    fn coverage(parts: &[(f64, u64, f64)]) -> f64 {
        let truth: f64 = parts.iter().map(|(weight, _, share)| weight * share).sum();
        let mut rng = ChaCha8Rng::seed_from_u64(1732);
        let covered = (0..1000).filter(|_| {
            let samples: Vec<Sample> =
                parts.iter().map(|(_, games, share)| played(*share, *games, &mut rng)).collect();
            let sum = Contrast::of(parts.iter().map(|part| part.0).zip(&samples));
            sum.estimate(Confidence::P95).interval().contains(truth)
        });
        covered.count() as f64 / 1000.0
    }

    #[test]
    fn shares_near_the_ends_are_covered() {
        let cases = [12, 21, 75, 300]
            .into_iter()
            .flat_map(|games| [0.001, 0.01, 0.05, 0.5, 0.99].map(|share| (games, share)));
        let found = cases.flat_map(|(games, share)| {
            let alike = [(1.0, games, share), (-1.0, games, share)];
            let one = [(1.0, games, share), (-1.0, games, 0.0)];
            let ends = [(1.0, games, 1.0 - share), (-1.0, games, share / 2.0)];
            [alike, one, ends].map(|parts| (coverage(&parts), parts))
        });
        let least = found.min_by(|a, b| a.0.total_cmp(&b.0)).expect("cases");
        println!("least coverage (share, weights with games and shares): {least:?}");
        // ±1.4 points is twice the error of 1000 runs.
        assert!(least.0 >= 0.925, "{least:?}");
    }

    #[test]
    fn looking_again_and_again_leaves_the_truth_inside() {
        let share = [0.03, 0.05];
        let wrong = |test: fn(Contrast) -> f64| {
            let runs = (0..300_u64).filter(|run| {
                let mut rng = ChaCha8Rng::seed_from_u64(*run);
                let mut wins = [0; 2];
                (1..=20_u64).any(|look| {
                    for (wins, share) in wins.iter_mut().zip(share) {
                        *wins += (0..50).filter(|_| rng.random::<f64>() < share).count() as u64;
                    }
                    let samples = wins.map(|wins| shares(wins, 50 * look));
                    let sum = Contrast::of([(1.0, &samples[1]), (-1.0, &samples[0])]);
                    test(Contrast { value: sum.value - 0.02, ..sum }) < 0.05
                })
            });
            runs.count() as f64 / 300.0
        };
        assert!(wrong(Contrast::test) > 0.1, "fixed intervals are fooled");
        assert!(wrong(Contrast::anytime_test) <= 0.05);
    }
}
