//! How long games last.

use serde::{Deserialize, Serialize};

use imperial_stats::{Confidence, Estimate, Sample, quantile};
use imperial_watch::GameSummary;

/// Most bars of a histogram of lengths.
const MOST_BARS: u32 = 40;

/// Lengths of the games of a cell, in plies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lengths {
    /// The mean.
    pub mean: f64,
    /// Its interval (Student's); `None` with a single game.
    pub mean_interval: Option<Estimate>,
    /// The shortest game.
    pub shortest: u32,
    /// A quarter of the games are shorter.
    pub lower_quartile: f64,
    /// Half of the games are shorter.
    pub median: f64,
    /// Three quarters of the games are shorter.
    pub upper_quartile: f64,
    /// The longest game.
    pub longest: u32,
    /// Numbers of games of 0 to w−1, w to 2w−1, … plies, w being the report's `length_bin`.
    pub histogram: Vec<u64>,
}

impl Lengths {
    /// The lengths of `games`; `None` without games.
    pub(super) fn of(games: &[GameSummary], bin: u32, confidence: Confidence) -> Option<Self> {
        let sample = Sample::new(games.iter().map(|game| f64::from(game.plies)))?;
        let mut plies: Vec<f64> = games.iter().map(|game| f64::from(game.plies)).collect();
        plies.sort_unstable_by(f64::total_cmp);
        Some(Self {
            mean: sample.mean(),
            mean_interval: sample.mean_estimate(confidence).map(|mean| mean.clamp(0.0, f64::MAX)),
            shortest: games.iter().map(|game| game.plies).min()?,
            lower_quartile: quantile(&plies, 0.25)?,
            median: quantile(&plies, 0.5)?,
            upper_quartile: quantile(&plies, 0.75)?,
            longest: games.iter().map(|game| game.plies).max()?,
            histogram: histogram(games, bin),
        })
    }
}

/// The width of bars, in plies, that shows lengths up to `longest` in forty bars or fewer: 1, 2 or
/// 5 times a power of ten.
pub fn bin_width(longest: u32) -> u32 {
    let fits = |width: &u32| longest / width < MOST_BARS;
    let widths = (0..9).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_u32.pow(power)));
    widths.into_iter().find(fits).unwrap_or(u32::MAX)
}

fn histogram(games: &[GameSummary], bin: u32) -> Vec<u64> {
    let bars = games.iter().map(|game| game.plies / bin.max(1) + 1).max().unwrap_or(0);
    let mut counts = vec![0; bars as usize];
    for game in games {
        counts[(game.plies / bin.max(1)) as usize] += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_are_round_and_few() {
        for (longest, width) in [(0, 1), (39, 1), (40, 2), (150, 5), (512, 20), (4000, 200)] {
            assert_eq!(bin_width(longest), width, "{longest}");
        }
        assert!(u32::MAX / bin_width(u32::MAX) < MOST_BARS);
    }
}
