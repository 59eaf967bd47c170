//! A test that may stop as soon as the games are clear enough.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::PairCounts;

/// Elo beyond which hypotheses make no sense.
const MOST_ELO: f64 = 1000.0;

/// The generalised sequential probability ratio test of a match: is the first agent `elo1` points ahead
/// (H1), or no more than `elo0` (H0)?
///
/// After any number of pairs the log-likelihood ratio of the two hypotheses is compared with Wald's
/// bounds (1945, *Annals of Mathematical Statistics* 16:117). Unlike looking at an interval until it
/// excludes 0, this may be done as often as one likes: H1 is accepted with a probability of at most
/// about `alpha` where H0 is true, and H0 with `beta` where H1 is true.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// The lead under H0, in logistic Elo.
    pub elo0: f64,
    /// The lead under H1, in logistic Elo.
    pub elo1: f64,
    /// Probability of accepting H1 where H0 is true.
    pub alpha: f64,
    /// Probability of accepting H0 where H1 is true.
    pub beta: f64,
}

/// What a test may accept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Hypothesis {
    /// The first agent is ahead by `elo0` at most.
    H0,
    /// The first agent is ahead by `elo1`.
    H1,
}

impl fmt::Display for Hypothesis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::H0 => "H0",
            Self::H1 => "H1",
        })
    }
}

/// Where a test stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct LogLikelihoodRatio {
    /// Logarithm of the likelihood of H1, divided by that of H0.
    pub value: f64,
    /// Bound at or below which H0 is accepted.
    pub lower: f64,
    /// Bound at or above which H1 is accepted.
    pub upper: f64,
    /// The hypothesis that is accepted, if one is.
    pub accepted: Option<Hypothesis>,
}

impl Sprt {
    /// Compares the games with both hypotheses.
    ///
    /// LLR ≈ n·(s1 − s0)·(2·mean − s0 − s1) / (2·variance) for n pairs, expected scores s0 and s1 and the
    /// variance of a pair's score (Van den Bergh, *A practical introduction to the GSPRT*, the normal
    /// approximation). The variance is [`PairCounts::believed_variance`]: with the variance of a few
    /// pairs that happen to be alike, any lead would count as proof.
    pub fn ratio(&self, pairs: PairCounts) -> LogLikelihoodRatio {
        let [s0, s1] = [self.elo0, self.elo1].map(expected_score);
        let mean = pairs.mean().unwrap_or(0.5);
        let n = pairs.pairs() as f64;
        let value = n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * pairs.believed_variance());
        let (lower, upper) = self.bounds();
        let accepted = if value >= upper {
            Some(Hypothesis::H1)
        } else if value <= lower {
            Some(Hypothesis::H0)
        } else {
            None
        };
        LogLikelihoodRatio { value, lower, upper, accepted }
    }

    /// Wald's bounds: ln(β / (1 − α)) and ln((1 − β) / α).
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }
}

/// The score that a lead in Elo leads to.
fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// A text that describes no test, with the reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}; a test is written elo0=0,elo1=10 or elo0=0,elo1=10,alpha=0.05,beta=0.05")]
pub struct ParseSprtError(String);

impl FromStr for Sprt {
    type Err = ParseSprtError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (mut elo0, mut elo1, mut alpha, mut beta) = (None, None, 0.05, 0.05);
        let mut names = Vec::new();
        for setting in text.split([',', ' ']).filter(|setting| !setting.is_empty()) {
            let error = |why: &str| ParseSprtError(format!("`{setting}` {why}"));
            let (name, value) =
                setting.split_once('=').ok_or_else(|| error("lacks its `=VALUE`"))?;
            let value: f64 = value.parse().map_err(|_| error("is no number"))?;
            if names.contains(&name) {
                return Err(error("sets this a second time"));
            }
            names.push(name);
            match name {
                "elo0" => elo0 = Some(value),
                "elo1" => elo1 = Some(value),
                "alpha" => alpha = value,
                "beta" => beta = value,
                _ => return Err(error("is none of elo0, elo1, alpha and beta")),
            }
        }
        let missing = |name: &str| ParseSprtError(format!("`{name}` is missing"));
        let elo0 = elo0.ok_or_else(|| missing("elo0"))?;
        let elo1 = elo1.ok_or_else(|| missing("elo1"))?;
        Self { elo0, elo1, alpha, beta }.checked()
    }
}

impl Sprt {
    fn checked(self) -> Result<Self, ParseSprtError> {
        let error = |why: String| Err(ParseSprtError(why));
        let Self { elo0, elo1, alpha, beta } = self;
        let sensible = -MOST_ELO..=MOST_ELO;
        if !(elo0 < elo1 && sensible.contains(&elo0) && sensible.contains(&elo1)) {
            return error(format!("elo0 must be less than elo1, both within ±{MOST_ELO}"));
        }
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if !(value > 0.0 && value < 0.5) {
                return error(format!("{name} must be above 0 and below 0.5, not {value}"));
            }
        }
        Ok(self)
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{:.2}, {:.2}]", self.elo0, self.elo1)
    }
}

#[cfg(test)]
mod tests {
    use imperial_engine::game_stream;
    use rand::RngExt;

    use super::super::Confidence;
    use super::*;

