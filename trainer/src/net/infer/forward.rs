//! One position through all layers.

use imperial_engine::{Action, BoardShape, Choice, Wdl};

use super::aligned::Aligned;
use super::cpu_net::Affine;
use super::lanes::Lanes;
use super::layers::{Conv, Matrix};
use super::product::{Operands, product};
use super::winograd::{POINTS, TILE, transform_input, transform_output};
use super::{Conditioning, CpuNet, Kernel};

/// Buffers for positions of one network on one board.
#[derive(Debug)]
pub struct Scratch {
    grid: Grid,
    /// Input planes as games write them, plane by plane.
    pub planes: Vec<f32>,
    /// The same, channel by channel within a square.
    input: Image,
    trunk: Image,
    inner: Image,
    /// Inputs of a convolution, transformed: `[point][tile][channel]`.
    transformed: Aligned,
    /// Sums of one block of channels: `[point][tile][block]`.
    sums: Aligned,
    /// Means and then maxima of all channels.
    pooled: Aligned,
    /// What a pooling block adds to every square.
    shift: Aligned,
    /// F and T of every square.
    vectors: Aligned,
    hidden: Aligned,
    wdl: Aligned,
    decline: Aligned,
}

/// A board cut into tiles, with a border of zeros around it.
#[derive(Clone, Copy, Debug)]
struct Grid {
    board: BoardShape,
    tiles_across: usize,
    tiles: usize,
    /// Squares in a row, the border included.
    row: usize,
    rows: usize,
}

/// A value per channel and square, channels together: `[rank][file][channel]` with the border.
#[derive(Debug)]
struct Image {
    values: Aligned,
    channels: usize,
}

impl Grid {
    fn new(board: BoardShape) -> Self {
        let (across, up) = (board.width.div_ceil(TILE), board.height.div_ceil(TILE));
        Self {
            board,
            tiles_across: across,
            tiles: across * up,
            row: across * TILE + 2,
            rows: up * TILE + 2,
        }
    }

    /// Number of a square among those of an image.
    fn square(&self, file: usize, rank: usize) -> usize {
        (rank + 1) * self.row + file + 1
    }
}

impl Image {
    fn new(grid: &Grid, channels: usize) -> Self {
        Self { values: Aligned::zeros(grid.row * grid.rows * channels), channels }
    }
}

impl Scratch {
    /// Buffers for `net` on `board`.
    pub fn new(net: &CpuNet, board: BoardShape) -> Self {
        let grid = Grid::new(board);
        let planes = net.config().planes;
        let padded = planes.next_multiple_of(net.kernel().width());
        let widest = net.channels.max(padded);
        Self {
            grid,
            planes: vec![0.0; planes * board.squares()],
            input: Image::new(&grid, padded),
            trunk: Image::new(&grid, net.channels),
            inner: Image::new(&grid, net.channels),
            transformed: Aligned::zeros(POINTS * grid.tiles * widest),
            sums: Aligned::zeros(POINTS * grid.tiles * net.kernel().block()),
            pooled: Aligned::zeros(2 * net.channels),
            shift: Aligned::zeros(net.channels),
            vectors: Aligned::zeros(board.squares() * net.policy.outputs),
            hidden: Aligned::zeros(net.hidden.outputs),
            wdl: Aligned::zeros(net.wdl.outputs),
            decline: Aligned::zeros(net.decline.outputs),
        }
    }

    /// The board that these buffers are for.
    pub fn board(&self) -> BoardShape {
        self.grid.board
    }

    /// Runs `net` on [`planes`](Self::planes).
    ///
    /// # Panics
    /// When the buffers were made for another network.
    pub fn run(&mut self, net: &CpuNet, conditioning: &Conditioning) {
        Kernel::run(net, conditioning, self);
    }

    /// The probabilities of the results after [`run`](Self::run).
    pub fn wdl(&self) -> Wdl {
        let largest = self.wdl[..3].iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let [a, b, c] = [0, 1, 2].map(|result| (self.wdl[result] - largest).exp());
        let sum = a + b + c;
        Wdl { attackers: a / sum, draw: b / sum, defenders: c / sum }
    }

