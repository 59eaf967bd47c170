//! Elo differences from scores.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Estimate;

/// Largest difference that is stated as a number. Beyond it (a score above 99 %) the true
/// difference is not known from any usual number of games.
pub const ELO_LIMIT: f64 = 800.0;

/// A difference in Elo points, or the bound that it lies beyond. Never infinite.
///
/// ```
/// use imperial_stats::Elo;
///
/// assert_eq!(Elo::from_score(0.64).to_string(), "+100");
/// assert_eq!(Elo::from_score(1.0).to_string(), "> +800");
/// assert_eq!(Elo::from_score(0.0).to_string(), "< −800");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "bound", content = "elo", rename_all = "lowercase")]
pub enum Elo {
    /// Below this.
    Below(f64),
    /// This.
    Exact(f64),
    /// Above this.
    Above(f64),
}

impl Elo {
    /// The difference at which the stronger side expects `score`: 400·log₁₀(s / (1 − s))
    /// (Elo 1978, *The Rating of Chessplayers*, section 8.4, the logistic curve). A score that is no
    /// number counts as one half.
    pub fn from_score(score: f64) -> Self {
        if score.is_nan() {
            return Self::Exact(0.0);
        }
        let score = score.clamp(0.0, 1.0);
        // At 0 and 1 this is infinite, which both comparisons below catch.
        let elo = 400.0 * (score / (1.0 - score)).log10();
        if elo > ELO_LIMIT {
            Self::Above(ELO_LIMIT)
        } else if elo < -ELO_LIMIT {
            Self::Below(-ELO_LIMIT)
        } else {
            Self::Exact(elo)
        }
    }

    /// The number that is shown: the difference, or the bound. Always finite.
    pub const fn points(self) -> f64 {
        match self {
            Self::Below(elo) | Self::Exact(elo) | Self::Above(elo) => elo,
        }
    }
}

impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bound = match self {
            Self::Below(_) => "< ",
            Self::Exact(_) => "",
            Self::Above(_) => "> ",
        };
        let points = self.points().round();
        let sign = if points > 0.0 {
            "+"
        } else if points < 0.0 {
            "−"
        } else {
            ""
        };
        f.pad(&format!("{bound}{sign}{:.0}", points.abs()))
    }
}

/// An Elo difference with its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct EloEstimate {
    /// The difference as observed.
    pub value: Elo,
    /// The lower end of its interval.
    pub low: Elo,
    /// The upper end of its interval.
    pub high: Elo,
}

impl EloEstimate {
    /// The difference that a score in [0, 1] means, with the ends of the score's interval turned
    /// into Elo as well.
    pub fn from_score(score: Estimate) -> Self {
        let [value, low, high] = [score.value, score.low, score.high].map(Elo::from_score);
        Self { value, low, high }
    }
}

impl fmt::Display for EloEstimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({} to {})", self.value, self.low, self.high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_agrees_with_numpy() {
        // 400 * numpy.log10(s / (1 - s))
        for (score, elo) in [
            (0.5, 0.0),
            (0.55, 34.860_070_287_560_11),
            (0.64, 99.950_989_286_639_98),
            (0.75, 190.848_501_887_864_98),
        ] {
            assert!((Elo::from_score(score).points() - elo).abs() < 1e-9);
            assert!((Elo::from_score(1.0 - score).points() + elo).abs() < 1e-9);
        }
    }

    #[test]
    fn nothing_infinite_is_ever_shown() {
        for score in [0.0, 1.0, -3.0, 7.0, 1e-300, f64::NAN, f64::INFINITY] {
            let elo = Elo::from_score(score);
            assert!(elo.points().is_finite(), "{score}");
            let text = elo.to_string();
            assert!(!text.contains("nan") && !text.contains("inf"), "{text}");
        }
        assert_eq!(Elo::from_score(0.499_9).to_string(), "0");
        let estimate = EloEstimate::from_score(Estimate { value: 0.9, low: 0.7, high: 1.0 });
        assert_eq!(estimate.to_string(), "+382 (+147 to > +800)");
    }

    #[test]
    fn a_bound_is_told_in_json() {
        let json = serde_json::to_string(&Elo::from_score(1.0)).expect("serialises");
        assert_eq!(json, r#"{"bound":"above","elo":800.0}"#);
    }
}
