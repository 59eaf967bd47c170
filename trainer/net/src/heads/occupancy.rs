//! The occupancy: what every square holds when the game ends.

use burn::tensor::activation::log_softmax;
use burn::tensor::{DType, Device, Tensor, TensorData};

use super::head::{Head, TrunkOutput};
use crate::NetConfig;
use crate::batch::{Batch, BatchRow};
use crate::cpu::{HeadScratch, View};
use crate::layer::{Kind, Layer};
use crate::loss::{Factor, LossKind, cross_entropy, mean_over};
use crate::modules::Modules;

/// Foresees the last position. Only learning uses it.
pub struct Occupancy;

/// One channel for each thing that a square can hold.
const SQUARES: &str = "squares";

impl Head for Occupancy {
    fn name(&self) -> &'static str {
        "occupancy"
    }

    fn layers(&self, config: &NetConfig) -> Vec<Layer> {
        let sizes = [config.channels, config.contents];
        let squares = || Layer::new(SQUARES, Kind::Squares, sizes, 0.0);
        (config.contents > 0).then(squares).into_iter().collect()
    }

    /// Cross-entropy in nats, the mean over the squares.
    fn losses(&self) -> &'static [LossKind] {
        &[LossKind { name: "occupancy", weight: |config| config.occupancy_weight }]
    }

    fn losses_by_burn(
        &self,
        layers: &Modules<'_>,
        trunk: &TrunkOutput,
        batch: &Batch,
        device: &Device,
    ) -> Vec<Tensor<1>> {
        let logits = layers.conv(SQUARES, trunk.squares.clone()).cast(DType::F32);
        let [len, contents, height, width] = logits.dims();
        let shape = [len, contents, height * width];
        let targets =
            Tensor::<3>::from_data(TensorData::new(batch.occupancy.clone(), shape), device);
        let entropy = log_softmax(logits.reshape(shape), 1) * targets;
        let entropy = -entropy.sum_dims_squeeze::<1, _>(&[1, 2]) / (height * width) as f32;
        vec![(entropy * mean_over(batch, batch.occupancy_weight, device)).sum()]
    }

    #[inline(always)]
    fn compare(&self, view: &mut View<'_>, row: BatchRow<'_>, weights: &[f32]) -> [f32; 2] {
        let (columns, width) = (view.place(SQUARES), view.width);
        let HeadScratch { vectors, of_vectors, places, .. } = view.scratch;
        let squares = places.len();
        let total = row.batch.occupancy_weight * squares as f32;
        let factor = Factor::new(row, total, weights[0]);
        let mut loss = 0.0;
        // Samples whose end is not known may stand beside others.
        if factor.of_loss == 0.0 {
            return [loss, 0.0];
        }
        let targets = &row.batch.occupancy[row.number * columns.len() * squares..];
        for (square, place) in places.iter().enumerate() {
            let at = place * width + columns.start;
            let logits = &mut of_vectors[at..][..columns.len()];
            logits.copy_from_slice(&vectors[at..][..columns.len()]);
            let held = targets[square..].iter().step_by(squares).take(columns.len());
            loss += cross_entropy(logits, held.copied(), factor);
        }
        [loss, 0.0]
    }
}
