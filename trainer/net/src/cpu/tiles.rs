//! Weights for the products of Winograd's method by matrix tiles.
//!
//! A value is split into `high + low`, two numbers of 16 bits (bf16) that hold 16 to 17 bits of it. What is
//! left out is at most 2⁻¹⁷ of the value.

use super::aligned::{Aligned, LINE};
use super::layers::Conv;
use super::tile_unit::{DEPTH, SIDE, rounded};
use super::window::POINTS;

/// Outputs of a block of weights: two tiles side by side.
pub const BLOCK: usize = 2 * SIDE;

/// Values (of 32 bits) of a tile.
const TILE: usize = SIDE * LINE;

/// The high and the low part of a value, as bf16.
fn parts(value: f32) -> [u16; 2] {
    let high = rounded(value);
    [high, rounded(value - f32::from_bits(u32::from(high) << 16))]
}

/// The same convolution with its weights laid out for [`multiply`](super::amx::multiply):
/// `[point][outputs / 32][depth / 32][low, low, high, high][depth / 2][output][depth % 2]`, where the two
/// tiles of a part are those of the first and the last 16 outputs of a block.
pub fn tiled(conv: &Conv) -> Conv {
    assert!(conv.outputs.is_multiple_of(BLOCK));
    let depth = conv.depth.next_multiple_of(DEPTH);
    let mut weights = Aligned::zeros(POINTS * depth * conv.outputs);
    for (number, tiles) in weights.chunks_exact_mut(4 * TILE).enumerate() {
        let (first_k, rest) = (number % (depth / DEPTH) * DEPTH, number / (depth / DEPTH));
        let (block, point) = (rest % (conv.outputs / BLOCK), rest / (conv.outputs / BLOCK));
        let split = |k: usize, output: usize| {
            if k >= conv.depth {
                return [0; 2];
            }
            let row = (block * POINTS + point) * conv.depth + k;
            parts(conv.weights[row * BLOCK + output])
        };
        for (place, pair) in tiles.iter_mut().enumerate() {
            let (tile, row, column) = (place / TILE, place % TILE / LINE, place % LINE);
            let (part, output) = (1 - tile / 2, tile % 2 * SIDE + column);
            let [even, odd] = [0, 1].map(|k| u32::from(split(first_k + 2 * row + k, output)[part]));
            *pair = f32::from_bits(even | odd << 16);
        }
    }
    Conv { depth, outputs: conv.outputs, weights, bias: conv.bias.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_parts_are_nearly_the_value() {
        for number in 0..2000 {
            let value = (number * 7919 % 1009) as f32 / 504.5 - 1.0;
            let [high, low] = parts(value).map(|part| f32::from_bits(u32::from(part) << 16));
            assert!((value - high - low).abs() <= value.abs() / 130_000.0, "{value}");
        }
    }
}
