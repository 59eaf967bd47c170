//! Matches of two agents in pairs of games: the same opening, sides swapped.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, Normal};

use super::steps::mean_of_steps;
use super::{Anytime, Confidence, Estimate, Interval, Proportion};

/// Fewest pairs for which the normal interval is taken.
const FEW_PAIRS: u64 = 20;
/// Fewest pairs that end unlike most for which it is taken.
const FEW_UNLIKE: u64 = 20;
/// Pairs that are added to each of the five results where the counts alone would show too little
/// spread: Jeffreys' prior of a multinomial.
const JEFFREYS: f64 = 0.5;
/// Points of normalised Elo per standard deviation of a game: 800 / ln 10.
const NORMALISED_ELO: f64 = 800.0 / std::f64::consts::LN_10;

/// How many pairs gave the first agent 0, ½, 1, 1½ and 2 points: the *pentanomial* counts.
///
/// The two games of a pair share an opening that may favour one side, so the pair is the unit that
/// is independent of others. Counting pairs keeps what the opening takes from one game and gives
/// to the other out of the error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairCounts(pub [u64; 5]);

impl PairCounts {
    /// Adds a pair. Each score is that of the first agent in one game: 0, ½ or 1; other values
    /// count as the nearest of these.
    pub fn add(&mut self, first_game: f64, second_game: f64) {
        let halves = |score: f64| (score.clamp(0.0, 1.0) * 2.0).round() as usize;
        self.0[halves(first_game) + halves(second_game)] += 1;
    }

    /// Number of pairs.
    pub fn pairs(self) -> u64 {
        self.0.iter().sum()
    }

    /// Mean score of the first agent per game, from 0 to 1; `None` without pairs.
    pub fn mean(self) -> Option<f64> {
        let pairs = self.pairs();
        (pairs > 0).then(|| self.sum_of(|score| score) / pairs as f64)
    }

    /// Variance of a pair's mean score around [`mean`](Self::mean), divided by pairs − 1; `None`
    /// with fewer than two pairs.
    pub fn variance(self) -> Option<f64> {
        let (mean, pairs) = (self.mean()?, self.pairs());
        (pairs > 1).then(|| self.sum_of(|score| (score - mean).powi(2)) / (pairs - 1) as f64)
    }

    fn sum_of(self, value: impl Fn(f64) -> f64) -> f64 {
        (0..5).map(|points| value(points as f64 / 4.0) * self.0[points] as f64).sum()
    }

    /// The first agent's score with the normal interval over pairs; `None` without pairs.
    ///
    /// With fewer than twenty pairs the score is treated as a share of pairs
    /// ([`Proportion::interval`]), whose variance no score can exceed. Where fewer than twenty pairs are
    /// unlike most, their spread says little: then it is the mean of the shares of pairs with at least ½, 1,
    /// 1½ and 2 points, each with its own interval.
    pub fn score(self, confidence: Confidence) -> Option<Estimate> {
        let (mean, pairs) = (self.mean()?, self.pairs());
        if pairs < FEW_PAIRS {
            return Some(Proportion::of_share(mean, pairs as f64)?.estimate(confidence));
        }
        if self.0.iter().any(|alike| alike + FEW_UNLIKE > pairs) {
            return mean_of_steps(&self.reaching(), pairs as f64, confidence);
        }
        let half = confidence.z() * (self.variance()? / pairs as f64).sqrt();
        let interval = Interval { low: mean - half, high: mean + half };
        Some(Estimate::new(mean, interval).clamp(0.0, 1.0))
    }

    /// The first agent's score with an interval that holds however often one looks at the pairs
    /// ([`Anytime`]), so also where the result decided when to stop; `None` without pairs.
    pub fn anytime_score(self, confidence: Confidence) -> Option<Estimate> {
        let counts = self.0.iter().enumerate();
        let scores = Anytime::new(counts.map(|(points, n)| (points as f64 / 4.0, *n as f64)));
        (self.pairs() > 0).then(|| scores.estimate(confidence))
    }

