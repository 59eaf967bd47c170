//! Games that nothing is learned from: what a network that does not know them makes of them.

use imperial_net::{Batch, Learner, Sample};
use imperial_play::interrupt::{self, Interrupted};

/// Positions of a part that are judged, evenly spread over it; more would take longer than the learning.
const MOST: usize = 1 << 13;
/// Positions of a batch.
const BATCH: usize = 256;

/// The positions of a dataset's other parts.
#[derive(Clone, Debug, Default)]
pub struct HeldOut {
    /// To choose by: judged with every checkpoint.
    pub validation: Vec<Sample>,
    /// To judge by, once: judged after the last step.
    pub test: Vec<Sample>,
}

/// Losses on positions that were not learned from, each a mean over them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct HeldOutLosses {
    /// Cross-entropy of the policy in nats.
    pub policy: f32,
    /// Cross-entropy of win, draw and loss in nats.
    pub value: f32,
}

impl HeldOutLosses {
    /// Those of the network that plays; `None` where there are no positions.
    ///
    /// # Errors
    /// When the user interrupts.
    pub fn of(learner: &Learner, samples: &[Sample]) -> Result<Option<Self>, Interrupted> {
        let apart = samples.len().div_ceil(MOST).max(1);
        let mut judged: Vec<(&Sample, usize)> =
            samples.iter().step_by(apart).map(|sample| (sample, 0)).collect();
        // Boards of one size together, as batches need them.
        judged.sort_by_key(|(sample, _)| (sample.board().width, sample.board().height));
        let alike = judged.chunk_by(|(one, _), (next, _)| one.board() == next.board());
        let (mut policy, mut value) = (0.0, 0.0);
        for batch in alike.flat_map(|alike| alike.chunks(BATCH)) {
            interrupt::check()?;
            let losses = learner.losses(&Batch::new(batch));
            policy += f64::from(losses.get("policy")) * batch.len() as f64;
            value += f64::from(losses.get("value")) * batch.len() as f64;
        }
        let mean = |sum: f64| (sum / judged.len() as f64) as f32;
        Ok((!judged.is_empty()).then(|| Self { policy: mean(policy), value: mean(value) }))
    }
}
