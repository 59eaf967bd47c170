//! Gradients of 3x3 convolutions, point by point as the convolutions themselves.

#[cfg(target_arch = "x86_64")]
use std::marker::PhantomData;

use imperial_engine::BoardShape;

use super::aligned::Aligned;
#[cfg(target_arch = "x86_64")]
use super::aligned::LINE;
use super::conv::{Buffers, transform};
#[cfg(target_arch = "x86_64")]
use super::direct::{LearnBuffers, Take};
use super::image::{Grid, Image};
use super::lanes::Lanes;
use super::layers::Conv;
use super::operands::Operands;
use super::window::{POINTS, TILE};
use super::winograd::{gather_input, spread_output};

/// The adjoint of a convolution: adds to the gradient of its weights and, where the weights `back` carry it
/// there, to those of its inputs. `points` is scratch space for the sums and for the inputs.
///
/// # Safety
/// The machine has the instructions of `L`, and all is laid out for the same method.
#[inline(always)]
pub unsafe fn carry_back<L: Lanes>(
    buffers: &mut Buffers<'_>,
    points: [&mut Aligned; 2],
    (layer, back): (&Conv, Option<&Conv>),
    (inputs, of_sums): (&[Image], &[Image]),
    of_weights: &mut [f32],
    of_inputs: &mut [Image],
) {
    #[cfg(target_arch = "x86_64")]
    if let Some(direct) = &mut buffers.direct {
        // SAFETY: the caller vouches for the instructions and the layout.
        return unsafe {
            let (grid, factors) = (buffers.grid, (inputs, of_sums));
            carry_back_directly::<L>(direct, grid, (layer, back), factors, of_weights, of_inputs);
        };
    }
    let [sum_points, input_points] = points;
    // SAFETY: the caller vouches for the instructions.
    unsafe {
        spread::<L>(buffers.grid, of_sums, sum_points);
        transform::<L>(buffers, inputs, layer.depth);
        weigh::<L>(buffers, layer, sum_points, of_weights);
        if let Some(back) = back {
            convolve_back::<L>(buffers.grid, back, sum_points, input_points, of_inputs);
        }
    }
}

/// The same by numbers of 16 bits.
///
/// # Safety
/// As for [`carry_back`].
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn carry_back_directly<L: Lanes>(
    direct: &mut LearnBuffers,
    grid: &Grid,
    (layer, back): (&Conv, Option<&Conv>),
    (inputs, of_sums): (&[Image], &[Image]),
    of_weights: &mut [f32],
    of_inputs: &mut [Image],
) {
    direct.read(grid, inputs);
    direct.read_gradients(grid, of_sums);
    // SAFETY: learning chose an available unit, and laid the layers out for it.
    unsafe { direct.weigh(layer, inputs.len(), of_weights) };
    let Some(back) = back else { return };
    let to = Added::<L> { images: of_inputs, lanes: PhantomData };
    // SAFETY: as above.
    unsafe { direct.convolve::<true>(grid, back, inputs.len(), to) };
}

/// Sums that are added to what is there.
#[cfg(target_arch = "x86_64")]
struct Added<'a, L> {
    images: &'a mut [Image],
    lanes: PhantomData<L>,
}

#[cfg(target_arch = "x86_64")]
impl<L: Lanes> Take for Added<'_, L> {
    #[inline(always)]
    unsafe fn take(&mut self, board: usize, square: usize, channel: usize, sums: *const f32) {
        let Image { values, channels } = &mut self.images[board];
        for channel in (channel..channel + LINE).step_by(L::WIDTH) {
            let at = values[square * *channels + channel..][..L::WIDTH].as_mut_ptr();
            // SAFETY: the caller vouches for the instructions and the sums, and the place is one of the image.
            unsafe { L::load(at).add(L::load(sums.add(channel % LINE))).store(at) };
        }
    }
}

