//! Many samples through the trunk, in parallel but always summed in the same order.

use burn::tensor::{Device, Tensor, TensorData};
use rayon::prelude::*;

use super::cpu_net::{Affine, Conditioning};
use super::kernel::{carry_back, record};
use super::layers::Conv;
use super::tape::{Group, TrunkGradients, TrunkPass};
use super::winograd::{POINTS, kernel_gradient};
use crate::net::batch::Batch;

/// Samples whose gradients are summed by one thread. It is fixed, so that rounding does not depend
/// on the number of threads.
const CHUNK: usize = 16;

/// Samples that go through a layer together: few enough that they fit into the cache as well.
const GROUP: usize = 4;

/// How many values a sample has in each array.
#[derive(Clone, Copy)]
struct Widths {
    planes: usize,
    affines: usize,
    outputs: usize,
    channels: usize,
}

impl Widths {
    fn new(pass: &TrunkPass, batch: &Batch, affines: &[f32]) -> Self {
        let affines = affines.len() / batch.len;
        let channels = affines / 2 / (pass.trunk.blocks.len() + 1);
        Self {
            planes: batch.planes.len() / batch.len,
            affines,
            outputs: channels * batch.board.squares(),
            channels,
        }
    }
}

impl TrunkPass {
    /// The trunk's output for every sample, `[b, channels, height, width]`.
    ///
    /// `affines` holds, for every sample, scale and shift of the stem and of every block, each of
    /// as many values as there are channels.
    pub fn forward(&self, batch: &Batch, affines: &[f32]) -> Vec<f32> {
        let width = Widths::new(self, batch, affines);
        let mut outputs = vec![0.0; batch.len * width.outputs];
        outputs
            .par_chunks_mut(CHUNK * width.outputs)
            .zip(affines.par_chunks(CHUNK * width.affines))
            .zip(batch.planes.par_chunks(CHUNK * width.planes))
            .for_each(|((outputs, affines), planes)| {
                let mut group = self.group(batch, width);
                for ((outputs, affines), planes) in outputs
                    .chunks_mut(GROUP * width.outputs)
                    .zip(affines.chunks(GROUP * width.affines))
                    .zip(planes.chunks(GROUP * width.planes))
                {
                    self.record(&mut group, width, planes, affines);
                    for (sample, output) in outputs.chunks_mut(width.outputs).enumerate() {
                        group.read_output(sample, output);
                    }
                }
            });
        outputs
    }

    /// The gradients of the weights, given that of the trunk's output, `[b, channels, height,
    /// width]`; `affines` is replaced by its own gradient.
    pub fn backward(&self, batch: &Batch, affines: &mut [f32], gradient: &[f32]) -> TrunkGradients {
        let width = Widths::new(self, batch, affines);
        let of_chunks: Vec<TrunkGradients> = affines
            .par_chunks_mut(CHUNK * width.affines)
            .zip(gradient.par_chunks(CHUNK * width.outputs))
            .zip(batch.planes.par_chunks(CHUNK * width.planes))
            .map(|((affines, gradient), planes)| {
                let mut group = self.group(batch, width);
                let mut sums = TrunkGradients::zeros(&self.trunk);
                for ((affines, gradient), planes) in affines
                    .chunks_mut(GROUP * width.affines)
                    .zip(gradient.chunks(GROUP * width.outputs))
                    .zip(planes.chunks(GROUP * width.planes))
                {
                    self.record(&mut group, width, planes, affines);
                    for (sample, gradient) in gradient.chunks(width.outputs).enumerate() {
                        group.set_gradient(sample, gradient);
                    }
                    carry_back(self.kernel, self, &mut group, &mut sums);
                    for (tape, affines) in group.tapes.iter().zip(affines.chunks_mut(width.affines))
                    {
                        tape.affines.write(affines, width.channels);
                    }
                }
                sums
            })
            .collect();
        TrunkGradients::sum(of_chunks)
    }

    fn group(&self, batch: &Batch, width: Widths) -> Group {
        Group::new(self, batch.board, width.planes / batch.board.squares(), GROUP.min(batch.len))
    }

    /// Runs the samples of a group forwards; the last group of a batch may be smaller.
    fn record(&self, group: &mut Group, width: Widths, planes: &[f32], affines: &[f32]) {
        group.tapes.truncate(planes.len() / width.planes);
        for (sample, planes) in planes.chunks(width.planes).enumerate() {
            group.set_planes(sample, planes);
        }
        for (tape, affines) in group.tapes.iter_mut().zip(affines.chunks(width.affines)) {
            tape.affines.read(affines, width.channels);
        }
        record(self.kernel, self, group);
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
