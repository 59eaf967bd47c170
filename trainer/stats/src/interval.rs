//! Confidence levels, intervals and estimates.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, Normal};

/// How sure an interval is, as a share strictly between 0 and 1.
///
/// A 95 % interval is made by a method that covers the true value in 95 of 100 experiments.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Confidence(f64);

impl Confidence {
    /// The usual level of reports.
    pub const P95: Self = Self(0.95);

    /// A confidence of `level`.
    ///
    /// # Errors
    /// When `level` is not strictly between 0 and 1.
    pub fn new(level: f64) -> Result<Self, ConfidenceError> {
        let valid = level > 0.0 && level < 1.0;
        if valid { Ok(Self(level)) } else { Err(ConfidenceError(level)) }
    }

    /// The share itself: 0.95.
    pub const fn level(self) -> f64 {
        self.0
    }

    /// What is left over: 0.05.
    pub const fn alpha(self) -> f64 {
        1.0 - self.0
    }

    /// The quantile of the standard normal distribution that leaves half of [`alpha`](Self::alpha)
    /// above it: 1.96 for 95 %.
    pub fn z(self) -> f64 {
        Normal::standard().inverse_cdf(1.0 - self.alpha() / 2.0)
    }

    /// The level in words of a report: `95 %`.
    pub fn label(self) -> String {
        // Rounded, so that 0.95 does not show its binary tail.
        format!("{} %", (self.0 * 1e6).round() / 1e4)
    }
}

impl Default for Confidence {
    fn default() -> Self {
        Self::P95
    }
}

impl TryFrom<f64> for Confidence {
    type Error = ConfidenceError;

    fn try_from(level: f64) -> Result<Self, Self::Error> {
        Self::new(level)
    }
}

impl From<Confidence> for f64 {
    fn from(confidence: Confidence) -> Self {
        confidence.0
    }
}

/// A level of confidence that is none.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("{0} is not a level of confidence; give a share between 0 and 1, such as 0.95")]
pub struct ConfidenceError(pub f64);

/// A closed range of values.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Whether `value` lies inside, ends included.
    pub fn contains(self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}

/// A figure with its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The figure as observed.
    pub value: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end of its interval.
    pub high: f64,
}

impl Estimate {
    /// `value` with its `interval`.
    pub const fn new(value: f64, interval: Interval) -> Self {
        Self { value, low: interval.low, high: interval.high }
    }

    /// A figure that is known exactly.
    pub const fn exactly(value: f64) -> Self {
        Self { value, low: value, high: value }
    }

    /// From the lowest end of some intervals to the highest, around the mean of their figures: what too few figures say
    /// together. Not a number without any.
    pub fn spanning(all: &[Self]) -> Self {
        let value = all.iter().map(|one| one.value).sum::<f64>() / all.len() as f64;
        let low = all.iter().map(|one| one.low).fold(f64::INFINITY, f64::min);
        let high = all.iter().map(|one| one.high).fold(f64::NEG_INFINITY, f64::max);
        Self { value, low, high }
    }

    /// The figure and both ends on another scale, which rises with this one.
    #[must_use]
    pub fn map(self, scale: impl Fn(f64) -> f64) -> Self {
        Self { value: scale(self.value), low: scale(self.low), high: scale(self.high) }
    }

    /// By how much the figure is above `base`.
    #[must_use]
    pub fn above(self, base: f64) -> Self {
        self.map(|figure| figure - base)
    }

    /// Half of the distance between both ends.
    pub const fn half_width(self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// The standard error, where the interval is normal and of this confidence.
    pub fn standard_error(self, confidence: Confidence) -> f64 {
        self.half_width() / confidence.z()
    }

    /// The interval alone.
    pub const fn interval(self) -> Interval {
        Interval { low: self.low, high: self.high }
    }

    /// The same with the ends moved into `[low, high]`, the range that is possible at all.
    #[must_use]
    pub const fn clamp(self, low: f64, high: f64) -> Self {
        Self { value: self.value, low: self.low.max(low), high: self.high.min(high) }
    }

    /// The estimate of the opposite figure.
    #[must_use]
    pub const fn negated(self) -> Self {
        Self { value: -self.value, low: -self.high, high: -self.low }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normal_quantiles() {
        // scipy.stats.norm.ppf(0.975), scipy.stats.norm.ppf(0.95)
        assert!((Confidence::P95.z() - 1.959_963_984_540_054).abs() < 1e-12);
        let ninety = Confidence::new(0.9).expect("a valid level");
        assert!((ninety.z() - 1.644_853_626_951_472_2).abs() < 1e-12);
        assert_eq!(ninety.label(), "90 %");
        assert_eq!(Confidence::new(0.999).expect("a valid level").label(), "99.9 %");
    }

    #[test]
    fn errors_are_read_off_intervals() {
        let (confidence, error) = (Confidence::P95, 0.02);
        let far = confidence.z() * error;
        let estimate = Estimate { value: 0.5, low: 0.5 - far, high: 0.5 + far };
        assert!((estimate.half_width() - far).abs() < 1e-12);
        assert!((estimate.standard_error(confidence) - error).abs() < 1e-12);
    }

    #[test]
    fn impossible_levels_are_refused() {
        for level in [0.0, 1.0, -0.5, 95.0, f64::NAN] {
            assert!(Confidence::new(level).is_err(), "{level}");
        }
        assert!(serde_json::from_str::<Confidence>("1.5").is_err());
        assert_eq!(serde_json::from_str::<Confidence>("0.95").ok(), Some(Confidence::P95));
    }
}