/// Spreads the gradients of a convolution's sums over the points: `[point][board][tile][channel]`.
///
/// # Safety
/// The machine has the instructions of `L`.
#[inline(always)]
unsafe fn spread<L: Lanes>(grid: &Grid, gradients: &[Image], points: &mut [f32]) {
    let BoardShape { width, height } = grid.board;
    let (channels, all) = (gradients[0].channels, gradients.len() * grid.tiles);
    assert!(points.len() >= POINTS * all * channels);
    for (index, gradient) in gradients.iter().enumerate() {
        assert!(gradient.fits(grid) && gradient.channels == channels);
        for tile in 0..grid.tiles {
            let (left, low) = (tile % grid.tiles_across * TILE, tile / grid.tiles_across * TILE);
            let corner = grid.square(left, low) * channels;
            let row = grid.row * channels;
            for channel in (0..channels).step_by(L::WIDTH) {
                // SAFETY: only squares of the board are read, and the lengths were checked.
                unsafe {
                    let corner = gradient.values.as_ptr().add(corner + channel);
                    let mut squares = [[L::splat(0.0); TILE]; TILE];
                    for (y, squares) in squares.iter_mut().enumerate().take(height - low) {
                        for (x, value) in squares.iter_mut().enumerate().take(width - left) {
                            *value = L::load(corner.add(y * row + x * channels));
                        }
                    }
                    let place = (index * grid.tiles + tile) * channels + channel;
                    spread_output(squares, points.as_mut_ptr().add(place), all * channels);
                }
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
unsafe fn weigh<L: Lanes>(
    buffers: &Buffers<'_>,
    layer: &Conv,
    points: &[f32],
    weights: &mut [f32],
) {
    let Buffers { tiles, stride, pitch, .. } = *buffers;
    let (depth, outputs) = (layer.depth, layer.outputs);
    assert!(depth <= stride && buffers.transformed.len() >= POINTS * pitch);
    assert!(points.len() >= POINTS * tiles * outputs);
    assert!(weights.len() == POINTS * depth * outputs && outputs.is_multiple_of(L::BLOCK));
    for point in 0..POINTS {
        for block in (0..outputs).step_by(L::BLOCK) {
            // SAFETY: the lengths were checked above.
            unsafe {
                let weights = weights.as_mut_ptr().add(point * depth * outputs + block);
                let at = Operands {
                    input: buffers.transformed.as_ptr().add(point * pitch),
                    input_stride: stride,
                    weights: points.as_ptr().add(point * tiles * outputs + block),
                    weights_stride: outputs,
                    output: weights,
                    output_stride: outputs,
                    // What is added to comes from slower memory than what is multiplied.
                    next: weights.wrapping_add(depth * outputs),
                };
                L::product::<true>(at, tiles, depth);
            }
        }
    }
}

/// Adds the gradients of a convolution's inputs to `gradients`, from the points of [`spread`]; what
/// lands beside the board means nothing. `layer` has inputs and outputs swapped, and
/// `input_points` is scratch space.
///
/// # Safety
/// The machine has the instructions of `L`.
#[inline(always)]
unsafe fn convolve_back<L: Lanes>(
    grid: &Grid,
    layer: &Conv,
    points: &[f32],
    input_points: &mut [f32],
    gradients: &mut [Image],
) {
    let Grid { tiles_across, row, .. } = *grid;
    let tiles = gradients.len() * grid.tiles;
    let (channels, stride) = (layer.outputs, layer.depth.next_multiple_of(L::BLOCK));
    assert!(points.len() >= POINTS * tiles * stride && channels.is_multiple_of(L::BLOCK));
    assert!(input_points.len() >= POINTS * tiles * channels);
    assert!(layer.weights.len() == POINTS * layer.depth * channels);
    for block in (0..channels).step_by(L::BLOCK) {
        for point in 0..POINTS {
            let weights = block * POINTS * layer.depth + point * layer.depth * L::BLOCK;
            // SAFETY: the lengths were checked above.
            unsafe {
                let weights = layer.weights.as_ptr().add(weights);
                let at = Operands {
                    input: points.as_ptr().add(point * tiles * stride),
                    input_stride: stride,
                    weights,
                    weights_stride: L::BLOCK,
                    output: input_points.as_mut_ptr().add(point * tiles * channels + block),
                    output_stride: channels,
                    next: weights.wrapping_add(layer.depth * L::BLOCK),
                };
                L::product::<false>(at, layer.depth, tiles);
            }
        }
    }
    for (board, gradient) in gradients.iter_mut().enumerate() {
        assert!(gradient.fits(grid) && gradient.channels == channels);
        for tile in 0..grid.tiles {
            let corner = (tile / tiles_across * row + tile % tiles_across) * TILE * channels;
            let place = (board * grid.tiles + tile) * channels;
            for channel in (0..channels).step_by(L::WIDTH) {
                // SAFETY: the window of the last tile ends at the last square of the image.
                unsafe {
                    gather_input::<L>(
                        input_points.as_ptr().add(place + channel),
                        tiles * channels,
                        gradient.values.as_mut_ptr().add(corner + channel),
                        (row * channels, channels),
                    );
                }
            }
        }
    }
}
