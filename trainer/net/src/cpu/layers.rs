//! Weights, laid out for the product: blocks of outputs, padded with zeros to a whole block.

use super::aligned::Aligned;
use super::sums::{add, add_scaled, dot};
use super::winograd::{G, transform_kernel};
use crate::layer::{Layer, Weights};

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
    /// A dense layer or a 1x1 convolution, for blocks of `block` outputs.
    pub fn new(layer: &Weights, block: usize) -> Self {
        let Layer { inputs, outputs, .. } = layer.layer;
        Self::filled([inputs, outputs], block, &layer.bias, |input, output| layer.at(input, output))
    }

    /// A dense layer that reads two pooled vectors of `channels` values, padding included.
    pub fn pooled(layer: &Weights, channels: usize, block: usize) -> Self {
        let Layer { inputs, outputs, .. } = layer.layer;
        let (half, sizes) = (inputs / 2, [2 * channels, outputs]);
        Self::filled(sizes, block, &layer.bias, |input, output| {
            let (of_half, channel) = (input / channels, input % channels);
            if channel < half { layer.at(of_half * half + channel, output) } else { 0.0 }
        })
    }

    /// Several 1x1 convolutions of the same inputs, side by side.
    pub fn side_by_side(layers: &[&Weights], block: usize) -> Self {
        let beside = Dense::side_by_side(layers);
        let outputs = beside.bias.len();
        Self::filled([beside.inputs, outputs], block, &beside.bias, |input, output| {
            beside.weights[input * outputs + output]
        })
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
        Self::filled([outputs, inputs], block, &[], weight)
    }

    /// The weights of one input times `outputs`, summed.
    pub fn row_product(&self, input: usize, outputs: &[f32]) -> f32 {
        let block = self.block;
        let rows = self.weights.chunks_exact(self.depth * block);
        let blocks = rows.map(|rows| &rows[input * block..][..block]).zip(outputs.chunks(block));
        blocks.flat_map(|(w, o)| w.iter().zip(o)).map(|(w, o)| w * o).sum()
    }

    fn filled(
        [depth, outputs]: [usize; 2],
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
    /// Several layers of the same inputs, side by side.
    pub fn side_by_side(layers: &[&Weights]) -> Self {
        let inputs = layers.first().map_or(0, |layer| layer.layer.inputs);
        let row = |input| {
            let of_layer = move |layer: &&Weights| -> Vec<f32> {
                (0..layer.layer.outputs).map(|output| layer.at(input, output)).collect()
            };
            layers.iter().flat_map(of_layer)
        };
        Self {
            inputs,
            weights: (0..inputs).flat_map(row).collect(),
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
        self.back_to_weights((inputs, outputs), (of_weights, of_bias));
        for (row, of_input) in self.weights.chunks_exact(outputs.len()).zip(of_inputs) {
            *of_input = dot(row, outputs);
        }
    }

    /// The part of [`back`](Self::back) that concerns the weights and the bias.
    #[inline(always)]
    pub fn back_to_weights(
        &self,
        (inputs, outputs): (&[f32], &[f32]),
        (of_weights, of_bias): (&mut [f32], &mut [f32]),
    ) {
        debug_assert_eq!(inputs.len(), self.inputs);
        for (input, sums) in inputs.iter().zip(of_weights.chunks_exact_mut(outputs.len())) {
            add_scaled(sums, outputs, *input);
        }
        add(outputs, of_bias);
    }
}

impl Conv {
    /// A 3x3 convolution for blocks of `block` outputs, at the points of `matrix`.
    pub fn at_points(layer: &Weights, block: usize, matrix: &[[f64; 3]]) -> Self {
        let Layer { inputs, outputs, .. } = layer.layer;
        let mut conv = Self::zeros([inputs, outputs], block, matrix.len(), &layer.bias);
        transform(layer, matrix, |k, output, values| conv.set(block, [k, output], values));
        conv
    }

    /// A 3x3 convolution, and the same weights with inputs and outputs swapped, to carry gradients back.
    pub fn both_ways(layer: &Weights, block: usize) -> (Self, Self) {
        let Layer { inputs, outputs, .. } = layer.layer;
        let mut conv = Self::zeros([inputs, outputs], block, G.len(), &layer.bias);
        let mut back = Self::zeros([outputs, inputs], block, G.len(), &[]);
        transform(layer, &G, |k, output, values| {
            conv.set(block, [k, output], values);
            back.set(block, [output, k], values);
        });
        (conv, back)
    }

    /// Zeros for windows of `window` x `window` inputs.
    fn zeros([depth, outputs]: [usize; 2], block: usize, window: usize, bias: &[f32]) -> Self {
        let padded = outputs.next_multiple_of(block);
        let weights = Aligned::zeros(window * window * depth * padded);
        Self { depth, outputs: padded, weights, bias: extended(bias, padded) }
    }

    fn set(&mut self, block: usize, [k, output]: [usize; 2], values: &[f32]) {
        for (point, value) in values.iter().enumerate() {
            let row = (output / block * values.len() + point) * self.depth + k;
            self.weights[row * block + output % block] = *value;
        }
    }
}

/// Hands on the number of the input, that of the output and the transformed values of every kernel.
fn transform(layer: &Weights, matrix: &[[f64; 3]], mut each: impl FnMut(usize, usize, &[f32])) {
    let depth = layer.layer.inputs;
    let mut values = vec![0.0; matrix.len() * matrix.len()];
    for (number, kernel) in layer.weights.as_chunks::<9>().0.iter().enumerate() {
        transform_kernel(kernel, matrix, &mut values);
        each(number % depth, number / depth, &values);
    }
}

/// The values, and zeros up to `len`.
pub fn extended(values: &[f32], len: usize) -> Aligned {
    let mut all = Aligned::zeros(len);
    all[..values.len()].copy_from_slice(values);
    all
}
