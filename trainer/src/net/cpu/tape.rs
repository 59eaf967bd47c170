//! The trunk with its gradients, one sample at a time.
//!
//! What burn would keep for a whole batch is computed twice instead: everything about one sample
//! fits into the cache.

use imperial_engine::BoardShape;
use rayon::iter::{ParallelBridge, ParallelIterator};

use super::Kernel;
use super::aligned::Aligned;
use super::conv::{Buffers, Finish, convolve, transform};
use super::conv_back::{convolve_back, spread, weigh};
use super::cpu_net::{Affine, Conditioning, CpuTrunk};
use super::dense::{add, dense, pool};
use super::image::{Grid, Image};
use super::lanes::Lanes;
use super::layers::{Conv, Matrix};
use super::winograd::POINTS;
use crate::net::model::Trunk;

/// The weights of a trunk, for both directions.
#[derive(Debug)]
pub struct TrunkPass {
    pub kernel: Kernel,
    pub trunk: CpuTrunk,
    /// First and second convolution of every block, inputs and outputs swapped.
    back: Vec<[Conv; 2]>,
}

/// Gradients of a trunk's weights, summed over samples.
#[derive(Debug)]
pub struct TrunkGradients {
    /// Of the transformed kernels of the stem and of both convolutions of every block:
    /// `[point][depth][outputs]`.
    pub convs: Vec<Aligned>,
    /// Of the bias of every block's second convolution.
    pub shifts: Vec<Aligned>,
    /// Of the weights of every block's pooled layer, `[2 * channels][channels]`, or empty.
    pub pooled: Vec<Aligned>,
}

/// Everything that is computed about one sample.
#[derive(Debug)]
pub struct Tape {
    grid: Grid,
    input: Image,
    /// Sums of the stem and of every block's first convolution.
    sums: Vec<Image>,
    /// Outputs of the stem and of every block.
    outputs: Vec<Image>,
    /// What lies between the convolutions of every block.
    inner: Vec<Image>,
    /// Pooled `inner` of every block.
    pooled: Vec<Aligned>,
    /// Gradient of the trunk's output, and then of every block's output in turn.
    gradient: Image,
    inner_gradient: Image,
    shift: Aligned,
    transformed: Aligned,
    block_sums: Aligned,
    /// Gradients of a convolution's sums and inputs, `[point][tile][channel]`.
    sum_points: Aligned,
    input_points: Aligned,
}

impl TrunkPass {
    /// Copies the weights of `trunk`.
    pub fn new(trunk: &Trunk, kernel: Kernel) -> Self {
        let block = kernel.block();
        let back = trunk.blocks.iter().map(|source| {
            [Conv::transposed(&source.first, block), Conv::transposed(&source.second, block)]
        });
        Self { kernel, back: back.collect(), trunk: CpuTrunk::new(trunk, block) }
    }
}

impl TrunkGradients {
    /// No gradients yet.
    pub fn zeros(trunk: &CpuTrunk) -> Self {
        let blocks = || trunk.blocks.iter();
        let pooled = |layer: &Option<Matrix>| layer.as_ref().map_or(0, |l| l.depth * l.outputs);
        Self {
            convs: trunk.convs().map(|conv| Aligned::zeros(conv.weights.len())).collect(),
            shifts: blocks().map(|_| Aligned::zeros(trunk.channels)).collect(),
            pooled: blocks().map(|block| Aligned::zeros(pooled(&block.pooled))).collect(),
        }
    }

    /// Adds up the gradients of several groups of samples, in their order.
    ///
    /// # Panics
    /// When there are none.
    pub fn sum(groups: Vec<Self>) -> Self {
        let mut groups = groups.into_iter();
        let mut total = groups.next().expect("a batch holds at least one sample");
        let rest: Vec<Self> = groups.collect();
        total.all_mut().enumerate().par_bridge().for_each(|(index, sums)| {
            for group in &rest {
                add(group.all().nth(index).expect("the same layers"), sums);
            }
        });
        total
    }

    fn all(&self) -> impl Iterator<Item = &Aligned> {
        self.convs.iter().chain(&self.shifts).chain(&self.pooled)
    }

    fn all_mut(&mut self) -> impl Iterator<Item = &mut Aligned> + Send {
        self.convs.iter_mut().chain(&mut self.shifts).chain(&mut self.pooled)
    }
}

impl Tape {
    /// Buffers for samples of `planes` planes on `board`.
    pub fn new(pass: &TrunkPass, board: BoardShape, planes: usize) -> Self {
        let (grid, channels) = (Grid::new(board), pass.trunk.channels);
        let padded = planes.next_multiple_of(pass.kernel.width());
        let blocks = pass.trunk.blocks.len();
        let images = |count: usize| (0..count).map(|_| Image::new(&grid, channels)).collect();
        let points = |channels: usize| Aligned::zeros(POINTS * grid.tiles * channels);
        Self {
            grid,
            input: Image::new(&grid, padded),
            sums: images(blocks + 1),
            outputs: images(blocks + 1),
            inner: images(blocks),
            pooled: vec![Aligned::zeros(2 * channels); blocks],
            gradient: Image::new(&grid, channels),
            inner_gradient: Image::new(&grid, channels),
            shift: Aligned::zeros(channels),
            transformed: points(channels.max(padded)),
            block_sums: points(pass.kernel.block()),
            sum_points: points(channels),
            input_points: points(channels),
        }
    }

