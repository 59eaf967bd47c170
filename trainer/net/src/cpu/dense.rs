//! Pooling, dense layers and 1x1 convolutions.

use imperial_engine::BoardShape;

use super::image::{Grid, Image};
use super::lanes::Lanes;
use super::layers::Matrix;
use super::operands::Operands;
use super::sums::add;

/// Mean and maximum of every channel over the board.
///
/// # Safety
/// The machine has the instructions of `L`.
#[inline(always)]
pub unsafe fn pool<L: Lanes>(grid: &Grid, image: &Image, pooled: &mut [f32]) {
    let BoardShape { width, height } = grid.board;
    let channels = image.channels;
    assert!(image.fits(grid) && pooled.len() == 2 * channels);
    for channel in (0..channels).step_by(L::WIDTH) {
        // SAFETY: the squares of the board lie within the image, the lengths were checked.
        unsafe {
            let (mut sum, mut largest) = (L::splat(0.0), L::splat(f32::NEG_INFINITY));
            for rank in 0..height {
                for file in 0..width {
                    let at = grid.square(file, rank) * channels + channel;
                    let value = L::load(image.values.as_ptr().add(at));
                    sum = sum.add(value);
                    largest = largest.max(value);
                }
            }
            let share = L::splat(1.0 / grid.board.squares() as f32);
            sum.mul_add(share, L::splat(0.0)).store(pooled.as_mut_ptr().add(channel));
            largest.store(pooled.as_mut_ptr().add(channels + channel));
        }
    }
}

/// `outputs = inputs · weights + bias`
///
/// # Safety
/// The machine has the instructions of `L`.
#[inline(always)]
pub unsafe fn dense<L: Lanes>(layer: &Matrix, inputs: &[f32], outputs: &mut [f32]) {
    assert!(inputs.len() >= layer.depth && outputs.len() == layer.outputs);
    // SAFETY: one row of inputs and outputs, whose lengths were checked.
    unsafe { rows::<L>(layer, inputs.as_ptr(), inputs.len(), outputs, 1) };
    add(&layer.bias, outputs);
}

/// A 1x1 convolution over the board: `[square][output]`.
///
/// # Safety
/// The machine has the instructions of `L`.
#[inline(always)]
pub unsafe fn squares<L: Lanes>(grid: &Grid, layer: &Matrix, image: &Image, outputs: &mut [f32]) {
    let BoardShape { width, height } = grid.board;
    assert!(image.fits(grid));
    assert!(layer.depth <= image.channels && outputs.len() == width * height * layer.outputs);
    for (rank, row) in outputs.chunks_exact_mut(width * layer.outputs).enumerate() {
        let start = grid.square(0, rank) * image.channels;
        // SAFETY: a rank of the board lies within the image, whose length was checked.
        unsafe {
            let input = image.values.as_ptr().add(start);
            rows::<L>(layer, input, image.channels, row, width);
        }
        row.chunks_exact_mut(layer.outputs).for_each(|square| add(&layer.bias, square));
    }
}

/// `count` rows of inputs, `stride` apart, times all blocks of a layer.
///
/// # Safety
/// The machine has the instructions of `L`, and `input` points to that many values.
#[inline(always)]
unsafe fn rows<L: Lanes>(
    layer: &Matrix,
    input: *const f32,
    stride: usize,
    outputs: &mut [f32],
    count: usize,
) {
    assert!(outputs.len() == count * layer.outputs && layer.outputs.is_multiple_of(L::BLOCK));
    assert!(layer.weights.len() == layer.depth * layer.outputs);
    for block in (0..layer.outputs).step_by(L::BLOCK) {
        // SAFETY: the lengths were checked, and the caller vouches for the inputs.
        unsafe {
            let at = Operands {
                input,
                input_stride: stride,
                weights: layer.weights.as_ptr().add(block * layer.depth),
                weights_stride: L::BLOCK,
                output: outputs.as_mut_ptr().add(block),
                output_stride: layer.outputs,
                next: layer.weights.as_ptr().wrapping_add((block + L::BLOCK) * layer.depth),
            };
            L::product::<false>(at, layer.depth, count);
        }
    }
}
