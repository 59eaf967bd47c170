//! The trunk with its gradients, for a few samples at a time.
//!
//! What burn would keep for a whole batch is computed twice instead: everything about a few
//! samples fits into the cache.

use imperial_engine::BoardShape;
use rayon::iter::{ParallelBridge, ParallelIterator};

use super::Kernel;
use super::activation::{activate, activate_back, close, pool_back};
use super::aligned::Aligned;
use super::conv::{Buffers, Finish, convolve, transform};
use super::conv_back::{convolve_back, spread, weigh};
use super::cpu_net::{Conditioning, CpuTrunk};
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
    /// What the rules do to the sample; the backward pass replaces it by its gradient.
    pub affines: Conditioning,
}

/// Samples that go through a layer one after the other, while its weights are in the cache.
#[derive(Debug)]
pub struct Group {
    grid: Grid,
    pub tapes: Vec<Tape>,
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

impl Group {
    /// Buffers for `samples` samples of `planes` planes on `board`.
    pub fn new(pass: &TrunkPass, board: BoardShape, planes: usize, samples: usize) -> Self {
        let (grid, channels) = (Grid::new(board), pass.trunk.channels);
        let padded = planes.next_multiple_of(pass.kernel.width());
        let points = |channels: usize| Aligned::zeros(POINTS * grid.tiles * channels);
        Self {
            grid,
            tapes: (0..samples).map(|_| Tape::new(pass, &grid, padded)).collect(),
            inner_gradient: Image::new(&grid, channels),
            shift: Aligned::zeros(channels),
            transformed: points(channels.max(padded)),
            block_sums: points(pass.kernel.block()),
            sum_points: points(channels),
            input_points: points(channels),
        }
    }

    /// Sets the input planes of a sample, one after the other.
    pub fn set_planes(&mut self, sample: usize, planes: &[f32]) {
        self.tapes[sample].input.interleave(&self.grid, planes);
    }

    /// Copies the trunk's output for a sample, channel by channel.
    pub fn read_output(&self, sample: usize, channels: &mut [f32]) {
        let outputs = &self.tapes[sample].outputs;
        outputs[outputs.len() - 1].separate(&self.grid, channels);
    }

