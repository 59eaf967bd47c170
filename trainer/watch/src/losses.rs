//! What each side loses.

use imperial_engine::Side;
use serde::{Deserialize, Serialize};

use imperial_stats::{Confidence, Estimate, Sample};

/// The pieces that one side loses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Losses {
    /// The side that loses them.
    pub side: Side,
    /// Pieces of this side at the start, royal ones among them, averaged over the games.
    pub at_start: f64,
    /// Mean number of pieces lost in a game.
    pub mean: f64,
    /// Its interval (Student's); `None` with a single game.
    pub mean_interval: Option<Estimate>,
}

/// The pieces of a side at the start of a game and at its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Count {
    pub(super) start: u32,
    pub(super) end: u32,
}

impl Count {
    const fn lost(self) -> u32 {
        self.start.saturating_sub(self.end)
    }
}

impl Losses {
    /// The losses in `games`, each with the side's pieces.
    pub(super) fn of(side: Side, games: &[Count]) -> Option<Self> {
        let sample = Sample::new(games.iter().map(|count| f64::from(count.lost())))?;
        let start: f64 = games.iter().map(|count| f64::from(count.start)).sum();
        Some(Self {
            side,
            at_start: start / games.len() as f64,
            mean: sample.mean(),
            mean_interval: sample
                .mean_estimate(Confidence::P95)
                .map(|mean| mean.clamp(0.0, f64::MAX)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_are_counted() {
        let games = [(16, 10), (16, 16), (16, 13)].map(|(start, end)| Count { start, end });
        let lost = Losses::of(Side::Attackers, &games).expect("there are games");
        assert_eq!(lost.mean, 3.0);
        assert_eq!(lost.at_start, 16.0);
        assert_eq!(Losses::of(Side::Attackers, &[]), None);
    }
}
