//! A few samples forwards and backwards, with the gradients of all weights.

use imperial_engine::BoardShape;
use rayon::iter::{IntoParallelRefIterator, ParallelBridge, ParallelIterator};

use super::Kernel;
use super::activation::{activate, activate_back, close, pool_back};
use super::aligned::{Aligned, align_stack};
use super::conv::{Buffers, Finish, convolve, transform};
use super::conv_back::{convolve_back, spread, weigh};
use super::cpu_net::{Block, Conditioning, CpuTrunk};
use super::dense::add;
use super::head_pass;
use super::heads::{HeadGradients, HeadPass, HeadScratch};
use super::image::{Grid, Image};
use super::lanes::Lanes;
use super::layers::{Conv, Matrix};
use super::lesson::Lesson;
use super::points::pitch;
use super::window::POINTS;
use crate::Network;

/// The weights of a network, for both directions.
#[derive(Debug)]
pub struct LearnPass {
    pub kernel: Kernel,
    pub trunk: CpuTrunk,
    /// First and second convolution of every block, inputs and outputs swapped.
    back: Vec<[Conv; 2]>,
    pub heads: HeadPass,
}

/// Gradients of a network's weights, summed over samples; those of the rule layers are not among them.
#[derive(Debug)]
pub struct NetGradients {
    /// Of the transformed kernels of the stem and of both convolutions of every block:
    /// `[point][depth][outputs]`.
    pub convs: Vec<Aligned>,
    /// Of the bias of every block's second convolution.
    pub shifts: Vec<Aligned>,
    /// Of the weights of every block's pooled layer, `[2 * channels][channels]`, or empty.
    pub pooled: Vec<Aligned>,
    pub heads: HeadGradients,
}

/// Everything that is computed about a few samples. They go through a layer together, so that its weights
/// are read from memory once for all of them.
#[derive(Debug)]
pub struct Group {
    grid: Grid,
    /// One for each sample, here and below.
    inputs: Vec<Image>,
    /// Sums of the stem and of every block's first convolution.
    sums: Vec<Vec<Image>>,
    /// Outputs of the stem and of every block.
    outputs: Vec<Vec<Image>>,
    /// What lies between the convolutions of every block.
    inner: Vec<Vec<Image>>,
    /// Pooled `inner` of every block.
    pooled: Vec<Vec<Aligned>>,
    /// Gradients of the trunk's output, and then of every block's output in turn.
    gradients: Vec<Image>,
    /// What the rules do to the samples; the backward pass replaces it by its gradient.
    pub affines: Vec<Conditioning>,
    inner_gradients: Vec<Image>,
    shifts: Vec<Aligned>,
    of_pooled: Aligned,
    transformed: Aligned,
    block_sums: Aligned,
    /// Gradients of a convolution's sums and inputs, `[point][board][tile][channel]`.
    sum_points: Aligned,
    input_points: Aligned,
    heads: HeadScratch,
}

impl LearnPass {
    /// Copies the weights of `network`.
    pub fn new(network: &Network, kernel: Kernel) -> Self {
        let kernel = kernel.of_vectors();
        let (block, trunk) = (kernel.block(), &network.trunk);
        let stem = Conv::new(&trunk.stem, block);
        let channels = stem.outputs;
        let (blocks, back) = trunk
            .blocks
            .par_iter()
            .map(|source| {
                let (first, first_back) = Conv::both_ways(&source.first, block);
                let (second, second_back) = Conv::both_ways(&source.second, block);
                let pooled = source.pooled.as_ref();
                let pooled = pooled.map(|layer| Matrix::pooled(layer, channels, block));
                (Block { first, second, pooled }, [first_back, second_back])
            })
            .unzip();
        let trunk = CpuTrunk { stem, blocks, channels };
        Self { kernel, trunk, back, heads: HeadPass::new(network, channels, block) }
    }
}

