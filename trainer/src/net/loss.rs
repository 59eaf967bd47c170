//! What learning makes small.

use burn::tensor::activation::log_softmax;
use burn::tensor::{Device, Int, Tensor, TensorData};

use super::batch::Batch;
use super::model::{Network, Outputs};

/// A batch on the device.
pub struct Inputs {
    planes: Tensor<4>,
    rules: Option<Tensor<2>>,
    pairs: Tensor<2, Int>,
    choices: Tensor<2, Int>,
    mask: Tensor<2>,
    policy: Tensor<2>,
    policies: usize,
    wdl: Tensor<2>,
    plies_left: Tensor<1>,
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

impl Inputs {
    /// Copies `batch` to `device`.
    pub fn new(batch: &Batch, device: &Device) -> Self {
        let floats = |values: &[f32], width: usize| {
            Tensor::from_data(TensorData::new(values.to_vec(), [batch.len, width]), device)
        };
        let indices = |values: &[i32]| {
            Tensor::from_data(TensorData::new(values.to_vec(), [batch.len, batch.moves]), device)
        };
        let (height, width) = (batch.board.height, batch.board.width);
        let planes = batch.planes.len() / batch.len / (height * width);
        let shape = [batch.len, planes, height, width];
        let rules = batch.rules.len() / batch.len;
        Self {
            planes: Tensor::from_data(TensorData::new(batch.planes.clone(), shape), device),
            rules: (rules > 0).then(|| floats(&batch.rules, rules)),
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

impl LossParts {
    /// Runs the network and compares.
    pub fn new(network: &Network, inputs: Inputs) -> Self {
        let Outputs { policy, value, plies_left } = network.forward(inputs.planes, inputs.rules);
        let logits = policy.logits(inputs.pairs, inputs.choices) + inputs.mask;
        // Samples without policy have shares of 0 and add nothing to the sum.
        let policy = cross_entropy(logits, inputs.policy) / (inputs.policies.max(1) as f32);
        let batch = value.dims()[0] as f32;
        Self {
            policy,
            value: cross_entropy(value, inputs.wdl) / batch,
            plies_left: huber(plies_left - inputs.plies_left),
        }
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
