//! 3x3 convolutions over a board.

#[cfg(target_arch = "x86_64")]
use std::marker::PhantomData;

use imperial_engine::BoardShape;

use super::aligned::Aligned;
#[cfg(target_arch = "x86_64")]
use super::aligned::LINE;
#[cfg(target_arch = "x86_64")]
use super::direct::Take;
use super::image::{Grid, Image};
use super::lanes::Lanes;
use super::layers::Conv;
use super::operands::Points;
use super::points::pitch;
use super::window::Tiling;
use super::winograd::{transform_input, transform_output};

/// What every convolution works with. Several boards go through a layer together, their tiles one after
/// the other, so that weights are read from memory once for all of them.
pub struct Buffers<'a> {
    pub grid: &'a Grid,
    /// Inputs of a convolution, transformed: `[point][board][tile][channel]`.
    pub transformed: &'a mut Aligned,
    /// Tiles of all boards that were transformed.
    pub tiles: usize,
    /// Channels of the images that were transformed.
    pub stride: usize,
    /// Values from one point to the next.
    pub pitch: usize,
    /// Sums of one block of channels, or of all: `[point][board][tile][block]`.
    pub sums: &'a mut Aligned,
    /// Where learning convolves by numbers of 16 bits, and not by the points of Winograd's method.
    #[cfg(target_arch = "x86_64")]
    pub direct: Option<&'a mut super::direct::LearnBuffers>,
}

/// Room for what convolutions compute.
#[derive(Debug)]
pub struct ConvScratch {
    /// As in [`Buffers`].
    pub transformed: Aligned,
    /// As in [`Buffers`].
    pub sums: Aligned,
    /// As in [`Buffers`].
    #[cfg(target_arch = "x86_64")]
    pub direct: Option<super::direct::LearnBuffers>,
}

impl<'a> Buffers<'a> {
    /// Nothing is transformed yet.
    pub fn new(grid: &'a Grid, scratch: &'a mut ConvScratch) -> Self {
        Self {
            grid,
            transformed: &mut scratch.transformed,
            tiles: 0,
            stride: 0,
            pitch: 0,
            sums: &mut scratch.sums,
            #[cfg(target_arch = "x86_64")]
            direct: scratch.direct.as_mut(),
        }
    }
}

/// Transforms the first `depth` channels of all tiles of `images`.
///
/// # Safety
/// The machine has the instructions of `L`.
#[inline(always)]
pub unsafe fn transform<L: Lanes>(buffers: &mut Buffers<'_>, images: &[Image], depth: usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(direct) = &mut buffers.direct {
        return direct.read(buffers.grid, images);
    }
    // SAFETY: the caller vouches for the instructions.
    unsafe {
        match buffers.grid.tiling {
            Tiling::Threes => transform_windows::<L, 5>(buffers, images, depth),
            Tiling::Fours => transform_windows::<L, 6>(buffers, images, depth),
        }
    }
}

