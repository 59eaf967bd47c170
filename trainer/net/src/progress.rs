//! Where a learner stands.

use serde::{Deserialize, Serialize};

/// How far a learner has come. The random draws of a step follow from the seed and its number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LearnProgress {
    /// Seed of the learner.
    pub seed: u64,
    /// Steps taken.
    pub step: u64,
    /// Samples seen, repetitions counted.
    pub samples: u64,
}

impl LearnProgress {
    /// The start of a run.
    pub(super) const fn new(seed: u64) -> Self {
        Self { seed, step: 0, samples: 0 }
    }
}
