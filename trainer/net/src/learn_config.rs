//! How a network learns.

use serde::{Deserialize, Serialize};

use super::Schedule;

/// Most samples of a step: more take gigabytes, and a step is as good with fewer.
pub const MOST_BATCH: usize = 1 << 16;

/// How a network learns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LearnConfig {
    /// Samples per step.
    pub batch: usize,
    /// The learning rate.
    pub schedule: Schedule,
    /// Share of a weight that a step at learning rate 1 removes (AdamW).
    pub weight_decay: f32,
    /// Largest norm of the gradient over all weights that passes unchanged.
    pub clip: f32,
    /// Weight of the value's loss beside the policy's.
    pub value_weight: f32,
    /// Weight of the loss of plies left.
    pub plies_left_weight: f32,
    /// Weight of the loss of the opponent's reply.
    pub reply_weight: f32,
    /// Weight of the loss of what every square holds at the end.
    pub occupancy_weight: f32,
    /// What the average of the weights keeps of itself in each step.
    pub average_decay: f32,
}

impl Default for LearnConfig {
    fn default() -> Self {
        Self {
            batch: 256,
            schedule: Schedule::default(),
            weight_decay: 1e-4,
            clip: 1.0,
            value_weight: 1.0,
            plies_left_weight: 0.1,
            reply_weight: 0.15,
            occupancy_weight: 0.15,
            average_decay: 0.999,
        }
    }
}

impl LearnConfig {
    /// What the average of the weights keeps of itself after `done` steps. In the first steps it forgets
    /// faster: it would otherwise consist of the random start.
    pub(super) fn average_keeps(&self, done: u64) -> f32 {
        let young = (1.0 + done as f32) / (10.0 + done as f32);
        self.average_decay.min(young)
    }
}
