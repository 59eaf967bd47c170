//! Weights, laid out for the product: blocks of outputs, padded with zeros to a whole block.

use burn::nn::Linear;
use burn::nn::conv::Conv2d;
use burn::tensor::Tensor;

use super::aligned::Aligned;
use super::window::{Matrix as PointMatrix, POINTS};
use super::winograd::{G, transform_kernel};

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

/// A dense layer for plain code.
#[derive(Clone, Debug)]
pub struct Dense {
    /// Number of inputs.
    pub inputs: usize,
    /// `[inputs][outputs]`
    pub weights: Vec<f32>,
    /// `[outputs]`
    pub bias: Vec<f32>,
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

    /// Several 1x1 convolutions of the same inputs, side by side.
    pub fn side_by_side(layers: &[&Conv2d], block: usize) -> Self {
        let depth = layers[0].weight.dims()[1];
        let weights: Vec<f32> = layers.iter().flat_map(|l| values(l.weight.val())).collect();
        let biases = layers.iter().filter_map(|layer| layer.bias.as_ref());
        let bias: Vec<f32> = biases.flat_map(|bias| values(bias.val())).collect();
        Self::new(depth, bias.len(), block, &bias, |k, o| weights[o * depth + k])
    }

    /// The same weights with the inputs and the first `outputs` outputs swapped, without bias, to carry
    /// gradients back to `inputs` inputs.
    pub fn transposed(&self, outputs: usize, inputs: usize) -> Self {
        let block = self.block;
        let weight = |k: usize, o: usize| {
            if o >= self.depth {
                return 0.0;
            }
            self.weights[((k / block) * self.depth + o) * block + k % block]
        };
        Self::new(outputs, inputs, block, &[], weight)
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

impl Dense {
    /// Copies a layer.
    pub fn new(layer: &Linear) -> Self {
        Self {
            inputs: layer.weight.dims()[0],
            weights: values(layer.weight.val()),
            bias: layer.bias.as_ref().map(|bias| values(bias.val())).unwrap_or_default(),
        }
    }

    /// Several layers of the same inputs, side by side.
    pub fn side_by_side(layers: &[&Linear]) -> Self {
        let layers: Vec<Self> = layers.iter().map(|layer| Self::new(layer)).collect();
        let inputs = layers[0].inputs;
        let row = |layer: &Self, input: usize| {
            let outputs = layer.bias.len();
            layer.weights[input * outputs..][..outputs].to_vec()
        };
        Self {
            inputs,
            weights: (0..inputs).flat_map(|i| layers.iter().flat_map(move |l| row(l, i))).collect(),
            bias: layers.iter().flat_map(|layer| layer.bias.iter().copied()).collect(),
        }
    }

    /// `outputs = inputs · weights + bias`
    #[inline(always)]
    pub fn forward(&self, inputs: &[f32], outputs: &mut [f32]) {
        debug_assert_eq!(inputs.len(), self.inputs);
        outputs.copy_from_slice(&self.bias);
        for (input, row) in inputs.iter().zip(self.weights.chunks_exact(outputs.len())) {
            outputs.iter_mut().zip(row).for_each(|(sum, weight)| *sum += input * weight);
        }
    }

    /// The adjoint: from the gradient of the outputs to that of the inputs, and what it adds to those of
    /// the weights and of the bias.
    #[inline(always)]
    pub fn back(
        &self,
        (inputs, outputs): (&[f32], &[f32]),
        (of_weights, of_bias): (&mut [f32], &mut [f32]),
        of_inputs: &mut [f32],
    ) {
        let count = outputs.len();
        for ((input, sums), (row, of_input)) in inputs
            .iter()
            .zip(of_weights.chunks_exact_mut(count))
            .zip(self.weights.chunks_exact(count).zip(of_inputs))
        {
            sums.iter_mut().zip(outputs).for_each(|(sum, output)| *sum += input * output);
            *of_input = row.iter().zip(outputs).map(|(weight, output)| weight * output).sum();
        }
        of_bias.iter_mut().zip(outputs).for_each(|(sum, output)| *sum += output);
    }
}

impl Conv {
    /// A 3x3 convolution for blocks of `block` outputs.
    pub fn new(layer: &Conv2d, block: usize) -> Self {
        Self::at_points(layer, block, &G)
    }

    /// The same for the points of `matrix`.
    pub fn at_points(layer: &Conv2d, block: usize, matrix: &PointMatrix) -> Self {
        let mut conv = Self::zeros(layer, block);
        for (k, output, points) in transformed(layer, matrix) {
            conv.set(block, (k, output), &points);
        }
        conv
    }

    /// A 3x3 convolution, and the same weights with inputs and outputs swapped, to carry gradients back.
    pub fn both_ways(layer: &Conv2d, block: usize) -> (Self, Self) {
        let mut conv = Self::zeros(layer, block);
        let [outputs, depth, _, _] = layer.weight.dims();
        let mut back = Self::sized(outputs, depth, block, &[]);
        for (k, output, points) in transformed(layer, &G) {
            conv.set(block, (k, output), &points);
            back.set(block, (output, k), &points);
        }
        (conv, back)
    }

    fn zeros(layer: &Conv2d, block: usize) -> Self {
        let [outputs, depth, _, _] = layer.weight.dims();
        let bias = layer.bias.as_ref().map(|bias| values(bias.val()));
        Self::sized(depth, outputs, block, &bias.unwrap_or_default())
    }

    fn sized(depth: usize, outputs: usize, block: usize, bias: &[f32]) -> Self {
        let padded = outputs.next_multiple_of(block);
        let weights = Aligned::zeros(POINTS * depth * padded);
        Self { depth, outputs: padded, weights, bias: extended(bias, padded) }
    }

    fn set(&mut self, block: usize, (k, output): (usize, usize), points: &[f32; POINTS]) {
        for (point, value) in points.iter().enumerate() {
            let row = (output / block * POINTS + point) * self.depth + k;
            self.weights[row * block + output % block] = *value;
        }
    }
}

/// Number of the input, number of the output and transformed values of every kernel.
fn transformed(
    layer: &Conv2d,
    matrix: &PointMatrix,
) -> impl Iterator<Item = (usize, usize, [f32; POINTS])> {
    let depth = layer.weight.dims()[1];
    let kernels = values(layer.weight.val());
    let count = kernels.len() / 9;
    (0..count).map(move |number| {
        let kernel = std::array::from_fn(|place| kernels[9 * number + place]);
        (number % depth, number / depth, transform_kernel(&kernel, matrix))
    })
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
