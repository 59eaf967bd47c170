//! Weights, laid out for the product: blocks of outputs, padded with zeros to a whole block.

use burn::nn::Linear;
use burn::nn::conv::Conv2d;
use burn::tensor::Tensor;

use super::aligned::Aligned;
use super::winograd::{POINTS, transform_kernel};

/// A dense layer, or a 1x1 convolution.
#[derive(Debug)]
pub struct Matrix {
    /// Number of inputs.
    pub depth: usize,
    /// Number of outputs, padded to whole blocks.
    pub outputs: usize,
    /// Outputs per block.
    pub block: usize,
    /// `[outputs / block][depth][block]`
    pub weights: Aligned,
    /// `[outputs]`
    pub bias: Aligned,
}

/// A 3x3 convolution, its kernels transformed.
#[derive(Debug)]
pub struct Conv {
    /// Number of input channels.
    pub depth: usize,
    /// Number of output channels, padded to whole blocks.
    pub outputs: usize,
    /// `[outputs / block][point][depth][block]`
    pub weights: Aligned,
    /// `[outputs]`
    pub bias: Aligned,
}

impl Matrix {
    /// A dense layer for blocks of `block` outputs.
    pub fn dense(layer: &Linear, block: usize) -> Self {
        let [depth, outputs] = layer.weight.dims();
        let weights = values(layer.weight.val());
        let bias = layer.bias.as_ref().map(|bias| values(bias.val()));
        Self::new(depth, outputs, block, &bias.unwrap_or_default(), |k, o| weights[k * outputs + o])
    }

    /// A dense layer that reads two pooled vectors of `channels` values, of which only the first
    /// `depth / 2` are in use.
    pub fn pooled(layer: &Linear, channels: usize, block: usize) -> Self {
        let dense = Self::dense(layer, block);
        let half = dense.depth / 2;
        let mut padded = Self { depth: 2 * channels, ..dense };
        let mut weights = Aligned::zeros(padded.depth * padded.outputs);
        for (target, source) in weights
            .chunks_exact_mut(padded.depth * block)
            .zip(padded.weights.chunks_exact(2 * half * block))
        {
            let (mean, max) = source.split_at(half * block);
            target[..mean.len()].copy_from_slice(mean);
            target[channels * block..][..max.len()].copy_from_slice(max);
        }
        padded.weights = weights;
        padded
    }

    /// A 1x1 convolution for blocks of `block` outputs.
    pub fn pointwise(layer: &Conv2d, block: usize) -> Self {
        let [outputs, depth, _, _] = layer.weight.dims();
        let weights = values(layer.weight.val());
        let bias = layer.bias.as_ref().map(|bias| values(bias.val()));
        Self::new(depth, outputs, block, &bias.unwrap_or_default(), |k, o| weights[o * depth + k])
    }

    /// The weights of one input times `outputs`, summed.
    pub fn row_product(&self, input: usize, outputs: &[f32]) -> f32 {
        let block = self.block;
        let rows = self.weights.chunks_exact(self.depth * block);
        let blocks = rows.map(|rows| &rows[input * block..][..block]).zip(outputs.chunks(block));
        blocks.flat_map(|(w, o)| w.iter().zip(o)).map(|(w, o)| w * o).sum()
    }

    fn new(
        depth: usize,
        outputs: usize,
        block: usize,
        bias: &[f32],
        weight: impl Fn(usize, usize) -> f32,
    ) -> Self {
        let padded = outputs.next_multiple_of(block);
        let mut weights = Aligned::zeros(depth * padded);
        for output in 0..outputs {
            for k in 0..depth {
                weights[((output / block) * depth + k) * block + output % block] =
                    weight(k, output);
            }
        }
        Self { depth, outputs: padded, block, weights, bias: extended(bias, padded) }
    }
}

impl Conv {
    /// A 3x3 convolution for blocks of `block` outputs.
    pub fn new(layer: &Conv2d, block: usize) -> Self {
        let [outputs, depth, _, _] = layer.weight.dims();
        let bias = layer.bias.as_ref().map(|bias| values(bias.val()));
        let kernels = values(layer.weight.val());
        let index = |kernel: usize| (kernel % depth, kernel / depth);
        Self::transformed(&kernels, index, (depth, outputs), block, &bias.unwrap_or_default())
    }

    /// The same weights with inputs and outputs swapped, to carry gradients back.
    pub fn transposed(layer: &Conv2d, block: usize) -> Self {
        let [outputs, depth, _, _] = layer.weight.dims();
        let kernels = values(layer.weight.val());
        let index = |kernel: usize| (kernel / depth, kernel % depth);
        Self::transformed(&kernels, index, (outputs, depth), block, &[])
    }

    /// Transforms all kernels; `index` gives the input and the output that each belongs to.
    fn transformed(
        kernels: &[f32],
        index: impl Fn(usize) -> (usize, usize),
        (depth, outputs): (usize, usize),
        block: usize,
        bias: &[f32],
    ) -> Self {
        let padded = outputs.next_multiple_of(block);
        let mut weights = Aligned::zeros(POINTS * depth * padded);
        for (number, kernel) in kernels.as_chunks::<9>().0.iter().enumerate() {
            let (k, output) = index(number);
            for (point, value) in transform_kernel(kernel).into_iter().enumerate() {
                let row = (output / block * POINTS + point) * depth + k;
                weights[row * block + output % block] = value;
            }
        }
        Self { depth, outputs: padded, weights, bias: extended(bias, padded) }
    }
}

/// The numbers of a tensor, on the host.
pub fn values<const D: usize>(tensor: Tensor<D>) -> Vec<f32> {
    tensor.inner().into_data().iter::<f32>().collect()
}

fn extended(values: &[f32], len: usize) -> Aligned {
    let mut all = Aligned::zeros(len);
    all[..values.len()].copy_from_slice(values);
    all
}
