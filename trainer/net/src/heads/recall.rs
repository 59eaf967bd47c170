//! A head that only tests have, for networks of the family `recall`: how full the first input plane is, of
//! every square and of the whole board. It needs nothing but this file and its line in the list.

use burn::tensor::activation::relu;
use burn::tensor::{Device, Tensor, TensorData};

use super::head::{Head, TrunkOutput};
use crate::NetConfig;
use crate::batch::{Batch, BatchRow};
use crate::cpu::{HeadScratch, View};
use crate::layer::{Kind, Layer, RELU_GAIN};
use crate::loss::{Factor, LossKind, huber, huber_of, mean_over};
use crate::modules::Modules;

/// Remembers a plane.
pub struct Recall;

const HIDDEN: &str = "hidden";
const COUNT: &str = "count";
const SQUARES: &str = "squares";

impl Head for Recall {
    fn name(&self) -> &'static str {
        "recall"
    }

    fn layers(&self, config: &NetConfig) -> Vec<Layer> {
        if config.family != "recall" {
            return Vec::new();
        }
        vec![
            Layer::new(SQUARES, Kind::Squares, [config.channels, 1], 0.0),
            Layer::new(HIDDEN, Kind::Pooled, [2 * config.channels, 6], RELU_GAIN),
            Layer::new(COUNT, Kind::After(HIDDEN), [6, 1], 0.0),
        ]
    }

    fn losses(&self) -> &'static [LossKind] {
        &[
            LossKind { name: "recall", weight: |_| 0.5 },
            LossKind { name: "count", weight: |_| 0.25 },
        ]
    }

    fn losses_by_burn(
        &self,
        layers: &Modules<'_>,
        trunk: &TrunkOutput,
        batch: &Batch,
        device: &Device,
    ) -> Vec<Tensor<1>> {
        let squares = batch.board.squares();
        let planes: Vec<f32> =
            (0..batch.len).flat_map(|number| first_plane(batch, number)).copied().collect();
        let planes = Tensor::<2>::from_data(TensorData::new(planes, [batch.len, squares]), device);
        let found = layers.conv(SQUARES, trunk.squares.clone()).reshape([batch.len, squares]);
        let errors = huber_of((found - planes.clone()).flatten(0, 1)).reshape([batch.len, squares]);
        let hidden = relu(layers.dense(HIDDEN, trunk.pooled.clone()));
        let counted = layers.dense(COUNT, hidden).reshape([batch.len]);
        let error = counted - planes.mean_dim(1).squeeze_dim::<1>(1);
        let mean = mean_over(batch, batch.weight, device);
        let errors = errors.mean_dim(1).squeeze_dim::<1>(1);
        vec![(errors * mean.clone()).sum(), (huber_of(error) * mean).sum()]
    }

    fn compare(&self, view: &mut View<'_>, row: BatchRow<'_>, weights: &[f32]) -> [f32; 2] {
        let (count, column) = (view.place(COUNT).start, view.place(SQUARES).start);
        let width = view.width;
        let HeadScratch { vectors, of_vectors, outputs, of_outputs, places, .. } = view.scratch;
        let (plane, squares) = (first_plane(row.batch, row.number), places.len());
        let total = row.batch.weight;
        let factor = Factor::new(row, total * squares as f32, weights[0]);
        let mut loss = 0.0;
        for (target, place) in plane.iter().zip(places.iter()) {
            let at = place * width + column;
            of_vectors[at] = vectors[at];
            loss += huber(&mut of_vectors[at], *target, factor);
        }
        let mean = plane.iter().sum::<f32>() / squares as f32;
        of_outputs[count] = outputs[count];
        let factor = Factor::new(row, total, weights[1]);
        [loss, huber(&mut of_outputs[count], mean, factor)]
    }
}

fn first_plane(batch: &Batch, number: usize) -> &[f32] {
    let planes = batch.planes.len() / batch.len;
    &batch.planes[number * planes..][..batch.board.squares()]
}