    const USUAL: Sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };

    #[test]
    fn ratio_and_bounds_agree_with_numpy() {
        let pairs = PairCounts([14, 256, 569, 337, 31]);
        let found = USUAL.ratio(pairs);
        // sc = numpy.repeat(numpy.arange(5)/4, [14, 256, 569, 337, 31]);
        // s1 = 1/(1+10**(-10/400)); 1207*(s1-.5)*(2*sc.mean()-.5-s1)/(2*sc.var()): 7.3167
        assert!((found.value - 7.3167).abs() < 0.1, "{}", found.value);
        assert!(
            (found.upper - 2.944_439).abs() < 1e-6 && (found.lower + found.upper).abs() < 1e-12
        );
        assert_eq!(found.accepted, Some(Hypothesis::H1));
        assert_eq!(USUAL.ratio(PairCounts::default()).value, 0.0);
        assert_eq!(USUAL.ratio(PairCounts([0, 0, 0, 0, 1])).accepted, None);
    }

    #[test]
    fn a_few_equal_pairs_decide_nothing() {
        for pairs in [[0, 0, 32, 0, 0], [0, 0, 0, 4, 0], [3, 0, 0, 0, 0]] {
            assert_eq!(USUAL.ratio(PairCounts(pairs)).accepted, None, "{pairs:?}");
        }
    }

    /// Plays to the end of a test between agents whose pairs have these probabilities, looking after
    /// every 32 pairs.
    fn simulated(test: Sprt, shares: [f64; 5], stream: u64) -> (Option<Hypothesis>, PairCounts) {
        let mut rng = game_stream(1855, stream);
        let mut pairs = PairCounts::default();
        while pairs.pairs() < 20_000 {
            for _ in 0..32 {
                let mut drawn: f64 = rng.random();
                let result = shares.iter().position(|share| {
                    drawn -= share;
                    drawn < 0.0
                });
                pairs.0[result.unwrap_or(2)] += 1;
            }
            let accepted = test.ratio(pairs).accepted;
            if accepted.is_some() {
                return (accepted, pairs);
            }
        }
        (None, pairs)
    }

    /// Five shares around `drawn` with this mean score, as far as it goes by wins of single points.
    fn shares(drawn: f64, mean: f64) -> [f64; 5] {
        let lean = 2.0 * (mean - 0.5);
        let rest = (1.0 - drawn) / 2.0;
        let whole = rest / 4.0;
        let half = rest - whole;
        [whole, half - lean, drawn, half + lean, whole]
    }

    #[test]
    fn errors_are_as_rare_as_promised() {
        let test = Sprt { elo0: 0.0, elo1: 30.0, alpha: 0.05, beta: 0.05 };
        for drawn in [0.3, 0.8] {
            for (elo, wrong) in [(0.0, Hypothesis::H1), (30.0, Hypothesis::H0)] {
                let shares = shares(drawn, expected_score(elo));
                let ends: Vec<_> = (0..1000).map(|run| simulated(test, shares, run)).collect();
                assert!(ends.iter().all(|(accepted, _)| accepted.is_some()));
                let errors = ends.iter().filter(|(accepted, _)| *accepted == Some(wrong)).count();
                let pairs = ends.iter().map(|(_, pairs)| pairs.pairs()).sum::<u64>() / 1000;
                println!(
                    "{drawn} of pairs drawn, lead {elo}: {errors} of 1000 wrong, {pairs} pairs"
                );
                // Binomial error of 1000 at 5 %: 7.
                assert!(errors <= 50 + 21, "{errors} of 1000 at {drawn}, {elo}");
            }
        }
    }

    #[test]
    fn scores_of_tests_that_stopped_themselves_are_covered() {
        let test = Sprt { elo0: 0.0, elo1: 30.0, alpha: 0.05, beta: 0.05 };
        let truth = expected_score(15.0);
        let ends: Vec<PairCounts> =
            (0..1000).map(|run| simulated(test, shares(0.3, truth), run).1).collect();
        let covered = |score: fn(PairCounts, Confidence) -> Option<crate::Estimate>| {
            let covers = |pairs: &&PairCounts| {
                score(**pairs, Confidence::P95).expect("pairs").interval().contains(truth)
            };
            ends.iter().filter(covers).count()
        };
        let (fixed, ever) = (covered(PairCounts::score), covered(PairCounts::anytime_score));
        println!("of 1000 scores {fixed} are covered by fixed intervals, {ever} by these");
        assert!(fixed < 940 && ever >= 950, "{fixed} {ever}");
    }

    #[test]
    fn texts_are_read_and_checked() {
        assert_eq!("elo0=0,elo1=10".parse(), Ok(USUAL));
        assert_eq!(USUAL.to_string(), "[0.00, 10.00]");
        let other = "elo0=-5 elo1=0 alpha=0.1 beta=0.01".parse::<Sprt>().expect("a test");
        assert_eq!((other.elo0, other.alpha, other.beta), (-5.0, 0.1, 0.01));
        for (text, part) in [
            ("", "`elo0` is missing"),
            ("elo0=0", "`elo1` is missing"),
            ("elo0=5,elo1=5", "less than"),
            ("elo0=0,elo1=NaN", "less than"),
            ("elo0=0,elo1=inf", "within"),
            ("elo0=0,elo1=5,alpha=0.5", "alpha"),
            ("elo0=0,elo1=5,gamma=1", "none of"),
            ("elo0", "=VALUE"),
            ("elo0=x", "no number"),
            ("elo0=0,elo0=1,elo1=5", "`elo0=1` sets this a second time"),
            ("elo0=0,elo1=5,beta=0.1,beta=0.1", "second time"),
        ] {
            let error = text.parse::<Sprt>().expect_err("no test").to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
