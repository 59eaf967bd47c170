//! Weights of direct convolutions, in numbers of 16 bits (bf16).

use super::super::aligned::{Aligned, LINE};
use super::super::layers::{Conv, extended};
use super::super::tile_unit::{DEPTH, SIDE, rounded};
use crate::layer::{Layer, Weights};

/// Taps of a kernel.
pub const TAPS: usize = 9;

/// Values (of 32 bits) of a tile of weights.
const TILE: usize = SIDE * LINE;

/// A 3x3 convolution with its weights in the order in which they are multiplied:
/// `[outputs / 16][tap][depth / 32][depth / 2][output][depth % 2]`, taps by rows from the lowest rank.
/// Outputs are padded to blocks of `block`.
pub fn laid_out(layer: &Weights, block: usize) -> Conv {
    let Layer { inputs, outputs, .. } = layer.layer;
    let (depth, padded) = (inputs.next_multiple_of(DEPTH), outputs.next_multiple_of(block));
    let mut weights = Aligned::zeros(TAPS * depth * padded / 2);
    let steps = depth / DEPTH;
    for (number, tile) in weights.chunks_exact_mut(TILE).enumerate() {
        let (step, tap, block) = (number % steps, number / steps % TAPS, number / steps / TAPS);
        for (place, pair) in tile.iter_mut().enumerate() {
            let output = block * SIDE + place % LINE;
            let first = step * DEPTH + 2 * (place / LINE);
            let [even, odd] = [first, first + 1].map(|input| {
                let inside = input < inputs && output < outputs;
                let weight = || layer.weights[TAPS * (output * inputs + input) + tap];
                u32::from(if inside { rounded(weight()) } else { 0 })
            });
            *pair = f32::from_bits(even | odd << 16);
        }
    }
    Conv { depth, outputs: padded, weights, bias: extended(&layer.bias, padded) }
}