    /// Shares of the pairs that gave the first agent at least ½, 1, 1½ and 2 points.
    fn reaching(self) -> [f64; 4] {
        [1, 2, 3, 4].map(|least: usize| {
            let reached: u64 = self.0[least..].iter().sum();
            reached as f64 / self.pairs() as f64
        })
    }

    /// Variance of a pair's mean score as it is believed with half a pair more of each result. It is
    /// never 0, and close to [`variance`](Self::variance) where there are many pairs.
    pub fn believed_variance(self) -> f64 {
        self.believed().1
    }

    /// Mean and variance with half a pair more of each result.
    fn believed(self) -> (f64, f64) {
        let pairs = self.pairs() as f64 + 5.0 * JEFFREYS;
        let mean_of = |value: &dyn Fn(f64) -> f64| {
            let added: f64 = (0..5).map(|points| JEFFREYS * value(points as f64 / 4.0)).sum();
            (self.sum_of(value) + added) / pairs
        };
        let mean = mean_of(&|score| score);
        (mean, mean_of(&|score| (score - mean).powi(2)))
    }

    /// Probability that the first agent is the better one (*likelihood of superiority*): that its
    /// expected score is above one half, by the normal distribution. With fewer than twenty pairs or
    /// without spread, half a pair of each result is added. `None` without pairs.
    pub fn superiority(self) -> Option<f64> {
        let pairs = self.pairs() as f64;
        let (mean, variance) = match self.variance() {
            Some(variance) if variance > 0.0 && self.pairs() >= FEW_PAIRS => {
                (self.mean()?, variance)
            }
            _ => self.believed(),
        };
        let error = (variance / pairs).sqrt();
        (pairs > 0.0).then(|| Normal::standard().cdf((mean - 0.5) / error))
    }

    /// The first agent's lead in *normalised* Elo, which measures how many games it takes to see the
    /// lead: standard deviations of a single game times 800 / ln 10 (Van den Bergh 2020, as in
    /// fishtest). `None` without spread.
    pub fn normalised_elo(self, confidence: Confidence) -> Option<Estimate> {
        let (mean, variance) = (self.mean()?, self.variance().filter(|variance| *variance > 0.0)?);
        let scale = NORMALISED_ELO / (2.0 * variance).sqrt();
        let half = confidence.z() * scale * (variance / self.pairs() as f64).sqrt();
        let value = scale * (mean - 0.5);
        Some(Estimate { value, low: value - half, high: value + half })
    }

    /// Share of the pairs in which both agents scored one point of two; `None` without pairs.
    pub fn drawn_share(self) -> Option<f64> {
        let pairs = self.pairs();
        (pairs > 0).then(|| self.0[2] as f64 / pairs as f64)
    }

    /// Pairs that the first agent won, for each pair that it lost. `None` when it lost none.
    pub fn ratio(self) -> Option<f64> {
        let [lost, half_lost, _, half_won, won] = self.0;
        let losses = lost + half_lost;
        (losses > 0).then(|| (won + half_won) as f64 / losses as f64)
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt as _, SeedableRng as _};

    use super::super::EloEstimate;
    use super::*;

    const COUNTS: PairCounts = PairCounts([8, 25, 120, 40, 7]);

    #[test]
    fn the_score_agrees_with_scipy() {
        // sc = numpy.repeat(numpy.arange(5) / 4, [8, 25, 120, 40, 7]);
        // sc.mean() -/+ scipy.stats.norm.ppf(0.975) * scipy.stats.sem(sc)
        let score = COUNTS.score(Confidence::P95).expect("there are pairs");
        assert_eq!(score.value, 0.51625);
        assert!((score.low - 0.488_882_91).abs() < 1e-8, "{}", score.low);
        assert!((score.high - 0.543_617_09).abs() < 1e-8, "{}", score.high);
        // sc.std(ddof=1)
        let deviation = COUNTS.variance().expect("many pairs").sqrt();
        assert!((deviation - 0.197_467_477_126_267_72).abs() < 1e-12);
    }