    /// The policy logit of a move after [`run`](Self::run).
    pub fn logit(&self, net: &CpuNet, action: Action) -> f32 {
        let d = net.config().policy_width;
        let vectors =
            |square: u16| &self.vectors[usize::from(square) * net.policy.outputs..][..2 * d];
        let (from, to) = (&vectors(action.from)[..d], &vectors(action.to)[d..]);
        let choice = match action.choice {
            Choice::Plain => 0.0,
            Choice::Decline => self.decline[0],
            Choice::Square(square) => self.victim(net, usize::from(square)),
        };
        dot(from, to) / (d as f32).sqrt() + choice
    }

    fn victim(&self, net: &CpuNet, square: usize) -> f32 {
        let width = self.grid.board.width;
        let at = self.grid.square(square % width, square / width) * self.trunk.channels;
        dot(&self.trunk.values[at..][..net.victim.len()], &net.victim) + net.victim_bias
    }
}

/// Sum of products, in eight interleaved sums so that it becomes vector code.
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let (a, b) = (a.as_chunks::<8>(), b.as_chunks::<8>());
    let mut sums = [0.0; 8];
    for (a, b) in a.0.iter().zip(b.0) {
        for lane in 0..8 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    let rest: f32 = a.1.iter().zip(b.1).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f32>() + rest
}

/// The whole network.
///
/// # Safety
/// The machine has the instructions of `L`, which is the kernel of `net`.
#[inline(always)]
pub unsafe fn run<L: Lanes>(net: &CpuNet, conditioning: &Conditioning, scratch: &mut Scratch) {
    let Scratch { grid, planes, input, trunk, inner, transformed, sums, .. } = scratch;
    let mut buffers = Buffers { grid, transformed, stride: 0, sums };
    interleave(grid, planes, input);
    // SAFETY: the caller vouches for the instructions; the functions check all lengths.
    unsafe {
        let stem = &conditioning.stem;
        transform::<L>(&mut buffers, input, net.stem.depth);
        convolve::<L>(&mut buffers, &net.stem, &stem.scale, &stem.shift, trunk, false);
        for (block, affine) in net.blocks.iter().zip(&conditioning.blocks) {
            let Affine { scale, shift } = affine;
            transform::<L>(&mut buffers, trunk, block.first.depth);
            convolve::<L>(&mut buffers, &block.first, scale, shift, inner, false);
            let shift = match &block.pooled {
                None => &block.second.bias,
                Some(layer) => {
                    pool::<L>(grid, inner, &mut scratch.pooled);
                    dense::<L>(layer, &scratch.pooled, &mut scratch.shift);
                    add(&block.second.bias, &mut scratch.shift);
                    &scratch.shift
                }
            };
            transform::<L>(&mut buffers, inner, block.second.depth);
            convolve::<L>(&mut buffers, &block.second, &[], shift, trunk, true);
        }
        pool::<L>(grid, trunk, &mut scratch.pooled);
        dense::<L>(&net.decline, &scratch.pooled, &mut scratch.decline);
        dense::<L>(&net.hidden, &scratch.pooled, &mut scratch.hidden);
        scratch.hidden.iter_mut().for_each(|value| *value = value.max(0.0));
        dense::<L>(&net.wdl, &scratch.hidden, &mut scratch.wdl);
        squares::<L>(grid, &net.policy, trunk, &mut scratch.vectors);
    }
}

/// What every convolution works with.
struct Buffers<'a> {
    grid: &'a Grid,
    transformed: &'a mut Aligned,
    /// Channels of the image that was transformed.
    stride: usize,
    sums: &'a mut Aligned,
}

/// From planes to channels within squares.
#[inline(always)]
fn interleave(grid: &Grid, planes: &[f32], image: &mut Image) {
    let BoardShape { width, height } = grid.board;
    for (channel, plane) in planes.chunks_exact(width * height).enumerate() {
        for (rank, row) in plane.chunks_exact(width).enumerate() {
            let start = grid.square(0, rank) * image.channels + channel;
            let squares = image.values[start..].iter_mut().step_by(image.channels);
            squares.zip(row).for_each(|(square, value)| *square = *value);
        }
    }
}

