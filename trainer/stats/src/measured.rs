//! A figure with what comparisons need of it, and how figures are computed.

use serde::{Deserialize, Serialize};

use crate::{Anytime, Confidence, Estimate, Moments, Sample};

/// How often the results were looked at before it was decided that they are enough.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Looks {
    /// Once: their number was fixed beforehand.
    #[default]
    Once,
    /// Again and again: intervals and tests hold wherever one stops
    /// ([`Anytime`]).
    Any,
}

/// How figures are computed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Options {
    /// Seed of bootstraps.
    pub seed: u64,
    /// Confidence of all intervals.
    pub confidence: Confidence,
    /// Resamples of bootstraps.
    pub resamples: u32,
    /// Differences below this share do not matter: "balanced within ±5 points" at 0.05.
    pub equivalence: f64,
    /// Whether the number of observations was fixed before the first look at them.
    #[serde(default)]
    pub looks: Looks,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            seed: 1855,
            confidence: Confidence::P95,
            resamples: 4000,
            equivalence: 0.05,
            looks: Looks::Once,
        }
    }
}

/// A mean of values from 0 to 1.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The mean with its interval.
    pub estimate: Estimate,
    /// What tests for a fixed number of observations need.
    pub moments: Moments,
    /// What tests at any number of observations need.
    pub counts: Anytime,
    /// Whether the observations are different enough to say something.
    pub reliable: bool,
}

impl Measured {
    /// The share of observations that are true; `None` without any.
    pub fn share(values: impl IntoIterator<Item = bool>, options: &Options) -> Option<Self> {
        let values = values.into_iter().map(|value| f64::from(u8::from(value)));
        Self::of(values, options, |sample| Some(sample.proportion()?.estimate(options.confidence)))
    }

    /// The mean of scores of 0, ½ and 1; `None` without any.
    pub fn score(values: impl IntoIterator<Item = f64>, options: &Options) -> Option<Self> {
        Self::of(values.into_iter(), options, |sample| sample.score(options.confidence))
    }

    /// The mean of values that each occurred so often, whose interval is known.
    pub fn from_counts(estimate: Estimate, counts: &[(f64, f64)]) -> Self {
        let size: f64 = counts.iter().map(|(_, number)| number).sum();
        let mean = |power: i32| {
            counts.iter().map(|(value, number)| value.powi(power) * number).sum::<f64>() / size
        };
        let moments = Moments { mean: mean(1), mean_square: mean(2), size };
        let counts = Anytime::new(counts.iter().copied());
        Self { estimate, moments, counts, reliable: true }
    }

    /// The mean of `values`, whose interval is `fixed` where their number was fixed beforehand.
    fn of(
        values: impl Iterator<Item = f64>,
        options: &Options,
        fixed: impl Fn(&Sample) -> Option<Estimate>,
    ) -> Option<Self> {
        let values: Vec<f64> = values.collect();
        let sample = Sample::new(values.iter().copied())?;
        let counts = Anytime::new(values.into_iter().map(|value| (value, 1.0)));
        let estimate = match options.looks {
            Looks::Once => fixed(&sample)?,
            Looks::Any => counts.estimate(options.confidence),
        };
        Some(Self { estimate, moments: sample.moments(), counts, reliable: true })
    }

    /// The same, marked as resting on too few different observations or not.
    #[must_use]
    pub fn reliable(self, reliable: bool) -> Self {
        Self { reliable, ..self }
    }
}
