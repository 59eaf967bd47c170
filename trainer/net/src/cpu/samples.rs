//! Many samples, in parallel but always summed in the same order.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::dispatch;
use super::layers::Conv;
use super::tape::{Group, LearnPass, NetGradients};
use super::window::POINTS;
use super::winograd::kernel_gradient;
use crate::LearnConfig;
use crate::batch::{Batch, BatchRow};
use crate::heads::loss_kinds;
use crate::layer::block_part;

/// Samples whose gradients are summed by one thread. It is fixed, so that rounding does not depend
/// on the number of threads.
const CHUNK: usize = 32;

/// Samples that go through a layer together: so many that reading its weights and their gradients from
/// memory does not count, and so few that they fit into the cache as well.
const GROUP: usize = 4;

impl LearnPass {
    /// The gradients of the weights, and the losses of the heads, in their order.
    ///
    /// `affines` holds, for every sample, scale and shift of the stem and of every block, each of
    /// as many values as there are channels; it is replaced by its own gradient.
    pub fn learn(
        &self,
        batch: &Batch,
        affines: &mut [f32],
        config: &LearnConfig,
    ) -> (Vec<f64>, NetGradients) {
        let weights: Vec<f32> = loss_kinds().iter().map(|kind| (kind.weight)(config)).collect();
        let per_sample = affines.len() / batch.len;
        let of_chunks: Vec<NetGradients> = affines
            .par_chunks_mut(CHUNK * per_sample)
            .enumerate()
            .map(|(chunk, affines)| {
                self.learn_chunk((batch, chunk * CHUNK), affines, per_sample, &weights)
            })
            .collect();
        let gradients = NetGradients::sum(of_chunks);
        (gradients.heads.losses.clone(), gradients)
    }

    /// The same for as many samples, from number `first` on, as there are `affines`.
    fn learn_chunk(
        &self,
        (batch, first): (&Batch, usize),
        affines: &mut [f32],
        per_sample: usize,
        weights: &[f32],
    ) -> NetGradients {
        let samples = affines.len() / per_sample;
        let channels = per_sample / 2 / (self.trunk.blocks.len() + 1);
        let planes = batch.planes.len() / batch.len;
        let planes_of_square = planes / batch.board.squares();
        let mut group = Group::new(self, batch.board, planes_of_square, GROUP.min(samples));
        let mut sums = NetGradients::zeros(self);
        for (number, affines) in affines.chunks_mut(GROUP * per_sample).enumerate() {
            let first = first + number * GROUP;
            let mut rows = Vec::with_capacity(GROUP);
            for (sample, affines) in affines.chunks(per_sample).enumerate() {
                let number = first + sample;
                group.set_planes(sample, &batch.planes[number * planes..][..planes]);
                group.affines[sample].read(affines, channels);
                rows.push(BatchRow { batch, number });
            }
            dispatch::learn(self.kernel, self, &mut group, &rows, weights, &mut sums);
            for (affines, own) in affines.chunks_mut(per_sample).zip(&group.affines) {
                own.write(affines, channels);
            }
        }
        sums
    }

    /// The gradients by the names of their parameters, as burn lays them out and without padding. What
    /// the rules make of the weights, and the rule layers, are not among them.
    pub fn gradients(&self, own: &NetGradients) -> BTreeMap<String, Vec<f32>> {
        let convs: Vec<_> = self.conv_names().into_iter().zip(self.trunk.convs()).collect();
        let mut named: BTreeMap<String, Vec<f32>> = convs
            .into_par_iter()
            .zip(&own.convs)
            .map(|((name, conv), points)| {
                (format!("{name}.weight"), kernel_gradients(conv, points, self.channels))
            })
            .collect();
        let channels = self.channels;
        for (block, shift) in own.shifts.iter().enumerate() {
            let mut name = |layer: &str, parameter: &str, values: Vec<f32>| {
                named.insert(format!("{}.{layer}.{parameter}", block_part(block)), values)
            };
            name("second", "bias", shift[..channels].to_vec());
            if self.trunk.blocks[block].pooled.is_some() {
                name("pooled", "weight", self.unpadded(&own.pooled[block]));
                name("pooled", "bias", shift[..channels].to_vec());
            }
        }
        self.heads.name(&own.heads, &mut named);
        named
    }

    /// Names of the stem and of both convolutions of every block.
    fn conv_names(&self) -> Vec<String> {
        let of_block =
            |block| ["first", "second"].map(|conv| format!("{}.{conv}", block_part(block)));
        let of_blocks = (0..self.trunk.blocks.len()).flat_map(of_block);
        std::iter::once("trunk.stem".to_owned()).chain(of_blocks).collect()
    }

    /// Of a pooled layer's weights, means and maxima, those of channels without the padding.
    fn unpadded(&self, weights: &[f32]) -> Vec<f32> {
        let (padded, channels) = (self.trunk.channels, self.channels);
        let halves = weights.chunks_exact(weights.len() / 2);
        let rows = halves.flat_map(|half| half.chunks_exact(padded).take(channels));
        rows.flat_map(|row| &row[..channels]).copied().collect()
    }
}

/// The gradient of a convolution's kernels as burn lays them out, `[channels, inputs, 3, 3]`.
fn kernel_gradients(layer: &Conv, points: &[f32], channels: usize) -> Vec<f32> {
    let mut kernels = vec![0.0; channels * layer.depth * 9];
    for input in 0..layer.depth {
        for output in 0..channels {
            let at = |point: usize| (point * layer.depth + input) * layer.outputs + output;
            let values: [f32; POINTS] = std::array::from_fn(|point| points[at(point)]);
            let kernel = &mut kernels[(output * layer.depth + input) * 9..][..9];
            kernel.copy_from_slice(&kernel_gradient(&values));
        }
    }
    kernels
}
