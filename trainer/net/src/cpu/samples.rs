//! Many samples, in parallel but always summed in the same order.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::dispatch;
use super::layers::Conv;
use super::tape::{Group, LearnPass, Method, NetGradients};
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

/// Name of the first convolution.
const STEM: &str = "trunk.stem";

impl Method {
    /// The gradient of a convolution's kernels as burn lays them out, `[outputs, inputs, 3, 3]`.
    fn kernel_gradients(self, conv: &Conv, own: &[f32], sizes: [usize; 2]) -> Vec<f32> {
        match self {
            Self::Winograd => kernel_gradients(conv, own, sizes),
            #[cfg(target_arch = "x86_64")]
            Self::Direct(_) => super::direct::kernel_gradients(conv, own, sizes),
        }
    }
}

impl LearnPass {
    /// The gradients of the weights, and the losses of the heads, in their order.
    pub fn learn(&self, batch: &Batch, config: &LearnConfig) -> (Vec<f64>, NetGradients) {
        let weights: Vec<f32> = loss_kinds().iter().map(|kind| (kind.weight)(config)).collect();
        let rows: Vec<BatchRow<'_>> =
            (0..batch.len).map(|number| BatchRow { batch, number }).collect();
        let of_chunks: Vec<NetGradients> =
            rows.par_chunks(CHUNK).map(|rows| self.learn_chunk(rows, &weights)).collect();
        let gradients = NetGradients::sum(of_chunks);
        (gradients.heads.losses.clone(), gradients)
    }

    /// The same for some of the samples.
    fn learn_chunk(&self, rows: &[BatchRow<'_>], weights: &[f32]) -> NetGradients {
        let mut group = Group::new(self, rows[0].batch.board, GROUP.min(rows.len()));
        let mut sums = NetGradients::zeros(self);
        for rows in rows.chunks(GROUP) {
            for (sample, row) in rows.iter().enumerate() {
                group.set_planes(sample, row.planes());
            }
            dispatch::learn(self.kernel, self, &mut group, rows, weights, &mut sums);
        }
        sums
    }

    /// The gradients by the names of their parameters, as burn lays them out and without padding.
    pub fn gradients(&self, own: &NetGradients) -> BTreeMap<String, Vec<f32>> {
        let convs: Vec<_> = self.conv_names().into_iter().zip(self.trunk.convs()).collect();
        let mut named: BTreeMap<String, Vec<f32>> = convs
            .into_par_iter()
            .zip(&own.convs)
            .map(|((name, conv), points)| {
                let inputs = if name == STEM { self.planes } else { self.channels };
                let kernels = self.method.kernel_gradients(conv, points, [inputs, self.channels]);
                (format!("{name}.weight"), kernels)
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
        self.rules.name(&own.rules, &mut named);
        self.heads.name(&own.heads, &mut named);
        named
    }

    /// Names of the stem and of both convolutions of every block.
    fn conv_names(&self) -> Vec<String> {
        let of_block =
            |block| ["first", "second"].map(|conv| format!("{}.{conv}", block_part(block)));
        let of_blocks = (0..self.trunk.blocks.len()).flat_map(of_block);
        std::iter::once(STEM.to_owned()).chain(of_blocks).collect()
    }

    /// Of a pooled layer's weights, means and maxima, those of channels without the padding.
    fn unpadded(&self, weights: &[f32]) -> Vec<f32> {
        let (padded, channels) = (self.trunk.channels, self.channels);
        let halves = weights.chunks_exact(weights.len() / 2);
        let rows = halves.flat_map(|half| half.chunks_exact(padded).take(channels));
        rows.flat_map(|row| &row[..channels]).copied().collect()
    }
}

/// The same from the gradient of the transformed kernels, `[point][depth][outputs]`.
fn kernel_gradients(layer: &Conv, points: &[f32], [inputs, outputs]: [usize; 2]) -> Vec<f32> {
    assert!(inputs <= layer.depth && outputs <= layer.outputs);
    let mut kernels = vec![0.0; outputs * inputs * 9];
    for input in 0..inputs {
        for output in 0..outputs {
            let at = |point: usize| (point * layer.depth + input) * layer.outputs + output;
            let values: [f32; POINTS] = std::array::from_fn(|point| points[at(point)]);
            let kernel = &mut kernels[(output * inputs + input) * 9..][..9];
            kernel.copy_from_slice(&kernel_gradient(&values));
        }
    }
    kernels
}