/// Transforms the first `depth` channels of all tiles of `image`.
///
/// # Safety
/// The machine has the instructions of `L`.
#[inline(always)]
unsafe fn transform<L: Lanes>(buffers: &mut Buffers<'_>, image: &Image, depth: usize) {
    let Grid { tiles_across, tiles, row, rows, .. } = *buffers.grid;
    let channels = image.channels;
    assert!(image.values.len() == row * rows * channels && channels.is_multiple_of(L::WIDTH));
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

/// Convolves what was transformed from an image of `layer.depth` channels, and writes
/// `max(0, sum * scale + shift (+ output))` to `output`; an empty `scale` is 1.
///
/// # Safety
/// The machine has the instructions of `L`.
#[inline(always)]
unsafe fn convolve<L: Lanes>(
    buffers: &mut Buffers<'_>,
    layer: &Conv,
    scale: &[f32],
    shift: &[f32],
    output: &mut Image,
    residual: bool,
) {
    let (tiles, stride) = (buffers.grid.tiles, buffers.stride);
    assert!(layer.depth <= stride && buffers.transformed.len() >= POINTS * tiles * stride);
    assert!(buffers.sums.len() >= POINTS * tiles * L::BLOCK);
    assert!(layer.weights.len() == POINTS * layer.depth * layer.outputs);
    assert!(output.channels == layer.outputs && shift.len() == layer.outputs);
    assert!(scale.is_empty() || scale.len() == layer.outputs);
    for block in (0..layer.outputs).step_by(L::BLOCK) {
        for point in 0..POINTS {
            let weights = block * POINTS * layer.depth + point * layer.depth * L::BLOCK;
            // SAFETY: the lengths were checked above.
            unsafe {
                let at = Operands {
                    input: buffers.transformed.as_ptr().add(point * tiles * stride),
                    input_stride: stride,
                    weights: layer.weights.as_ptr().add(weights),
                    output: buffers.sums.as_mut_ptr().add(point * tiles * L::BLOCK),
                    output_stride: L::BLOCK,
                };
                product::<L>(at, layer.depth, tiles);
            }
        }
        for column in (0..L::BLOCK).step_by(L::WIDTH) {
            let channel = block + column;
            // SAFETY: `channel + WIDTH` is at most the number of outputs, and the lengths were
            // checked above.
            unsafe {
                let one = L::splat(1.0);
                let scale =
                    if scale.is_empty() { one } else { L::load(scale.as_ptr().add(channel)) };
                let shift = L::load(shift.as_ptr().add(channel));
                let sums = &buffers.sums[column..];
                write_back::<L>(buffers.grid, sums, (scale, shift), output, channel, residual);
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
    (scale, shift): (L, L),
    output: &mut Image,
    channel: usize,
    residual: bool,
) {
    let BoardShape { width, height } = grid.board;
    assert!(output.values.len() == grid.row * grid.rows * output.channels);
    for tile in 0..grid.tiles {
        let (left, low) = (tile % grid.tiles_across * TILE, tile / grid.tiles_across * TILE);
        // SAFETY: the caller vouches for the sums, and only squares of the board are written.
        unsafe {
            let start = sums.as_ptr().add(tile * L::BLOCK);
            let squares = transform_output::<L>(start, grid.tiles * L::BLOCK);
            let zero = L::splat(0.0);
            for (y, row) in squares.iter().enumerate().take(height - low) {
                for (x, value) in row.iter().enumerate().take(width - left) {
                    let square = grid.square(left + x, low + y);
                    let at = output.values.as_mut_ptr().add(square * output.channels + channel);
                    let mut value = value.mul_add(scale, shift);
                    if residual {
                        value = value.add(L::load(at));
                    }
                    value.max(zero).store(at);
                }
            }
        }
    }
}

/// Mean and maximum of every channel over the board.
///
/// # Safety
/// The machine has the instructions of `L`.
#[inline(always)]
unsafe fn pool<L: Lanes>(grid: &Grid, image: &Image, pooled: &mut [f32]) {
    let BoardShape { width, height } = grid.board;
    let channels = image.channels;
    assert!(image.values.len() == grid.row * grid.rows * channels && pooled.len() == 2 * channels);
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
unsafe fn dense<L: Lanes>(layer: &Matrix, inputs: &[f32], outputs: &mut [f32]) {
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
unsafe fn squares<L: Lanes>(grid: &Grid, layer: &Matrix, image: &Image, outputs: &mut [f32]) {
    let BoardShape { width, height } = grid.board;
    assert!(image.values.len() == grid.row * grid.rows * image.channels);
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
                output: outputs.as_mut_ptr().add(block),
                output_stride: layer.outputs,
            };
            product::<L>(at, layer.depth, count);
        }
    }
}

#[inline(always)]
fn add(summands: &[f32], sums: &mut [f32]) {
    sums.iter_mut().zip(summands).for_each(|(sum, summand)| *sum += summand);
}