    /// Sets the input planes, one after the other.
    pub fn set_planes(&mut self, planes: &[f32]) {
        self.input.interleave(&self.grid, planes);
    }

    /// Copies the trunk's output, channel by channel.
    pub fn read_output(&self, channels: &mut [f32]) {
        let last = &self.outputs[self.outputs.len() - 1];
        last.separate(&self.grid, channels);
    }

    /// Sets the gradient of the trunk's output, channel by channel.
    pub fn set_gradient(&mut self, channels: &[f32]) {
        self.gradient.values.fill(0.0);
        self.gradient.interleave(&self.grid, channels);
    }
}

/// The trunk, forwards, every image kept.
///
/// # Safety
/// The machine has the instructions of `L`, which is the kernel of `pass`.
#[inline(always)]
pub unsafe fn record<L: Lanes>(pass: &TrunkPass, affines: &Conditioning, tape: &mut Tape) {
    let Tape { grid, input, sums, outputs, inner, pooled, shift, .. } = tape;
    let (transformed, block_sums) = (&mut tape.transformed, &mut tape.block_sums);
    let mut buffers = Buffers { grid, transformed, stride: 0, sums: block_sums };
    let trunk = &pass.trunk;
    // SAFETY: the caller vouches for the instructions; the functions check all lengths.
    unsafe {
        transform::<L>(&mut buffers, input, trunk.stem.depth);
        convolve::<L>(&mut buffers, &trunk.stem, Finish::Plain, &mut sums[0]);
        activate::<L>(grid, &sums[0], &affines.stem, &mut outputs[0]);
        for (index, (block, affine)) in trunk.blocks.iter().zip(&affines.blocks).enumerate() {
            let (before, after) = outputs.split_at_mut(index + 1);
            let (x, output) = (&before[index], &mut after[0]);
            let (sums, inner) = (&mut sums[index + 1], &mut inner[index]);
            transform::<L>(&mut buffers, x, block.first.depth);
            convolve::<L>(&mut buffers, &block.first, Finish::Plain, sums);
            activate::<L>(grid, sums, affine, inner);
            shift.copy_from_slice(&block.second.bias);
            if let Some(layer) = &block.pooled {
                pool::<L>(grid, inner, &mut pooled[index]);
                dense::<L>(layer, &pooled[index], shift);
                add(&block.second.bias, shift);
            }
            output.values.copy_from_slice(&x.values);
            transform::<L>(&mut buffers, inner, block.second.depth);
            convolve::<L>(&mut buffers, &block.second, Finish::Residual { shift }, output);
        }
    }
}

/// The trunk, backwards: adds to `gradients`, and replaces `affines` by their own gradients.
///
/// # Safety
/// The machine has the instructions of `L`, which is the kernel of `pass`.
#[inline(always)]
pub unsafe fn carry_back<L: Lanes>(
    pass: &TrunkPass,
    affines: &mut Conditioning,
    tape: &mut Tape,
    gradients: &mut TrunkGradients,
) {
    let Tape { grid, input, sums, outputs, inner, pooled, gradient, inner_gradient, .. } = tape;
    let (transformed, block_sums) = (&mut tape.transformed, &mut tape.block_sums);
    let mut buffers = Buffers { grid, transformed, stride: 0, sums: block_sums };
    let (dm, du) = (&mut tape.sum_points, &mut tape.input_points);
    let trunk = &pass.trunk;
    // SAFETY: the caller vouches for the instructions; the functions check all lengths.
    unsafe {
        for (index, block) in trunk.blocks.iter().enumerate().rev() {
            let [first_back, second_back] = &pass.back[index];
            let (inner, x) = (&inner[index], &outputs[index]);
            close::<L>(grid, &outputs[index + 1], gradient, &mut tape.shift);
            add(&tape.shift, &mut gradients.shifts[index]);
            spread::<L>(grid, gradient, dm);
            transform::<L>(&mut buffers, inner, block.second.depth);
            weigh::<L>(&buffers, &block.second, dm, &mut gradients.convs[2 * index + 2]);
            inner_gradient.values.fill(0.0);
            convolve_back::<L>(grid, second_back, dm, du, inner_gradient);
            if let Some(layer) = &block.pooled {
                let into = &mut gradients.pooled[index];
                pool_back(grid, layer, (inner, &pooled[index]), &tape.shift, into, inner_gradient);
            }
            let affine = &mut affines.blocks[index];
            activate_back::<L>(grid, (&sums[index + 1], inner), affine, inner_gradient);
            spread::<L>(grid, inner_gradient, dm);
            transform::<L>(&mut buffers, x, block.first.depth);
            weigh::<L>(&buffers, &block.first, dm, &mut gradients.convs[2 * index + 1]);
            convolve_back::<L>(grid, first_back, dm, du, gradient);
        }
        activate_back::<L>(grid, (&sums[0], &outputs[0]), &mut affines.stem, gradient);
        spread::<L>(grid, gradient, dm);
        transform::<L>(&mut buffers, input, trunk.stem.depth);
        weigh::<L>(&buffers, &trunk.stem, dm, &mut gradients.convs[0]);
    }
}

