//! Gradients of 3x3 convolutions, point by point as the convolutions themselves.

use imperial_engine::BoardShape;

use super::conv::Buffers;
use super::image::{Grid, Image};
use super::lanes::Lanes;
use super::layers::Conv;
use super::product::{Operands, product};
use super::winograd::{POINTS, TILE, gather_input, spread_output};

/// Spreads the gradient of a convolution's sums over the points: `[point][tile][channel]`.
///
/// # Safety
/// The machine has the instructions of `L`.
#[inline(always)]
pub unsafe fn spread<L: Lanes>(grid: &Grid, gradient: &Image, points: &mut [f32]) {
    let BoardShape { width, height } = grid.board;
    let channels = gradient.channels;
    assert!(gradient.fits(grid) && points.len() >= POINTS * grid.tiles * channels);
    for tile in 0..grid.tiles {
        let (left, low) = (tile % grid.tiles_across * TILE, tile / grid.tiles_across * TILE);
        for channel in (0..channels).step_by(L::WIDTH) {
            // SAFETY: only squares of the board are read, and the lengths were checked.
            unsafe {
                let mut squares = [[L::splat(0.0); TILE]; TILE];
                for (y, row) in squares.iter_mut().enumerate().take(height - low) {
                    for (x, value) in row.iter_mut().enumerate().take(width - left) {
                        let at = grid.square(left + x, low + y) * channels + channel;
                        *value = L::load(gradient.values.as_ptr().add(at));
                    }
                }
                let output = points.as_mut_ptr().add(tile * channels + channel);
                spread_output(squares, output, grid.tiles * channels);
            }
        }
    }
}

/// Adds to the gradient of a convolution's transformed weights, `[point][depth][outputs]`, from
/// its transformed inputs and the points of [`spread`].
///
/// # Safety
/// The machine has the instructions of `L`.
#[inline(always)]
pub unsafe fn weigh<L: Lanes>(
    buffers: &Buffers<'_>,
    layer: &Conv,
    points: &[f32],
    weights: &mut [f32],
) {
    let (tiles, stride) = (buffers.grid.tiles, buffers.stride);
    let (depth, outputs) = (layer.depth, layer.outputs);
    assert!(depth <= stride && buffers.transformed.len() >= POINTS * tiles * stride);
    assert!(points.len() >= POINTS * tiles * outputs);
    assert!(weights.len() == POINTS * depth * outputs && outputs.is_multiple_of(L::BLOCK));
    for point in 0..POINTS {
        for block in (0..outputs).step_by(L::BLOCK) {
            // SAFETY: the lengths were checked above.
            unsafe {
                let at = Operands {
                    input: buffers.transformed.as_ptr().add(point * tiles * stride),
                    input_stride: 1,
                    input_step: stride,
                    weights: points.as_ptr().add(point * tiles * outputs + block),
                    weights_stride: outputs,
                    output: weights.as_mut_ptr().add(point * depth * outputs + block),
                    output_stride: outputs,
                };
                product::<L, true>(at, tiles, depth);
            }
        }
    }
}

/// Adds the gradient of a convolution's inputs to `gradient`, from the points of [`spread`]; what
/// lands beside the board means nothing. `layer` has inputs and outputs swapped, and
/// `input_points` is scratch space.
///
/// # Safety
/// The machine has the instructions of `L`.
#[inline(always)]
pub unsafe fn convolve_back<L: Lanes>(
    grid: &Grid,
    layer: &Conv,
    points: &[f32],
    input_points: &mut [f32],
    gradient: &mut Image,
) {
    let Grid { tiles, tiles_across, row, .. } = *grid;
    let (channels, stride) = (layer.outputs, layer.depth.next_multiple_of(L::BLOCK));
    assert!(gradient.fits(grid) && gradient.channels == channels);
    assert!(points.len() >= POINTS * tiles * stride && channels.is_multiple_of(L::BLOCK));
    assert!(input_points.len() >= POINTS * tiles * channels);
    assert!(layer.weights.len() == POINTS * layer.depth * channels);
    for block in (0..channels).step_by(L::BLOCK) {
        for point in 0..POINTS {
            let weights = block * POINTS * layer.depth + point * layer.depth * L::BLOCK;
            // SAFETY: the lengths were checked above.
            unsafe {
                let at = Operands {
                    input: points.as_ptr().add(point * tiles * stride),
                    input_stride: stride,
                    input_step: 1,
                    weights: layer.weights.as_ptr().add(weights),
                    weights_stride: L::BLOCK,
                    output: input_points.as_mut_ptr().add(point * tiles * channels + block),
                    output_stride: channels,
                };
                product::<L, false>(at, layer.depth, tiles);
            }
        }
    }
    for tile in 0..tiles {
        let corner = (tile / tiles_across * row + tile % tiles_across) * TILE * channels;
        for channel in (0..channels).step_by(L::WIDTH) {
            // SAFETY: the window of the last tile ends at the last square of the image.
            unsafe {
                gather_input::<L>(
                    input_points.as_ptr().add(tile * channels + channel),
                    tiles * channels,
                    gradient.values.as_mut_ptr().add(corner + channel),
                    (row * channels, channels),
                );
            }
        }
    }
}
