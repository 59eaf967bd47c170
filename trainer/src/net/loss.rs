//! What learning makes small.

use burn::tensor::activation::log_softmax;
use burn::tensor::{Device, Int, Tensor, TensorData};
use serde::{Deserialize, Serialize};

use super::LearnConfig;
use super::batch::Batch;
use super::model::Outputs;

/// What the network should say about a batch, on the device.
pub struct Targets {
    pairs: Tensor<2, Int>,
    choices: Tensor<2, Int>,
    mask: Tensor<2>,
    policy: Tensor<2>,
    policies: usize,
    wdl: Tensor<2>,
    plies_left: Tensor<1>,
}

/// The losses of one step, before it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Losses {
    /// The weighted sum.
    pub total: f32,
    /// Cross-entropy of the policy in nats, over the samples that have one.
    pub policy: f32,
    /// Cross-entropy of win, draw and loss in nats.
    pub value: f32,
    /// Huber loss of the logarithm of one plus the plies left.
    pub plies_left: f32,
}

/// The parts of the loss, each a mean over the batch.
pub struct LossParts {
    /// Cross-entropy of the policy over the legal moves, over the samples that have one.
    pub policy: Tensor<1>,
    /// Cross-entropy of win, draw and loss.
    pub value: Tensor<1>,
    /// Huber loss of the logarithm of one plus the plies left.
    pub plies_left: Tensor<1>,
}

impl Targets {
    /// Copies the targets of `batch` to `device`.
    pub fn new(batch: &Batch, device: &Device) -> Self {
        let floats = |values: &[f32], width: usize| {
            Tensor::from_data(TensorData::new(values.to_vec(), [batch.len, width]), device)
        };
        let indices = |values: &[i32]| {
            Tensor::from_data(TensorData::new(values.to_vec(), [batch.len, batch.moves]), device)
        };
        Self {
            pairs: indices(&batch.pairs),
            choices: indices(&batch.choices),
            mask: floats(&batch.mask, batch.moves),
            policy: floats(&batch.policy, batch.moves),
            policies: batch.policies,
            wdl: floats(&batch.wdl, 3),
            plies_left: floats(&batch.plies_left, 1).reshape([batch.len]),
        }
    }
}

/// Input planes and rule vectors of `batch` on `device`.
pub fn inputs(batch: &Batch, device: &Device) -> (Tensor<4>, Option<Tensor<2>>) {
    let (height, width) = (batch.board.height, batch.board.width);
    let planes = batch.planes.len() / batch.len / (height * width);
    let shape = [batch.len, planes, height, width];
    let planes = Tensor::from_data(TensorData::new(batch.planes.clone(), shape), device);
    (planes, rules(batch, device))
}

/// Rule vectors of `batch` on `device`, `[b, rules]`, or `None` where they are empty.
pub fn rules(batch: &Batch, device: &Device) -> Option<Tensor<2>> {
    let shape = [batch.len, batch.rules.len() / batch.len];
    let rules = || Tensor::from_data(TensorData::new(batch.rules.clone(), shape), device);
    (shape[1] > 0).then(rules)
}

impl LossParts {
    /// Compares what the network says with what it should say.
    pub fn new(outputs: Outputs, targets: Targets) -> Self {
        let Outputs { policy, value, plies_left } = outputs;
        let logits = policy.logits(targets.pairs, targets.choices) + targets.mask;
        // Samples without policy have shares of 0 and add nothing to the sum.
        let policy = cross_entropy(logits, targets.policy) / (targets.policies.max(1) as f32);
        let batch = value.dims()[0] as f32;
        Self {
            policy,
            value: cross_entropy(value, targets.wdl) / batch,
            plies_left: huber(plies_left - targets.plies_left),
        }
    }

    /// The weighted sum that learning makes small.
    pub fn total(&self, config: &LearnConfig) -> Tensor<1> {
        self.policy.clone()
            + self.value.clone() * config.value_weight
            + self.plies_left.clone() * config.plies_left_weight
    }

    /// Fetches everything from the device in one go.
    pub fn read(self, total: Tensor<1>) -> Losses {
        let all = Tensor::cat(vec![total, self.policy, self.value, self.plies_left], 0);
        let values: Vec<f32> = all.inner().into_data().iter::<f32>().collect();
        Losses { total: values[0], policy: values[1], value: values[2], plies_left: values[3] }
    }
}

/// Sum of `−target · ln(softmax(logits))`, both `[b, n]`.
fn cross_entropy(logits: Tensor<2>, target: Tensor<2>) -> Tensor<1> {
    -(log_softmax(logits, 1) * target).sum()
}

/// Mean of e²/2 up to |e| = 1 and |e| − 1/2 beyond.
fn huber(error: Tensor<1>) -> Tensor<1> {
    let size = error.abs();
    let inner = size.clone().clamp_max(1.0);
    (inner.clone() * inner.clone() / 2.0 + (size - inner)).mean()
}
