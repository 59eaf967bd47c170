//! The value: who will win, and when.

use burn::tensor::activation::relu;
use burn::tensor::{DType, Device, Tensor, TensorData};
use imperial_engine::Wdl;

use super::head::{Head, TrunkOutput};
use crate::NetConfig;
use crate::batch::{Batch, BatchRow};
use crate::cpu::aligned::Aligned;
use crate::cpu::dense::dense;
use crate::cpu::lanes::Lanes;
use crate::cpu::layers::Matrix;
use crate::cpu::{HeadScratch, View};
use crate::exp::exp;
use crate::layer::{Kind, Layer, RELU_GAIN, Weights, named};
use crate::loss::{Factor, LossKind, cross_entropy, entropy_of, huber, huber_of, mean_over};
use crate::modules::Modules;

/// Says who will win the position, and when.
pub struct Value;

/// Reads the pooled trunk; a ReLU follows.
const HIDDEN: &str = "hidden";
/// Logits of attackers win, draw, defenders win.
const WDL: &str = "wdl";
/// Logarithm of one plus the plies left.
const PLIES_LEFT: &str = "plies_left";

impl Head for Value {
    fn name(&self) -> &'static str {
        "value"
    }

    fn layers(&self, config: &NetConfig) -> Vec<Layer> {
        let hidden = config.value_hidden;
        vec![
            Layer::new(HIDDEN, Kind::Pooled, [2 * config.channels, hidden], RELU_GAIN),
            Layer::new(WDL, Kind::After(HIDDEN), [hidden, 3], 0.0),
            Layer::new(PLIES_LEFT, Kind::After(HIDDEN), [hidden, 1], 0.0),
        ]
    }

    /// Cross-entropy of win, draw and loss in nats; Huber loss of the logarithm of one plus the plies left.
    fn losses(&self) -> &'static [LossKind] {
        &[
            LossKind { name: "value", weight: |config| config.value_weight },
            LossKind { name: "plies_left", weight: |config| config.plies_left_weight },
        ]
    }

    fn losses_by_burn(
        &self,
        layers: &Modules<'_>,
        trunk: &TrunkOutput,
        batch: &Batch,
        device: &Device,
    ) -> Vec<Tensor<1>> {
        let (value, plies_left) = outputs(layers, trunk);
        let wdl = Tensor::from_data(TensorData::new(batch.wdl.clone(), [batch.len, 3]), device);
        let mean = mean_over(batch, batch.weight, device);
        let error = plies_left - Tensor::from_data(&batch.plies_left[..], device);
        vec![(entropy_of(value, wdl) * mean.clone()).sum(), (huber_of(error) * mean).sum()]
    }

    #[inline(always)]
    fn compare(&self, view: &mut View<'_>, row: BatchRow<'_>, weights: &[f32]) -> [f32; 2] {
        let (wdl, plies_left) = (view.place(WDL), view.place(PLIES_LEFT).start);
        let factors = [0, 1].map(|loss| Factor::new(row, row.batch.weight, weights[loss]));
        let HeadScratch { outputs, of_outputs, .. } = view.scratch;
        let results = &mut of_outputs[wdl.clone()];
        results.copy_from_slice(&outputs[wdl]);
        let targets = row.batch.wdl[3 * row.number..][..3].iter().copied();
        let value = cross_entropy(results, targets, factors[0]);
        let plies = &mut of_outputs[plies_left];
        *plies = outputs[plies_left];
        [value, huber(plies, row.batch.plies_left[row.number], factors[1])]
    }
}

/// What the head says by burn, in `f32`: logits `[b, 3]` and plies left `[b]`.
pub fn outputs(layers: &Modules<'_>, trunk: &TrunkOutput) -> (Tensor<2>, Tensor<1>) {
    let batch = trunk.pooled.dims()[0];
    let hidden = relu(layers.dense(HIDDEN, trunk.pooled.clone()));
    let wdl = layers.dense(WDL, hidden.clone());
    let plies_left = layers.dense(PLIES_LEFT, hidden).reshape([batch]);
    (wdl.cast(DType::F32), plies_left.cast(DType::F32))
}

/// The layers of the value, laid out for play.
#[derive(Debug)]
pub struct PlayedValue {
    /// The hidden layer.
    pub hidden: Matrix,
    /// Logits of the results.
    pub wdl: Matrix,
}

/// What it says about one position.
#[derive(Clone, Debug)]
pub struct ValueAnswer {
    hidden: Aligned,
    wdl: Aligned,
}

impl PlayedValue {
    /// Lays out the layers for blocks of `block` outputs; the trunk has `channels` channels, padding
    /// included.
    pub fn new(weights: &[Weights], channels: usize, block: usize) -> Self {
        let layer = |name| named(weights, "value", name);
        Self {
            hidden: Matrix::pooled(layer(HIDDEN), channels, block),
            wdl: Matrix::new(layer(WDL), block),
        }
    }

    /// Room for the answer about a position.
    pub fn answer(&self) -> ValueAnswer {
        let room = |layer: &Matrix| Aligned::zeros(layer.outputs);
        ValueAnswer { hidden: room(&self.hidden), wdl: room(&self.wdl) }
    }

    /// Runs the layers on the pooled output of the trunk.
    ///
    /// # Safety
    /// The machine has the instructions of `L`.
    #[inline(always)]
    pub unsafe fn run<L: Lanes>(&self, pooled: &[f32], answer: &mut ValueAnswer) {
        // SAFETY: the caller vouches for the instructions; the functions check all lengths.
        unsafe {
            dense::<L>(&self.hidden, pooled, &mut answer.hidden);
            answer.hidden.iter_mut().for_each(|value| *value = value.max(0.0));
            dense::<L>(&self.wdl, &answer.hidden, &mut answer.wdl);
        }
    }
}

impl ValueAnswer {
    /// The probabilities of the results.
    pub fn wdl(&self) -> Wdl {
        let logits = &self.wdl[..3];
        let largest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let [a, b, c] = [0, 1, 2].map(|result| exp(logits[result] - largest));
        let sum = a + b + c;
        Wdl { attackers: a / sum, draw: b / sum, defenders: c / sum }
    }
}