    #[test]
    fn superiority_and_normalised_elo_agree_with_scipy() {
        // scipy.stats.norm.cdf((sc.mean() - 0.5) / scipy.stats.sem(sc))
        let superiority = COUNTS.superiority().expect("pairs");
        assert!((superiority - 0.877_744_4).abs() < 1e-6, "{superiority}");
        // 800 / ln(10) * (sc.mean() - 0.5) / (numpy.sqrt(2) * sc.std(ddof=1))
        let normalised = COUNTS.normalised_elo(Confidence::P95).expect("spread");
        assert!((normalised.value - 20.217_018).abs() < 1e-4, "{}", normalised.value);
        // 1.959964 * 800 / ln(10) / sqrt(2 * 200)
        assert!((normalised.high - normalised.value - 34.048_06).abs() < 1e-3, "{normalised:?}");
    }

    #[test]
    fn belief_keeps_a_spread_and_fades() {
        let drawn = PairCounts([0, 0, 8, 0, 0]);
        assert_eq!(drawn.variance(), Some(0.0));
        assert!(drawn.believed_variance() > 0.02);
        assert_eq!(drawn.superiority(), Some(0.5));
        assert_eq!(drawn.normalised_elo(Confidence::P95), None);
        let many = PairCounts(COUNTS.0.map(|count| 100 * count));
        let variance = many.variance().expect("pairs");
        assert!((many.believed_variance() / variance - 1.0).abs() < 1e-3);
        let won = PairCounts([0, 0, 0, 0, 3]).superiority().expect("pairs");
        assert!(won > 0.8 && won < 1.0, "{won}");
        assert_eq!(PairCounts::default().superiority(), None);
    }

    #[test]
    fn pairs_are_counted_by_their_points() {
        let mut counts = PairCounts::default();
        for (first, second) in [(0.0, 0.0), (0.5, 0.0), (1.0, 0.0), (0.5, 0.5), (1.0, 0.5)] {
            counts.add(first, second);
        }
        counts.add(1.0, 1.0);
        assert_eq!(counts, PairCounts([1, 1, 2, 1, 1]));
        assert_eq!(counts.mean(), Some(0.5));
        assert_eq!(counts.ratio(), Some(1.0));
    }

    #[test]
    fn an_opening_that_decides_does_not_widen_the_interval() {
        // In every pair the same side wins both games: the agents are equal, beyond doubt.
        let swapped = PairCounts([1, 0, 998, 0, 1]).score(Confidence::P95).expect("pairs");
        assert!(swapped.high - swapped.low < 0.005);
    }

    /// Of 60 pairs of games that the first agent wins with a probability of 0.9 each.
    #[test]
    fn intervals_of_lopsided_matches_hold_the_truth() {
        const RUNS: u32 = 4000;
        let mut rng = ChaCha8Rng::seed_from_u64(60);
        let mut held = 0;
        for _ in 0..RUNS {
            let mut counts = PairCounts::default();
            for _ in 0..60 {
                let [one, other] = [(); 2].map(|()| f64::from(u8::from(rng.random_bool(0.9))));
                counts.add(one, other);
            }
            let score = counts.score(Confidence::P95).expect("pairs");
            held += u32::from(score.interval().contains(0.9));
        }
        // Their standard error is 0.3 points.
        assert!(f64::from(held) > 0.945 * f64::from(RUNS), "{held} of {RUNS}");
    }

    #[test]
    fn few_or_equal_pairs_keep_a_wide_interval() {
        let all_won = PairCounts([0, 0, 0, 0, 30]);
        let score = all_won.score(Confidence::P95).expect("pairs");
        assert!(score.low < 0.9 && score.high == 1.0);
        assert_eq!(EloEstimate::from_score(score).value.to_string(), "> +800");
        assert_eq!(all_won.ratio(), None);
        // One pair in forty unlike the others: the exact interval of 39 of 40 is 0.868 to 0.999, a
        // normal one 0.938 to 1.
        let almost = PairCounts([0, 0, 1, 0, 39]).score(Confidence::P95).expect("pairs");
        assert!(almost.low > 0.9 && almost.low < 0.94 && almost.high < 1.0, "{almost:?}");
        assert_eq!(PairCounts::default().score(Confidence::P95), None);
        let two = PairCounts([0, 0, 2, 0, 0]).score(Confidence::P95).expect("pairs");
        assert!(two.high - two.low > 0.6);
    }
}
