//! Many samples, in parallel but always summed in the same order.

use rayon::prelude::*;

use super::cpu_net::{Affine, Conditioning};
use super::kernel;
use super::layers::Conv;
use super::lesson::Lesson;
use super::tape::{Group, LearnPass, NetGradients};
use super::window::POINTS;
use super::winograd::kernel_gradient;
use crate::LearnConfig;
use crate::batch::Batch;

/// Samples whose gradients are summed by one thread. It is fixed, so that rounding does not depend
/// on the number of threads.
const CHUNK: usize = 32;

/// Samples that go through a layer together: so many that reading its weights and their gradients from
/// memory does not count, and so few that they fit into the cache as well.
const GROUP: usize = 4;

impl LearnPass {
    /// The gradients of the weights, and the losses of policy, value, plies left, reply and end.
    ///
    /// `affines` holds, for every sample, scale and shift of the stem and of every block, each of
    /// as many values as there are channels; it is replaced by its own gradient.
    pub fn learn(
        &self,
        batch: &Batch,
        affines: &mut [f32],
        config: &LearnConfig,
    ) -> ([f64; 5], NetGradients) {
        let (per_sample, planes) = (affines.len() / batch.len, batch.planes.len() / batch.len);
        let channels = per_sample / 2 / (self.trunk.blocks.len() + 1);
        let all = batch.weights.iter().sum();
        let of_chunks: Vec<([f64; 5], NetGradients)> = affines
            .par_chunks_mut(CHUNK * per_sample)
            .enumerate()
            .map(|(chunk, affines)| {
                let samples = affines.len() / per_sample;
                let planes_of_square = planes / batch.board.squares();
                let mut group = Group::new(self, batch.board, planes_of_square, GROUP.min(samples));
                let (mut losses, mut sums) = ([0.0; 5], NetGradients::zeros(self));
                for (number, affines) in affines.chunks_mut(GROUP * per_sample).enumerate() {
                    let first = chunk * CHUNK + number * GROUP;
                    let mut lessons = Vec::with_capacity(GROUP);
                    for (sample, affines) in affines.chunks(per_sample).enumerate() {
                        let number = first + sample;
                        group.set_planes(sample, &batch.planes[number * planes..][..planes]);
                        group.affines[sample].read(affines, channels);
                        lessons.push(Lesson::new(batch, number, all, config));
                    }
                    kernel::learn(self.kernel, self, &mut group, &lessons, &mut sums, &mut losses);
                    for (affines, own) in affines.chunks_mut(per_sample).zip(&group.affines) {
                        own.write(affines, channels);
                    }
                }
                (losses, sums)
            })
            .collect();
        let (losses, gradients): (Vec<[f64; 5]>, Vec<NetGradients>) = of_chunks.into_iter().unzip();
        let add = |total: [f64; 5], part: [f64; 5]| std::array::from_fn(|i| total[i] + part[i]);
        (losses.into_iter().fold([0.0; 5], add), NetGradients::sum(gradients))
    }
}

impl Conditioning {
    fn all_mut(&mut self) -> impl Iterator<Item = &mut Affine> {
        std::iter::once(&mut self.stem).chain(&mut self.blocks)
    }

    /// Takes scale and shift of the stem and of every block from `affines`.
    fn read(&mut self, affines: &[f32], channels: usize) {
        for (affine, both) in self.all_mut().zip(affines.chunks_exact(2 * channels)) {
            affine.scale.fill(0.0);
            affine.shift.fill(0.0);
            affine.scale[..channels].copy_from_slice(&both[..channels]);
            affine.shift[..channels].copy_from_slice(&both[channels..]);
        }
    }

    /// The reverse of [`read`](Self::read).
    fn write(&self, affines: &mut [f32], channels: usize) {
        let all = std::iter::once(&self.stem).chain(&self.blocks);
        for (both, affine) in affines.chunks_exact_mut(2 * channels).zip(all) {
            let (scale, shift) = both.split_at_mut(channels);
            scale.copy_from_slice(&affine.scale[..channels]);
            shift.copy_from_slice(&affine.shift[..channels]);
        }
    }
}

/// The gradient of a convolution's kernels as burn lays them out, `[channels, inputs, 3, 3]`.
pub fn kernel_gradients(layer: &Conv, points: &[f32], channels: usize) -> Vec<f32> {
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