impl NetGradients {
    /// No gradients yet.
    pub fn zeros(pass: &LearnPass) -> Self {
        let trunk = &pass.trunk;
        let blocks = || trunk.blocks.iter();
        let pooled = |layer: &Option<Matrix>| layer.as_ref().map_or(0, |l| l.depth * l.outputs);
        Self {
            convs: trunk.convs().map(|conv| Aligned::zeros(conv.weights.len())).collect(),
            shifts: blocks().map(|_| Aligned::zeros(trunk.channels)).collect(),
            pooled: blocks().map(|block| Aligned::zeros(pooled(&block.pooled))).collect(),
            heads: HeadGradients::zeros(&pass.heads),
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
        let Self { convs, shifts, pooled, heads } = self;
        convs.iter().chain(shifts).chain(pooled).chain(heads.all())
    }

    fn all_mut(&mut self) -> impl Iterator<Item = &mut Aligned> + Send {
        let Self { convs, shifts, pooled, heads } = self;
        convs.iter_mut().chain(shifts).chain(pooled).chain(heads.all_mut())
    }
}

impl Group {
    /// Buffers for `samples` samples of `planes` planes on `board`.
    pub fn new(pass: &LearnPass, board: BoardShape, planes: usize, samples: usize) -> Self {
        let (grid, channels) = (Grid::new(board), pass.trunk.channels);
        let (padded, blocks) =
            (planes.next_multiple_of(pass.kernel.width()), pass.trunk.blocks.len());
        let points =
            |channels: usize| Aligned::zeros(POINTS * pitch(samples * grid.tiles, channels));
        let images = |channels: usize| -> Vec<Image> {
            (0..samples).map(|_| Image::new(&grid, channels)).collect()
        };
        let layers = |count: usize| (0..count).map(|_| images(channels)).collect::<Vec<_>>();
        Self {
            inputs: images(padded),
            sums: layers(blocks + 1),
            outputs: layers(blocks + 1),
            inner: layers(blocks),
            pooled: vec![vec![Aligned::zeros(2 * channels); samples]; blocks],
            gradients: images(channels),
            affines: vec![Conditioning::zeros(blocks, channels); samples],
            inner_gradients: images(channels),
            shifts: vec![Aligned::zeros(channels); samples],
            of_pooled: Aligned::zeros(2 * channels),
            transformed: points(channels.max(padded)),
            block_sums: points(pass.kernel.block()),
            sum_points: points(channels),
            input_points: points(channels),
            heads: HeadScratch::new(&pass.heads, &grid, channels),
            grid,
        }
    }

