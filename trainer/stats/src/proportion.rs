//! How often something happens: a share of trials.

use statrs::distribution::{Beta, ContinuousCDF};

use super::{Confidence, Estimate, Interval};

/// Fewest successes, and fewest failures, for which Wilson's interval is taken. Its coverage drops
/// close to 0 and 1 (Brown, Cai and DasGupta 2001, *Statistical Science* 16:101, section 4.2.1).
const NEAR_THE_END: f64 = 5.0;

/// A share of trials, such as the attackers' wins among all games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proportion {
    share: f64,
    trials: f64,
}

impl Proportion {
    /// `successes` among `trials` independent trials; `None` without trials, or with more successes
    /// than trials.
    pub fn new(successes: u64, trials: u64) -> Option<Self> {
        let trials_f = trials as f64;
        (trials > 0 && successes <= trials)
            .then(|| Self { share: successes as f64 / trials_f, trials: trials_f })
    }

    /// A share that is known as such, of `trials` independent trials, with a number of successes that need
    /// not be whole: half of a draw. `None` outside [0, 1] or without trials.
    pub fn of_share(share: f64, trials: f64) -> Option<Self> {
        ((0.0..=1.0).contains(&share) && trials > 0.0).then_some(Self { share, trials })
    }

    /// The share itself.
    pub const fn share(self) -> f64 {
        self.share
    }

    /// The interval of Wilson 1927 (*Journal of the American Statistical Association* 22:209),
    /// without continuity correction.
    pub fn wilson(self, confidence: Confidence) -> Interval {
        let (p, n, z) = (self.share, self.trials, confidence.z());
        let shrink = 1.0 / (1.0 + z * z / n);
        let centre = (p + z * z / (2.0 * n)) * shrink;
        let half = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt() * shrink;
        Interval { low: (centre - half).max(0.0), high: (centre + half).min(1.0) }
    }

    /// The exact interval of Clopper and Pearson 1934 (*Biometrika* 26:404), by quantiles of the
    /// beta distribution.
    pub fn clopper_pearson(self, confidence: Confidence) -> Interval {
        let successes = self.share * self.trials;
        let failures = self.trials - successes;
        let tail = confidence.alpha() / 2.0;
        let low = beta_quantile(successes, failures + 1.0, tail).unwrap_or(0.0);
        let high = beta_quantile(successes + 1.0, failures, 1.0 - tail).unwrap_or(1.0);
        Interval { low, high }
    }

    /// Wilson's interval, or near 0 and 1 (fewer than five successes or failures) the exact one.
    pub fn interval(self, confidence: Confidence) -> Interval {
        let rarer = self.share.min(1.0 - self.share) * self.trials;
        // A hair of slack: 5 of 9 must not count as 4.999….
        if rarer < NEAR_THE_END - 1e-9 {
            self.clopper_pearson(confidence)
        } else {
            self.wilson(confidence)
        }
    }

    /// The share with its [`interval`](Self::interval).
    pub fn estimate(self, confidence: Confidence) -> Estimate {
        Estimate::new(self.share, self.interval(confidence))
    }
}

/// The quantile of a beta distribution; `None` where a parameter is not positive (no successes, no
/// failures), for which statrs has no distribution.
fn beta_quantile(a: f64, b: f64, probability: f64) -> Option<f64> {
    // Below this the "success" is the rounding of a share of 0 or 1.
    if a < 1e-9 || b < 1e-9 {
        return None;
    }
    Some(Beta::new(a, b).ok()?.inverse_cdf(probability))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAME: f64 = 1e-9;

    fn proportion(successes: u64, trials: u64) -> Proportion {
        Proportion::new(successes, trials).expect("a valid proportion")
    }

    fn assert_interval(found: Interval, low: f64, high: f64) {
        assert!((found.low - low).abs() < SAME, "low: {} is not {low}", found.low);
        assert!((found.high - high).abs() < SAME, "high: {} is not {high}", found.high);
    }

    #[test]
    fn wilson_agrees_with_statsmodels() {
        // statsmodels.stats.proportion.proportion_confint(k, n, 0.05, method="wilson")
        for (k, n, low, high) in WILSON {
            assert_interval(proportion(k, n).wilson(Confidence::P95), low, high);
        }
    }

    #[test]
    fn clopper_pearson_agrees_with_statsmodels() {
        // statsmodels.stats.proportion.proportion_confint(k, n, 0.05, method="beta")
        for (k, n, low, high) in CLOPPER_PEARSON {
            assert_interval(proportion(k, n).clopper_pearson(Confidence::P95), low, high);
        }
    }

    #[test]
    fn the_exact_interval_is_taken_near_the_ends_only() {
        for (k, n) in [(0, 50), (4, 50), (46, 50), (50, 50), (1, 3)] {
            let p = proportion(k, n);
            assert_eq!(p.interval(Confidence::P95), p.clopper_pearson(Confidence::P95), "{k}/{n}");
        }
        for (k, n) in [(5, 50), (25, 50), (45, 50)] {
            let p = proportion(k, n);
            assert_eq!(p.interval(Confidence::P95), p.wilson(Confidence::P95), "{k}/{n}");
        }
    }

    #[test]
    fn the_half_width_at_one_half_is_three_points_per_thousand_games() {
        let interval = proportion(500, 1000).interval(Confidence::P95);
        assert!(((interval.high - interval.low) / 2.0 - 0.031).abs() < 0.000_1);
    }

    #[test]
    fn no_trials_make_no_proportion() {
        assert_eq!(Proportion::new(0, 0), None);
        assert_eq!(Proportion::new(2, 1), None);
        assert_eq!(Proportion::of_share(1.5, 10.0), None);
        assert_eq!(Proportion::of_share(0.5, 0.0), None);
        assert_eq!(Proportion::of_share(f64::NAN, 10.0), None);
    }

    #[test]
    fn fewer_trials_widen_the_interval() {
        let all = proportion(60, 100).interval(Confidence::P95);
        let half = Proportion::of_share(0.6, 50.0).expect("valid").interval(Confidence::P95);
        assert!(half.low < all.low && half.high > all.high);
    }

    const WILSON: [(u64, u64, f64, f64); 9] = [
        (0, 10, 0.000000000000000, 0.277532799862889),
        (10, 10, 0.722467200137111, 1.000000000000000),
        (1, 10, 0.017876213095073, 0.404150026795239),
        (5, 10, 0.236593090512564, 0.763406909487436),
        (58, 100, 0.482064867030430, 0.672016173256453),
        (583, 1000, 0.552179461722066, 0.613185296369332),
        (3, 1000, 0.001020783881139, 0.008783014053503),
        (650, 1000, 0.619914682506809, 0.678937289947524),
        (1752, 4000, 0.422691458253944, 0.453427512713979),
    ];

    const CLOPPER_PEARSON: [(u64, u64, f64, f64); 9] = [
        (0, 10, 0.000000000000000, 0.308497107818761),
        (10, 10, 0.691502892181239, 1.000000000000000),
        (1, 10, 0.002528578544462, 0.445016117028195),
        (5, 10, 0.187086028447399, 0.812913971552601),
        (58, 100, 0.477119195723914, 0.678014460645203),
        (583, 1000, 0.551733009993698, 0.613776906423151),
        (3, 1000, 0.000619099931650, 0.008742023238478),
        (650, 1000, 0.619529808744024, 0.679583875848634),
        (1752, 4000, 0.422549740626506, 0.453540914094319),
    ];
}
