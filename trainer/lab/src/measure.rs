//! A figure of some games, as the report shows it and as the comparisons need it.

use serde::{Deserialize, Serialize};

use super::{GameSummary, Options};
use imperial_stats::{Anytime, Estimate, Interval, Moments, Sample};

/// How often the results were looked at before it was decided that the games are enough.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Looks {
    /// Once: the number of games was fixed beforehand.
    #[default]
    Once,
    /// Again and again: intervals and tests hold at whatever number of games one stops
    /// ([`Anytime`]).
    Any,
}

/// A mean of values from 0 to 1.
#[derive(Clone, Debug)]
pub(super) struct Measured {
    pub(super) estimate: Estimate,
    pub(super) moments: Moments,
    pub(super) counts: Anytime,
    /// Whether enough of the games are distinct.
    pub(super) reliable: bool,
}

impl Measured {
    /// The share of `games` for which `test` holds; `None` without games.
    pub(super) fn share<'a>(
        games: impl IntoIterator<Item = &'a GameSummary>,
        test: impl Fn(&GameSummary) -> bool,
        options: &Options,
    ) -> Option<Self> {
        let value = |game: &GameSummary| f64::from(u8::from(test(game)));
        Self::of(games.into_iter().map(value), options, |sample| {
            Some(sample.proportion()?.estimate(options.confidence))
        })
    }

    /// The attackers' score in `games`; `None` without games.
    pub(super) fn score(games: &[GameSummary], options: &Options) -> Option<Self> {
        Self::of(games.iter().map(GameSummary::score), options, |sample| {
            sample.score(options.confidence)
        })
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

    /// The same, marked as resting on too few distinct games or not.
    pub(super) fn reliable(self, reliable: bool) -> Self {
        Self { reliable, ..self }
    }
}

/// What no games tell of a share.
pub(super) const UNKNOWN: Estimate = Estimate::new(0.5, Interval { low: 0.0, high: 1.0 });
