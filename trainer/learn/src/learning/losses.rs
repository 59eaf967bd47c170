//! The losses of every step, as a CSV file.

use imperial_net::Losses;
use serde::{Deserialize, Serialize};

use super::held_out::HeldOutLosses;

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
    /// The policy's loss on the validation part, after the step; given at checkpoints.
    #[serde(default)]
    pub validation_policy: Option<f32>,
    /// The value's loss there.
    #[serde(default)]
    pub validation_value: Option<f32>,
    /// The policy's loss on the test part, after the step; given at the last one.
    #[serde(default)]
    pub test_policy: Option<f32>,
    /// The value's loss there.
    #[serde(default)]
    pub test_value: Option<f32>,
}

impl LossRow {
    pub(super) fn new(step: u64, losses: &Losses) -> Self {
        Self {
            step,
            total: losses.total,
            policy: losses.get("policy"),
            value: losses.get("value"),
            plies_left: losses.get("plies_left"),
            validation_policy: None,
            validation_value: None,
            test_policy: None,
            test_value: None,
        }
    }

    /// Adds what the network makes of the validation part.
    pub(super) fn validate(&mut self, losses: Option<HeldOutLosses>) {
        self.validation_policy = losses.map(|losses| losses.policy);
        self.validation_value = losses.map(|losses| losses.value);
    }

    /// Adds what it makes of the test part.
    pub(super) fn test(&mut self, losses: Option<HeldOutLosses>) {
        self.test_policy = losses.map(|losses| losses.policy);
        self.test_value = losses.map(|losses| losses.value);
    }
}
