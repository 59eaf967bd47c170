//! What learning makes small.

use burn::tensor::activation::log_softmax;
use burn::tensor::{Device, Int, Tensor, TensorData};
use serde::{Deserialize, Serialize};

use super::LearnConfig;
use super::batch::Batch;
use super::model::{Foresight, Outputs, PolicyScores};
use super::move_targets::MoveTargets;

/// What the network should say about a batch, on the device.
pub struct Targets {
    policy: Moves,
    reply: Moves,
    wdl: Tensor<2>,
    plies_left: Tensor<1>,
    occupancy: Tensor<3>,
    /// Weights of the samples, `[b]`, divided by the sum over the samples that have the target.
    mean: Tensor<1>,
    occupancy_mean: Tensor<1>,
}

/// [`MoveTargets`] on the device.
struct Moves {
    pairs: Tensor<2, Int>,
    choices: Tensor<2, Int>,
    mask: Tensor<2>,
    shares: Tensor<2>,
    mean: Tensor<1>,
}

/// The losses of one step, before it. Each is a mean over the samples that have the target, by
/// their weights, and 0 where there are none or the network has no such head.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Losses {
    /// The weighted sum.
    pub total: f32,
    /// Cross-entropy of the policy in nats.
    pub policy: f32,
    /// Cross-entropy of win, draw and loss in nats.
    pub value: f32,
    /// Huber loss of the logarithm of one plus the plies left.
    pub plies_left: f32,
    /// Cross-entropy of the opponent's reply in nats.
    pub reply: f32,
    /// Cross-entropy of what a square holds at the end in nats, the mean over the squares.
    pub occupancy: f32,
}

impl Losses {
    /// From policy, value, plies left, reply and occupancy, and their weights in the sum.
    pub(super) fn new(parts: [f32; 5], config: &LearnConfig) -> Self {
        let [policy, value, plies_left, reply, occupancy] = parts;
        let total = policy
            + value * config.value_weight
            + plies_left * config.plies_left_weight
            + reply * config.reply_weight
            + occupancy * config.occupancy_weight;
        Self { total, policy, value, plies_left, reply, occupancy }
    }
}

/// The [`Losses`] as tensors of one number.
pub struct LossParts {
    policy: Tensor<1>,
    value: Tensor<1>,
    plies_left: Tensor<1>,
    reply: Tensor<1>,
    occupancy: Tensor<1>,
}

impl Targets {
    /// Copies the targets of `batch` to `device`.
    pub fn new(batch: &Batch, device: &Device) -> Self {
        let squares = batch.board.squares();
        let contents = batch.occupancy.len() / batch.len / squares;
        let occupancy = TensorData::new(batch.occupancy.clone(), [batch.len, contents, squares]);
        let all = batch.weights.iter().sum();
        Self {
            policy: Moves::new(&batch.policy, batch, device),
            reply: Moves::new(&batch.reply, batch, device),
            wdl: Tensor::from_data(TensorData::new(batch.wdl.clone(), [batch.len, 3]), device),
            plies_left: Tensor::from_data(&batch.plies_left[..], device),
            occupancy: Tensor::from_data(occupancy, device),
            mean: mean_over(batch, all, device),
            occupancy_mean: mean_over(batch, batch.occupancy_weight, device),
        }
    }
}

impl Moves {
    fn new(moves: &MoveTargets, batch: &Batch, device: &Device) -> Self {
        let shape = [batch.len, moves.places];
        let floats =
            |values: &[f32]| Tensor::from_data(TensorData::new(values.to_vec(), shape), device);
        let indices =
            |values: &[i32]| Tensor::from_data(TensorData::new(values.to_vec(), shape), device);
        Self {
            pairs: indices(&moves.pairs),
            choices: indices(&moves.choices),
            mask: floats(&moves.mask),
            shares: floats(&moves.shares),
            mean: mean_over(batch, moves.weight, device),
        }
    }

    /// Samples that list no moves have shares of 0 and add nothing.
    fn loss(self, scores: PolicyScores) -> Tensor<1> {
        let logits = scores.logits(self.pairs, self.choices) + self.mask;
        (cross_entropy(logits, self.shares) * self.mean).sum()
    }
}

/// The weights of the samples, so that the sum over those with a target, whose weights sum to
/// `total`, is a mean.
fn mean_over(batch: &Batch, total: f32, device: &Device) -> Tensor<1> {
    let share = if total > 0.0 { 1.0 / total } else { 0.0 };
    Tensor::from_data(&batch.weights[..], device) * share
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
    pub fn new((outputs, foresight): (Outputs, Foresight), targets: Targets) -> Self {
        let Outputs { policy, value, plies_left } = outputs;
        let none = || targets.mean.zeros_like().sum();
        let occupancy = foresight.occupancy.map(|logits| {
            let squares = logits.dims()[2] as f32;
            let entropy = log_softmax(logits, 1) * targets.occupancy.clone();
            let entropy = -entropy.sum_dims_squeeze::<1, _>(&[1, 2]) / squares;
            (entropy * targets.occupancy_mean.clone()).sum()
        });
        Self {
            value: (cross_entropy(value, targets.wdl) * targets.mean.clone()).sum(),
            plies_left: (huber(plies_left - targets.plies_left) * targets.mean.clone()).sum(),
            occupancy: occupancy.unwrap_or_else(none),
            reply: foresight.reply.map_or_else(none, |scores| targets.reply.loss(scores)),
            policy: targets.policy.loss(policy),
        }
    }

    /// The weighted sum that learning makes small.
    pub fn total(&self, config: &LearnConfig) -> Tensor<1> {
        self.policy.clone()
            + self.value.clone() * config.value_weight
            + self.plies_left.clone() * config.plies_left_weight
            + self.reply.clone() * config.reply_weight
            + self.occupancy.clone() * config.occupancy_weight
    }

    /// Fetches everything from the device in one go.
    pub fn read(self, config: &LearnConfig) -> Losses {
        let Self { policy, value, plies_left, reply, occupancy } = self;
        let all = Tensor::cat(vec![policy, value, plies_left, reply, occupancy], 0);
        let values: Vec<f32> = all.inner().into_data().iter::<f32>().collect();
        Losses::new(std::array::from_fn(|part| values[part]), config)
    }
}

/// `−target · ln(softmax(logits))` of every sample, both `[b, n]`.
fn cross_entropy(logits: Tensor<2>, target: Tensor<2>) -> Tensor<1> {
    -(log_softmax(logits, 1) * target).sum_dim(1).squeeze_dim(1)
}

/// e²/2 up to |e| = 1 and |e| − 1/2 beyond.
fn huber(error: Tensor<1>) -> Tensor<1> {
    let size = error.abs();
    let inner = size.clone().clamp_max(1.0);
    inner.clone() * inner.clone() / 2.0 + (size - inner)
}