    /// Sets the input planes of a sample, one after the other.
    pub fn set_planes(&mut self, sample: usize, planes: &[f32]) {
        self.inputs[sample].interleave(&self.grid, planes);
    }
}

/// Runs as many samples as there are `lessons` forwards and backwards: adds to `gradients` and to the
/// `losses`, and replaces the affines by their own gradients.
///
/// # Safety
/// The machine has the instructions of `L`, which is the kernel of `pass`.
#[inline(always)]
pub unsafe fn learn<L: Lanes>(
    pass: &LearnPass,
    group: &mut Group,
    lessons: &[Lesson<'_>],
    gradients: &mut NetGradients,
    losses: &mut [f64; 5],
) {
    align_stack();
    let (blocks, samples) = (pass.trunk.blocks.len(), lessons.len());
    // SAFETY: the caller vouches for the instructions.
    unsafe {
        record_stem::<L>(pass, group, samples);
        for block in 0..blocks {
            record_block::<L>(pass, group, samples, block);
        }
        let Group { grid, outputs, gradients: of_outputs, heads, .. } = group;
        for ((trunk, of_trunk), lesson) in outputs[blocks].iter().zip(of_outputs).zip(lessons) {
            let of_heads = &mut gradients.heads;
            let parts =
                head_pass::learn::<L>(&pass.heads, grid, trunk, lesson, heads, of_heads, of_trunk);
            losses.iter_mut().zip(parts).for_each(|(loss, part)| *loss += f64::from(part));
        }
        for block in (0..blocks).rev() {
            carry_block_back::<L>(pass, group, samples, block, gradients);
        }
        carry_stem_back::<L>(pass, group, samples, gradients);
    }
}

/// # Safety
/// As for [`learn`].
#[inline(always)]
unsafe fn record_stem<L: Lanes>(pass: &LearnPass, group: &mut Group, samples: usize) {
    let Group { grid, inputs, sums, outputs, affines, transformed, block_sums, .. } = group;
    let mut buffers = Buffers::new(grid, transformed, block_sums);
    let stem = &pass.trunk.stem;
    // SAFETY: the caller vouches for the instructions; the functions check all lengths.
    unsafe {
        transform::<L>(&mut buffers, &inputs[..samples], stem.depth);
        convolve::<L>(&mut buffers, stem, |_| Finish::Plain, &mut sums[0][..samples]);
        for ((sums, output), affine) in sums[0].iter().zip(&mut outputs[0]).zip(affines) {
            activate::<L>(grid, sums, &affine.stem, output);
        }
    }
}

/// # Safety
/// As for [`learn`].
#[inline(always)]
unsafe fn record_block<L: Lanes>(
    pass: &LearnPass,
    group: &mut Group,
    samples: usize,
    index: usize,
) {
    let Group { grid, sums, outputs, inner, pooled, affines, shifts, .. } = group;
    let mut buffers = Buffers::new(grid, &mut group.transformed, &mut group.block_sums);
    let (before, after) = outputs.split_at_mut(index + 1);
    let (x, outputs) = (&before[index][..samples], &mut after[0][..samples]);
    let (sums, inner) = (&mut sums[index + 1][..samples], &mut inner[index][..samples]);
    let block = &pass.trunk.blocks[index];
    // SAFETY: the caller vouches for the instructions; the functions check all lengths.
    unsafe {
        transform::<L>(&mut buffers, x, block.first.depth);
        convolve::<L>(&mut buffers, &block.first, |_| Finish::Plain, sums);
        for sample in 0..samples {
            let affine = &affines[sample].blocks[index];
            activate::<L>(grid, &sums[sample], affine, &mut inner[sample]);
            let pooled = &mut pooled[index][sample];
            block.shift::<L>(grid, &inner[sample], pooled, &mut shifts[sample]);
            outputs[sample].values.copy_from_slice(&x[sample].values);
        }
        transform::<L>(&mut buffers, inner, block.second.depth);
        let residual = |sample: usize| Finish::Residual { shift: &shifts[sample] };
        convolve::<L>(&mut buffers, &block.second, residual, outputs);
    }
}

/// # Safety
/// As for [`learn`].
#[inline(always)]
unsafe fn carry_block_back<L: Lanes>(
    pass: &LearnPass,
    group: &mut Group,
    samples: usize,
    index: usize,
    gradients: &mut NetGradients,
) {
    let Group { grid, of_pooled, affines, shifts, sum_points, input_points, .. } = group;
    let mut buffers = Buffers::new(grid, &mut group.transformed, &mut group.block_sums);
    let (sums, outputs) = (&group.sums[index + 1], &group.outputs[index + 1]);
    let (inner, x) = (&group.inner[index][..samples], &group.outputs[index][..samples]);
    let of_outputs = &mut group.gradients[..samples];
    let of_inner = &mut group.inner_gradients[..samples];
    let (block, [first_back, second_back]) = (&pass.trunk.blocks[index], &pass.back[index]);
    // SAFETY: the caller vouches for the instructions; the functions check all lengths.
    unsafe {
        for sample in 0..samples {
            let shift = &mut shifts[sample];
            close::<L>(grid, &outputs[sample], &mut of_outputs[sample], shift);
            add(shift, &mut gradients.shifts[index]);
        }
        spread::<L>(grid, of_outputs, sum_points);
        transform::<L>(&mut buffers, inner, block.second.depth);
        weigh::<L>(&buffers, &block.second, sum_points, &mut gradients.convs[2 * index + 2]);
        of_inner.iter_mut().for_each(|gradient| gradient.values.fill(0.0));
        convolve_back::<L>(grid, second_back, sum_points, input_points, of_inner);
        for sample in 0..samples {
            let (inner, of_inner) = (&inner[sample], &mut of_inner[sample]);
            if let Some(layer) = &block.pooled {
                let image = (inner, &group.pooled[index][sample][..]);
                let weights = &mut gradients.pooled[index];
                pool_back::<L>(grid, layer, image, &shifts[sample], weights, of_pooled, of_inner);
            }
            let affine = &mut affines[sample].blocks[index];
            activate_back::<L>(grid, (&sums[sample], inner), affine, of_inner);
        }
        spread::<L>(grid, of_inner, sum_points);
        transform::<L>(&mut buffers, x, block.first.depth);
        weigh::<L>(&buffers, &block.first, sum_points, &mut gradients.convs[2 * index + 1]);
        convolve_back::<L>(grid, first_back, sum_points, input_points, of_outputs);
    }
}

/// # Safety
/// As for [`learn`].
#[inline(always)]
unsafe fn carry_stem_back<L: Lanes>(
    pass: &LearnPass,
    group: &mut Group,
    samples: usize,
    gradients: &mut NetGradients,
) {
    let Group { grid, inputs, sums, outputs, affines, transformed, block_sums, .. } = group;
    let mut buffers = Buffers::new(grid, transformed, block_sums);
    let (stem, sum_points) = (&pass.trunk.stem, &mut group.sum_points);
    let of_outputs = &mut group.gradients[..samples];
    // SAFETY: the caller vouches for the instructions; the functions check all lengths.
    unsafe {
        for (sample, of_output) in of_outputs.iter_mut().enumerate() {
            let images = (&sums[0][sample], &outputs[0][sample]);
            activate_back::<L>(grid, images, &mut affines[sample].stem, of_output);
        }
        spread::<L>(grid, of_outputs, sum_points);
        transform::<L>(&mut buffers, &inputs[..samples], stem.depth);
        weigh::<L>(&buffers, stem, sum_points, &mut gradients.convs[0]);
    }
}
