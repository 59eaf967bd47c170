//! The losses of every step, as a CSV file.

use imperial_net::Losses;
use serde::{Deserialize, Serialize};

/// One row of `losses.csv`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LossRow {
    /// The step, from 1.
    pub step: u64,
    /// The weighted sum.
    pub total: f32,
    /// Cross-entropy of the policy in nats.
    pub policy: f32,
    /// Cross-entropy of win, draw and loss in nats.
    pub value: f32,
    /// Huber loss of the logarithm of the plies left.
    pub plies_left: f32,
}

impl LossRow {
    pub(super) fn new(step: u64, losses: &Losses) -> Self {
        Self {
            step,
            total: losses.total,
            policy: losses.get("policy"),
            value: losses.get("value"),
            plies_left: losses.get("plies_left"),
        }
    }
}