    /// Sets the gradient of the trunk's output for a sample, channel by channel.
    pub fn set_gradient(&mut self, sample: usize, channels: &[f32]) {
        let gradient = &mut self.tapes[sample].gradient;
        gradient.values.fill(0.0);
        gradient.interleave(&self.grid, channels);
    }
}

impl Tape {
    fn new(pass: &TrunkPass, grid: &Grid, planes: usize) -> Self {
        let (blocks, channels) = (pass.trunk.blocks.len(), pass.trunk.channels);
        let images = |count: usize| (0..count).map(|_| Image::new(grid, channels)).collect();
        Self {
            input: Image::new(grid, planes),
            sums: images(blocks + 1),
            outputs: images(blocks + 1),
            inner: images(blocks),
            pooled: vec![Aligned::zeros(2 * channels); blocks],
            gradient: Image::new(grid, channels),
            affines: Conditioning::zeros(blocks, channels),
        }
    }
}

/// The trunk, forwards, every image kept.
///
/// # Safety
/// The machine has the instructions of `L`, which is the kernel of `pass`.
#[inline(always)]
pub unsafe fn record<L: Lanes>(pass: &TrunkPass, group: &mut Group) {
    // SAFETY: the caller vouches for the instructions.
    unsafe {
        for tape in 0..group.tapes.len() {
            record_stem::<L>(pass, group, tape);
        }
        for block in 0..pass.trunk.blocks.len() {
            for tape in 0..group.tapes.len() {
                record_block::<L>(pass, group, tape, block);
            }
        }
    }
}

/// # Safety
/// As for [`record`].
#[inline(always)]
unsafe fn record_stem<L: Lanes>(pass: &TrunkPass, group: &mut Group, tape: usize) {
    let Group { grid, tapes, transformed, block_sums, .. } = group;
    let Tape { input, sums, outputs, affines, .. } = &mut tapes[tape];
    let mut buffers = Buffers { grid, transformed, stride: 0, sums: block_sums };
    let stem = &pass.trunk.stem;
    // SAFETY: the caller vouches for the instructions; the functions check all lengths.
    unsafe {
        transform::<L>(&mut buffers, input, stem.depth);
        convolve::<L>(&mut buffers, stem, Finish::Plain, &mut sums[0]);
        activate::<L>(grid, &sums[0], &affines.stem, &mut outputs[0]);
    }
}

/// # Safety
/// As for [`record`].
#[inline(always)]
unsafe fn record_block<L: Lanes>(pass: &TrunkPass, group: &mut Group, tape: usize, index: usize) {
    let Group { grid, tapes, transformed, block_sums, shift, .. } = group;
    let Tape { sums, outputs, inner, pooled, affines, .. } = &mut tapes[tape];
    let mut buffers = Buffers { grid, transformed, stride: 0, sums: block_sums };
    let (before, after) = outputs.split_at_mut(index + 1);
    let (x, output) = (&before[index], &mut after[0]);
    let (sums, inner) = (&mut sums[index + 1], &mut inner[index]);
    let block = &pass.trunk.blocks[index];
    // SAFETY: the caller vouches for the instructions; the functions check all lengths.
    unsafe {
        transform::<L>(&mut buffers, x, block.first.depth);
        convolve::<L>(&mut buffers, &block.first, Finish::Plain, sums);
        activate::<L>(grid, sums, &affines.blocks[index], inner);
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

/// The trunk, backwards: adds to `gradients`, and replaces the affines by their own gradients.
///
/// # Safety
/// The machine has the instructions of `L`, which is the kernel of `pass`.
#[inline(always)]
pub unsafe fn carry_back<L: Lanes>(
    pass: &TrunkPass,
    group: &mut Group,
    gradients: &mut TrunkGradients,
) {
    // SAFETY: the caller vouches for the instructions.
    unsafe {
        for block in (0..pass.trunk.blocks.len()).rev() {
            for tape in 0..group.tapes.len() {
                carry_block_back::<L>(pass, group, tape, block, gradients);
            }
        }
        for tape in 0..group.tapes.len() {
            carry_stem_back::<L>(pass, group, tape, gradients);
        }
    }
}

/// # Safety
/// As for [`carry_back`].
#[inline(always)]
unsafe fn carry_block_back<L: Lanes>(
    pass: &TrunkPass,
    group: &mut Group,
    tape: usize,
    index: usize,
    gradients: &mut TrunkGradients,
) {
    let Group { grid, tapes, inner_gradient, shift, .. } = group;
    let (dm, du) = (&mut group.sum_points, &mut group.input_points);
    let (transformed, block_sums) = (&mut group.transformed, &mut group.block_sums);
    let mut buffers = Buffers { grid, transformed, stride: 0, sums: block_sums };
    let Tape { sums, outputs, inner, pooled, gradient, affines, .. } = &mut tapes[tape];
    let (inner, x) = (&inner[index], &outputs[index]);
    let (block, [first_back, second_back]) = (&pass.trunk.blocks[index], &pass.back[index]);
    // SAFETY: the caller vouches for the instructions; the functions check all lengths.
    unsafe {
        close::<L>(grid, &outputs[index + 1], gradient, shift);
        add(shift, &mut gradients.shifts[index]);
        spread::<L>(grid, gradient, dm);
        transform::<L>(&mut buffers, inner, block.second.depth);
        weigh::<L>(&buffers, &block.second, dm, &mut gradients.convs[2 * index + 2]);
        inner_gradient.values.fill(0.0);
        convolve_back::<L>(grid, second_back, dm, du, inner_gradient);
        if let Some(layer) = &block.pooled {
            let into = &mut gradients.pooled[index];
            pool_back(grid, layer, (inner, &pooled[index]), shift, into, inner_gradient);
        }
        let affine = &mut affines.blocks[index];
        activate_back::<L>(grid, (&sums[index + 1], inner), affine, inner_gradient);
        spread::<L>(grid, inner_gradient, dm);
        transform::<L>(&mut buffers, x, block.first.depth);
        weigh::<L>(&buffers, &block.first, dm, &mut gradients.convs[2 * index + 1]);
        convolve_back::<L>(grid, first_back, dm, du, gradient);
    }
}

/// # Safety
/// As for [`carry_back`].
#[inline(always)]
unsafe fn carry_stem_back<L: Lanes>(
    pass: &TrunkPass,
    group: &mut Group,
    tape: usize,
    gradients: &mut TrunkGradients,
) {
    let Group { grid, tapes, transformed, block_sums, sum_points, .. } = group;
    let mut buffers = Buffers { grid, transformed, stride: 0, sums: block_sums };
    let Tape { input, sums, outputs, gradient, affines, .. } = &mut tapes[tape];
    let stem = &pass.trunk.stem;
    // SAFETY: the caller vouches for the instructions; the functions check all lengths.
    unsafe {
        activate_back::<L>(grid, (&sums[0], &outputs[0]), &mut affines.stem, gradient);
        spread::<L>(grid, gradient, sum_points);
        transform::<L>(&mut buffers, input, stem.depth);
        weigh::<L>(&buffers, stem, sum_points, &mut gradients.convs[0]);
    }
}
