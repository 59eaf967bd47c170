//! 3x3 convolutions over a board.

use imperial_engine::BoardShape;

use super::aligned::Aligned;
use super::image::{Grid, Image};
use super::lanes::Lanes;
use super::layers::Conv;
use super::product::{Operands, product};
use super::winograd::{POINTS, TILE, transform_input, transform_output};

/// What every convolution works with.
pub struct Buffers<'a> {
    pub grid: &'a Grid,
    /// Inputs of a convolution, transformed: `[point][tile][channel]`.
    pub transformed: &'a mut Aligned,
    /// Channels of the image that was transformed.
    pub stride: usize,
    /// Sums of one block of channels: `[point][tile][block]`.
    pub sums: &'a mut Aligned,
}

/// Transforms the first `depth` channels of all tiles of `image`.
///
/// # Safety
/// The machine has the instructions of `L`.
#[inline(always)]
pub unsafe fn transform<L: Lanes>(buffers: &mut Buffers<'_>, image: &Image, depth: usize) {
    let Grid { tiles_across, tiles, row, .. } = *buffers.grid;
    let channels = image.channels;
    assert!(image.fits(buffers.grid) && channels.is_multiple_of(L::WIDTH));
    assert!(depth <= channels && buffers.transformed.len() >= POINTS * tiles * channels);
    buffers.stride = channels;
    for tile in 0..tiles {
        let corner = (tile / tiles_across * row + tile % tiles_across) * TILE * channels;
        for channel in (0..depth).step_by(L::WIDTH) {
            // SAFETY: the window of the last tile ends at the last square of the image, and
            // `channel + WIDTH <= channels`, so all is within the lengths checked above.
            unsafe {
                transform_input::<L>(
                    image.values.as_ptr().add(corner + channel),
                    (row * channels, channels),
                    buffers.transformed.as_mut_ptr().add(tile * channels + channel),
                    tiles * channels,
                );
            }
        }
    }
}

/// What becomes of the sums of a convolution.
#[derive(Clone, Copy)]
pub enum Finish<'a> {
    /// Nothing.
    Plain,
    /// `max(0, sum * scale + shift)` per channel.
    Relu { scale: &'a [f32], shift: &'a [f32] },
    /// `max(0, output + sum + shift)` per channel.
    Residual { shift: &'a [f32] },
}

/// Convolves what was transformed from an image of `layer.depth` channels and writes `output`.
///
/// # Safety
/// The machine has the instructions of `L`.
#[inline(always)]
pub unsafe fn convolve<L: Lanes>(
    buffers: &mut Buffers<'_>,
    layer: &Conv,
    finish: Finish<'_>,
    output: &mut Image,
) {
    let (tiles, stride) = (buffers.grid.tiles, buffers.stride);
    assert!(layer.depth <= stride && buffers.transformed.len() >= POINTS * tiles * stride);
    assert!(buffers.sums.len() >= POINTS * tiles * L::BLOCK);
    assert!(layer.weights.len() == POINTS * layer.depth * layer.outputs);
    assert!(output.fits(buffers.grid) && output.channels == layer.outputs);
    for block in (0..layer.outputs).step_by(L::BLOCK) {
        for point in 0..POINTS {
            let weights = block * POINTS * layer.depth + point * layer.depth * L::BLOCK;
            // SAFETY: the lengths were checked above.
            unsafe {
                let at = Operands {
                    input: buffers.transformed.as_ptr().add(point * tiles * stride),
                    input_stride: stride,
                    input_step: 1,
                    weights: layer.weights.as_ptr().add(weights),
                    weights_stride: L::BLOCK,
                    output: buffers.sums.as_mut_ptr().add(point * tiles * L::BLOCK),
                    output_stride: L::BLOCK,
                };
                product::<L, false>(at, layer.depth, tiles);
            }
        }
        for column in (0..L::BLOCK).step_by(L::WIDTH) {
            // SAFETY: `block + column + WIDTH` is at most the number of outputs, and the lengths
            // were checked above.
            unsafe {
                let sums = &buffers.sums[column..];
                let finish = Finisher::<L>::new(finish, block + column, layer.outputs);
                write_back(buffers.grid, sums, finish, output, block + column);
            }
        }
    }
}

/// A [`Finish`] for one vector of channels.
#[derive(Clone, Copy)]
enum Finisher<L> {
    Plain,
    Relu(L, L),
    Residual(L),
}

impl<L: Lanes> Finisher<L> {
    /// # Safety
    /// The machine has the instructions of `L`.
    #[inline(always)]
    unsafe fn new(finish: Finish<'_>, channel: usize, channels: usize) -> Self {
        assert!(channel + L::WIDTH <= channels);
        // SAFETY: the lengths are checked.
        unsafe {
            match finish {
                Finish::Plain => Self::Plain,
                Finish::Relu { scale, shift } => {
                    assert!(scale.len() == channels && shift.len() == channels);
                    let scale = L::load(scale.as_ptr().add(channel));
                    Self::Relu(scale, L::load(shift.as_ptr().add(channel)))
                }
                Finish::Residual { shift } => {
                    assert!(shift.len() == channels);
                    Self::Residual(L::load(shift.as_ptr().add(channel)))
                }
            }
        }
    }

    /// # Safety
    /// The machine has the instructions of `L`, and `at` is a place in the output.
    #[inline(always)]
    unsafe fn apply(self, sum: L, at: *mut f32) {
        // SAFETY: the caller vouches for both.
        unsafe {
            let zero = L::splat(0.0);
            match self {
                Self::Plain => sum.store(at),
                Self::Relu(scale, shift) => sum.mul_add(scale, shift).max(zero).store(at),
                Self::Residual(shift) => L::load(at).add(sum.add(shift)).max(zero).store(at),
            }
        }
    }
}

/// Transforms the sums of one vector of channels back and writes the squares of the board.
///
/// # Safety
/// The machine has the instructions of `L`; `sums` holds all tiles; `output` is an image of
/// `grid` with at least `channel + WIDTH` channels.
#[inline(always)]
unsafe fn write_back<L: Lanes>(
    grid: &Grid,
    sums: &[f32],
    finish: Finisher<L>,
    output: &mut Image,
    channel: usize,
) {
    let BoardShape { width, height } = grid.board;
    for tile in 0..grid.tiles {
        let (left, low) = (tile % grid.tiles_across * TILE, tile / grid.tiles_across * TILE);
        // SAFETY: the caller vouches for the sums, and only squares of the board are written.
        unsafe {
            let start = sums.as_ptr().add(tile * L::BLOCK);
            let squares = transform_output::<L>(start, grid.tiles * L::BLOCK);
            for (y, row) in squares.iter().enumerate().take(height - low) {
                for (x, value) in row.iter().enumerate().take(width - left) {
                    let square = grid.square(left + x, low + y);
                    let at = output.values.as_mut_ptr().add(square * output.channels + channel);
                    finish.apply(*value, at);
                }
            }
        }
    }
}
