//! Many samples through the trunk, in parallel but always summed in the same order.

use burn::tensor::{Device, Tensor, TensorData};
use rayon::prelude::*;

use super::aligned::Aligned;
use super::cpu_net::{Affine, Conditioning};
use super::kernel::{carry_back, record};
use super::layers::Conv;
use super::tape::{Tape, TrunkGradients, TrunkPass};
use super::winograd::{POINTS, kernel_gradient};
use crate::net::batch::Batch;

/// Samples whose gradients are summed by one thread. It is fixed, so that rounding does not depend
/// on the number of threads.
const CHUNK: usize = 16;

impl TrunkPass {
    /// Channels of the network, without padding.
    fn channels(&self, affines: &[f32], batch: &Batch) -> usize {
        affines.len() / batch.len / 2 / (self.trunk.blocks.len() + 1)
    }

    /// The trunk's output for every sample, `[b, channels, height, width]`.
    ///
    /// `affines` holds, for every sample, scale and shift of the stem and of every block, each of
    /// as many values as there are channels.
    pub fn forward(&self, batch: &Batch, affines: &[f32]) -> Vec<f32> {
        let (channels, squares) = (self.channels(affines, batch), batch.board.squares());
        let (affine_width, width) = (affines.len() / batch.len, channels * squares);
        let plane_width = batch.planes.len() / batch.len;
        let mut outputs = vec![0.0; batch.len * width];
        outputs
            .par_chunks_mut(CHUNK * width)
            .zip(affines.par_chunks(CHUNK * affine_width))
            .zip(batch.planes.par_chunks(CHUNK * plane_width))
            .for_each(|((outputs, affines), planes)| {
                let mut tape = Tape::new(self, batch.board, plane_width / squares);
                let samples = affines.chunks(affine_width).zip(planes.chunks(plane_width));
                for (output, (affines, planes)) in outputs.chunks_mut(width).zip(samples) {
                    tape.set_planes(planes);
                    record(self.kernel, self, &self.conditioning(affines, channels), &mut tape);
                    tape.read_output(output);
                }
            });
        outputs
    }

    /// The gradients of the weights, given that of the trunk's output, `[b, channels, height,
    /// width]`; `affines` is replaced by its own gradient.
    pub fn backward(&self, batch: &Batch, affines: &mut [f32], gradient: &[f32]) -> TrunkGradients {
        let (channels, squares) = (self.channels(affines, batch), batch.board.squares());
        let (affine_width, width) = (affines.len() / batch.len, channels * squares);
        let plane_width = batch.planes.len() / batch.len;
        let of_chunks: Vec<TrunkGradients> = affines
            .par_chunks_mut(CHUNK * affine_width)
            .zip(gradient.par_chunks(CHUNK * width))
            .zip(batch.planes.par_chunks(CHUNK * plane_width))
            .map(|((affines, gradient), planes)| {
                let mut tape = Tape::new(self, batch.board, plane_width / squares);
                let mut sums = TrunkGradients::zeros(&self.trunk);
                let samples = gradient.chunks(width).zip(planes.chunks(plane_width));
                for (affines, (gradient, planes)) in affines.chunks_mut(affine_width).zip(samples) {
                    tape.set_planes(planes);
                    tape.set_gradient(gradient);
                    let mut conditioning = self.conditioning(affines, channels);
                    record(self.kernel, self, &conditioning, &mut tape);
                    carry_back(self.kernel, self, &mut conditioning, &mut tape, &mut sums);
                    conditioning.write(affines, channels);
                }
                sums
            })
            .collect();
        TrunkGradients::sum(of_chunks)
    }

    /// Scales and shifts of one sample, padded.
    fn conditioning(&self, affines: &[f32], channels: usize) -> Conditioning {
        let padded = |values: &[f32]| {
            let mut all = Aligned::zeros(self.trunk.channels);
            all[..channels].copy_from_slice(values);
            all
        };
        let mut affines = affines.chunks_exact(2 * channels).map(|both| Affine {
            scale: padded(&both[..channels]),
            shift: padded(&both[channels..]),
        });
        let stem = affines.next().expect("the stem has a scale and a shift");
        Conditioning { stem, blocks: affines.collect() }
    }
}

impl Conditioning {
    /// The reverse of [`TrunkPass::conditioning`].
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
pub fn kernel_gradients(
    layer: &Conv,
    points: &[f32],
    channels: usize,
    device: &Device,
) -> Tensor<4> {
    let mut kernels = Vec::with_capacity(channels * layer.depth * 9);
    for output in 0..channels {
        for input in 0..layer.depth {
            let at = |point: usize| (point * layer.depth + input) * layer.outputs + output;
            let values: [f32; POINTS] = std::array::from_fn(|point| points[at(point)]);
            kernels.extend(kernel_gradient(&values));
        }
    }
    Tensor::from_data(TensorData::new(kernels, [channels, layer.depth, 3, 3]), device)
}