/// `output = max(0, sums * scale + shift)`
///
/// # Safety
/// The machine has the instructions of `L`.
#[inline(always)]
unsafe fn activate<L: Lanes>(grid: &Grid, sums: &Image, affine: &Affine, output: &mut Image) {
    assert!(sums.fits(grid) && output.fits(grid) && sums.channels == output.channels);
    assert!(affine.scale.len() == sums.channels && affine.shift.len() == sums.channels);
    for channel in (0..sums.channels).step_by(L::WIDTH) {
        // SAFETY: squares of the board and whole vectors of channels, lengths checked.
        unsafe {
            let scale = L::load(affine.scale.as_ptr().add(channel));
            let shift = L::load(affine.shift.as_ptr().add(channel));
            for square in grid.squares() {
                let at = square * sums.channels + channel;
                let sum = L::load(sums.values.as_ptr().add(at));
                let value = sum.mul_add(scale, shift).max(L::splat(0.0));
                value.store(output.values.as_mut_ptr().add(at));
            }
        }
    }
}

/// The adjoint of [`activate`], in place: from the gradient of the outputs to that of the sums.
/// `affine` becomes its own gradient.
///
/// # Safety
/// The machine has the instructions of `L`.
#[inline(always)]
unsafe fn activate_back<L: Lanes>(
    grid: &Grid,
    (sums, outputs): (&Image, &Image),
    affine: &mut Affine,
    gradient: &mut Image,
) {
    let channels = sums.channels;
    assert!(sums.fits(grid) && outputs.fits(grid) && gradient.fits(grid));
    assert!(channels == outputs.channels && channels == gradient.channels);
    assert!(affine.scale.len() == channels && affine.shift.len() == channels);
    for channel in (0..channels).step_by(L::WIDTH) {
        // SAFETY: squares of the board and whole vectors of channels, lengths checked.
        unsafe {
            let scale = L::load(affine.scale.as_ptr().add(channel));
            let (mut of_scale, mut of_shift) = (L::splat(0.0), L::splat(0.0));
            for square in grid.squares() {
                let at = square * channels + channel;
                let place = gradient.values.as_mut_ptr().add(at);
                let open = L::load(place).gated(L::load(outputs.values.as_ptr().add(at)));
                of_scale = open.mul_add(L::load(sums.values.as_ptr().add(at)), of_scale);
                of_shift = of_shift.add(open);
                open.mul_add(scale, L::splat(0.0)).store(place);
            }
            of_scale.store(affine.scale.as_mut_ptr().add(channel));
            of_shift.store(affine.shift.as_mut_ptr().add(channel));
        }
    }
}

/// The adjoint of a block's last ReLU, in place, and its sum over the squares.
///
/// # Safety
/// The machine has the instructions of `L`.
#[inline(always)]
unsafe fn close<L: Lanes>(grid: &Grid, outputs: &Image, gradient: &mut Image, sum: &mut [f32]) {
    let channels = outputs.channels;
    assert!(outputs.fits(grid) && gradient.fits(grid));
    assert!(channels == gradient.channels && channels == sum.len());
    for channel in (0..channels).step_by(L::WIDTH) {
        // SAFETY: squares of the board and whole vectors of channels, lengths checked.
        unsafe {
            let mut total = L::splat(0.0);
            for square in grid.squares() {
                let at = square * channels + channel;
                let place = gradient.values.as_mut_ptr().add(at);
                let open = L::load(place).gated(L::load(outputs.values.as_ptr().add(at)));
                total = total.add(open);
                open.store(place);
            }
            total.store(sum.as_mut_ptr().add(channel));
        }
    }
}

/// The adjoint of pooling and of the layer that reads it: adds to the gradients of the layer's
/// weights and of the pooled image.
#[inline(always)]
fn pool_back(
    grid: &Grid,
    layer: &Matrix,
    (image, pooled): (&Image, &[f32]),
    shift: &[f32],
    weights: &mut [f32],
    gradient: &mut Image,
) {
    let channels = image.channels;
    for (row, value) in weights.chunks_exact_mut(layer.outputs).zip(pooled) {
        row.iter_mut().zip(shift).for_each(|(sum, gradient)| *sum += value * gradient);
    }
    let share = 1.0 / grid.board.squares() as f32;
    for channel in 0..channels {
        let mean = layer.row_product(channel, shift) * share;
        let mut largest = Some(layer.row_product(channels + channel, shift));
        for square in grid.squares() {
            let at = square * channels + channel;
            gradient.values[at] += mean;
            if image.values[at] == pooled[channels + channel] {
                gradient.values[at] += largest.take().unwrap_or(0.0);
            }
        }
    }
}
