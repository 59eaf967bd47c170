//! What others have counted of games between people.

use imperial_stats::{Confidence, Estimate, Proportion};
use serde::{Deserialize, Serialize};

/// The attackers' score among people, as somebody has published it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Published {
    /// The rule set.
    pub rules: String,
    /// Which games they were, and who counted them.
    pub source: String,
    /// How many; `None` where the source does not say.
    pub games: Option<u64>,
    /// The attackers' score, 0 to 1.
    pub score: f64,
    /// Whether draws count half in it, or were left out.
    pub has_draws: bool,
}

impl Published {
    /// The score with the interval of its games; without one where the source does not say how many they were.
    pub fn estimate(&self, confidence: Confidence) -> Estimate {
        let share = Proportion::of_share(self.score, self.games.unwrap_or(0) as f64);
        share.map_or(Estimate::exactly(self.score), |share| share.estimate(confidence))
    }
}