/// As [`transform`], by windows of `W` x `W` inputs.
///
/// # Safety
/// As for [`transform`].
#[inline(always)]
unsafe fn transform_windows<L: Lanes, const W: usize>(
    buffers: &mut Buffers<'_>,
    images: &[Image],
    depth: usize,
) {
    let Grid { tiling, tiles_across, tiles, row, .. } = *buffers.grid;
    let (channels, all) = (images[0].channels, images.len() * tiles);
    assert!(depth <= channels && channels.is_multiple_of(L::INPUT_CHANNELS));
    let (pitch, side) = (pitch(all, channels), tiling.side());
    assert!(side + 2 == W && buffers.transformed.len() >= W * W * pitch);
    (buffers.tiles, buffers.stride, buffers.pitch) = (all, channels, pitch);
    for (board, image) in images.iter().enumerate() {
        assert!(image.fits(buffers.grid) && image.channels == channels);
        for tile in 0..tiles {
            let corner = (tile / tiles_across * row + tile % tiles_across) * side * channels;
            for channel in (0..depth).step_by(L::WIDTH) {
                let place = (board * tiles + tile) * channels + channel;
                // SAFETY: the window of the last tile ends at the last square of the image,
                // `channel + WIDTH <= channels`, and what is stored stays within the place of its
                // `INPUT_CHANNELS` channels, so all is within the lengths checked above.
                unsafe {
                    transform_input::<L, W>(
                        image.values.as_ptr().add(corner + channel),
                        (row * channels, channels),
                        (buffers.transformed.as_mut_ptr().add(place), pitch),
                        channel,
                    );
                }
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

/// Convolves what was transformed from images of `layer.depth` channels and writes as many `outputs`,
/// each finished in its own way.
///
/// # Safety
/// The machine has the instructions of `L`.
#[inline(always)]
pub unsafe fn convolve<'f, L: Lanes>(
    buffers: &mut Buffers<'_>,
    layer: &Conv,
    finish: impl Fn(usize) -> Finish<'f>,
    outputs: &mut [Image],
) {
    #[cfg(target_arch = "x86_64")]
    if let Some(direct) = &mut buffers.direct {
        let positions = outputs.len();
        let to = Finished::<L, _> { finish, outputs, lanes: PhantomData };
        // SAFETY: learning chose an available unit, and laid the layer out for it.
        return unsafe { direct.convolve::<false>(buffers.grid, layer, positions, to) };
    }
    let Buffers { grid, tiles, stride, pitch: input_pitch, .. } = *buffers;
    let block = sums_together::<L>(layer.outputs);
    let (sum_pitch, points) = (pitch(tiles, block), grid.tiling.points());
    assert!(layer.depth <= stride && buffers.transformed.len() >= points * input_pitch);
    assert!(buffers.sums.len() >= points * sum_pitch && tiles == outputs.len() * grid.tiles);
    assert!(layer.weights.len() == points * layer.depth * layer.outputs);
    assert!(layer.outputs.is_multiple_of(block));
    for first in (0..layer.outputs).step_by(block) {
        // SAFETY: the lengths were checked above.
        unsafe {
            L::multiply_points(&Points {
                inputs: buffers.transformed.as_ptr(),
                input_stride: stride,
                input_pitch,
                weights: layer.weights.as_ptr().add(first * points * layer.depth),
                sums: buffers.sums.as_mut_ptr(),
                sum_pitch,
                points,
                rows: tiles,
                depth: layer.depth,
                outputs: block,
            });
        }
        for (board, output) in outputs.iter_mut().enumerate() {
            assert!(output.fits(grid) && output.channels == layer.outputs);
            for column in (0..block).step_by(L::WIDTH) {
                // SAFETY: `first + column + WIDTH` is at most the number of outputs, and the lengths
                // were checked above.
                unsafe {
                    let sums = buffers.sums.as_ptr().add(board * grid.tiles * block + column);
                    let finish = Finisher::<L>::new(finish(board), first + column, layer.outputs);
                    let (sums, channel) = ((sums, block, sum_pitch), first + column);
                    match grid.tiling {
                        Tiling::Threes => {
                            write_back::<L, 5, 3>(grid, sums, finish, output, channel);
                        }
                        Tiling::Fours => {
                            write_back::<L, 6, 4>(grid, sums, finish, output, channel);
                        }
                    }
                }
            }
        }
    }
}

/// Sums of direct convolutions on their way to their outputs.
#[cfg(target_arch = "x86_64")]
struct Finished<'a, L, F> {
    finish: F,
    outputs: &'a mut [Image],
    lanes: PhantomData<L>,
}

#[cfg(target_arch = "x86_64")]
impl<'f, L: Lanes, F: Fn(usize) -> Finish<'f>> Take for Finished<'_, L, F> {
    #[inline(always)]
    unsafe fn take(&mut self, board: usize, square: usize, channel: usize, sums: *const f32) {
        let Image { values, channels } = &mut self.outputs[board];
        for channel in (channel..channel + LINE).step_by(L::WIDTH) {
            let at = values[square * *channels + channel..][..L::WIDTH].as_mut_ptr();
            // SAFETY: the caller vouches for the instructions and the sums, and the place is one of the output.
            unsafe {
                let finish = Finisher::<L>::new((self.finish)(board), channel, *channels);
                finish.apply(L::load(sums.add(channel % LINE)), at);
            }
        }
    }
}

/// Outputs of `outputs` that are summed up before they are transformed back.
#[inline(always)]
fn sums_together<L: Lanes>(outputs: usize) -> usize {
    if L::TILES { outputs } else { L::BLOCK }
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

/// Transforms the sums of one vector of channels back and writes the squares of the board. The sums of a
/// tile lie `block` values from those of the next, and those of a point `point`.
///
/// # Safety
/// The machine has the instructions of `L`; `sums` points to all tiles of a board; `output` is an
/// image of `grid` with at least `channel + WIDTH` channels.
#[inline(always)]
unsafe fn write_back<L: Lanes, const W: usize, const T: usize>(
    grid: &Grid,
    (sums, block, point): (*const f32, usize, usize),
    finish: Finisher<L>,
    output: &mut Image,
    channel: usize,
) {
    let BoardShape { width, height } = grid.board;
    let (channels, row) = (output.channels, grid.row * output.channels);
    for tile in 0..grid.tiles {
        let (left, low) = (tile % grid.tiles_across * T, tile / grid.tiles_across * T);
        // SAFETY: the caller vouches for the sums, and only squares of the board are written.
        unsafe {
            let squares = transform_output::<L, W, T>(sums.add(tile * block), point);
            let corner = grid.square(left, low) * channels + channel;
            let corner = output.values.as_mut_ptr().add(corner);
            if low + T <= height && left + T <= width {
                for (y, x) in (0..T * T).map(|square| (square / T, square % T)) {
                    finish.apply(squares[y][x], corner.add(y * row + x * channels));
                }
            } else {
                for (y, squares) in squares.iter().enumerate().take(height - low) {
                    for (x, value) in squares.iter().enumerate().take(width - left) {
                        finish.apply(*value, corner.add(y * row + x * channels));
                    }
                }
            }
        }
    }
}
