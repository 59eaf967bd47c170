//! A few samples forwards and backwards, with the gradients of all weights.

use imperial_engine::BoardShape;
use rayon::iter::{IntoParallelIterator, ParallelBridge, ParallelIterator};

use super::activation::{activate_back, close, pool_back};
use super::aligned::{Aligned, align_stack};
use super::conv::Buffers;
use super::conv_back::carry_back;
#[cfg(target_arch = "x86_64")]
use super::direct::{LearnBuffers, TAPS, Unit};
use super::forward::{Activations, forward};
use super::head_pass::{self, HeadGradients, HeadPass};
use super::head_view::HeadScratch;
use super::image::{Grid, Image};
use super::kernel::{Kernel, Precision};
use super::lanes::Lanes;
use super::layers::{Conv, Matrix};
use super::points::pitch;
use super::rule_layers::{RuleGradients, RulePass, RuleScratch};
use super::sums::add;
use super::trunk::{Block, Conditioning, CpuTrunk};
use super::window::{POINTS, Tiling};
use crate::NetConfig;
use crate::batch::BatchRow;
use crate::layer::{Weights, block_part, named};

/// The weights of a network, for both directions.
#[derive(Debug)]
pub struct LearnPass {
    pub kernel: Kernel,
    pub method: Method,
    /// Channels of the input and of the trunk, without padding.
    pub planes: usize,
    pub channels: usize,
    pub trunk: CpuTrunk,
    /// First and second convolution of every block, inputs and outputs swapped.
    back: Vec<[Conv; 2]>,
    pub rules: RulePass,
    pub heads: HeadPass,
}

/// How convolutions are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// By the points of Winograd's method, in `f32`.
    Winograd,
    /// From numbers of 16 bits, summed in `f32`.
    #[cfg(target_arch = "x86_64")]
    Direct(Unit),
}

impl Method {
    /// That of a kernel.
    pub fn of(kernel: Kernel, precision: Precision) -> Self {
        match kernel {
            #[cfg(target_arch = "x86_64")]
            _ if kernel.is_direct(precision) => Self::Direct(Unit::Tiles),
            _ => Self::Winograd,
        }
    }

    /// A convolution for both directions.
    fn both_ways(self, layer: &Weights, block: usize) -> (Conv, Conv) {
        match self {
            Self::Winograd => Conv::both_ways(layer, block),
            #[cfg(target_arch = "x86_64")]
            Self::Direct(_) => super::direct::both_ways(layer),
        }
    }

    /// Values of the gradient of a convolution's weights.
    fn gradients(self, conv: &Conv) -> usize {
        match self {
            Self::Winograd => conv.weights.len(),
            #[cfg(target_arch = "x86_64")]
            Self::Direct(_) => TAPS * conv.depth * conv.outputs,
        }
    }
}

/// Gradients of a network's weights, summed over samples.
#[derive(Debug)]
pub struct NetGradients {
    /// Of the kernels of the stem and of both convolutions of every block: of the transformed ones,
    /// `[point][depth][outputs]`, or as the tiles sum them up.
    pub convs: Vec<Aligned>,
    /// Of the bias of every block's second convolution.
    pub shifts: Vec<Aligned>,
    /// Of the weights of every block's pooled layer, `[2 * channels][channels]`, or empty.
    pub pooled: Vec<Aligned>,
    pub rules: RuleGradients,
    pub heads: HeadGradients,
}

/// Everything that is computed about a few samples. They go through a layer together, so that its weights
/// are read from memory once for all of them.
#[derive(Debug)]
pub struct Group {
    activations: Activations,
    /// One for each sample, here and below. Gradients of the trunk's output, and then of every block's output
    /// in turn.
    gradients: Vec<Image>,
    /// What the rules do to the samples; the backward pass replaces it by its gradient.
    affines: Vec<Conditioning>,
    inner_gradients: Vec<Image>,
    of_pooled: Aligned,
    /// Gradients of a convolution's sums and inputs, `[point][board][tile][channel]`.
    sum_points: Aligned,
    input_points: Aligned,
    rules: Vec<RuleScratch>,
    heads: HeadScratch,
}

impl LearnPass {
    /// Lays out the weights of a network of this configuration.
    pub fn new(
        weights: &[Weights],
        config: &NetConfig,
        (kernel, method): (Kernel, Method),
    ) -> Self {
        let kernel = kernel.of_vectors();
        let block = kernel.block();
        let (stem, _) = method.both_ways(named(weights, "trunk", "stem"), block);
        let channels = stem.outputs;
        let both_ways = |part: &str, name| method.both_ways(named(weights, part, name), block);
        let (blocks, back) = (0..config.blocks)
            .into_par_iter()
            .map(|number| {
                let part = block_part(number);
                let (first, first_back) = both_ways(&part, "first");
                let (second, second_back) = both_ways(&part, "second");
                let pooled = Block::pooled(weights, &part, channels, block);
                (Block { first, second, pooled }, [first_back, second_back])
            })
            .unzip();
        let trunk = CpuTrunk { stem, blocks, channels };
        let (rules, heads) =
            (RulePass::new(weights, config), HeadPass::new(weights, channels, block));
        let NetConfig { planes, channels, .. } = *config;
        Self { kernel, method, planes, channels, trunk, back, rules, heads }
    }
}

impl NetGradients {
    /// No gradients yet.
    pub fn zeros(pass: &LearnPass) -> Self {
        let trunk = &pass.trunk;
        let blocks = || trunk.blocks.iter();
        let pooled = |layer: &Option<Matrix>| layer.as_ref().map_or(0, |l| l.depth * l.outputs);
        Self {
            convs: trunk.convs().map(|conv| Aligned::zeros(pass.method.gradients(conv))).collect(),
            shifts: blocks().map(|_| Aligned::zeros(trunk.channels)).collect(),
            pooled: blocks().map(|block| Aligned::zeros(pooled(&block.pooled))).collect(),
            rules: RuleGradients::zeros(&pass.rules),
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
        for group in &rest {
            let sums = total.heads.losses.iter_mut();
            sums.zip(&group.heads.losses).for_each(|(sum, loss)| *sum += loss);
        }
        total.all_mut().enumerate().par_bridge().for_each(|(index, sums)| {
            for group in &rest {
                add(group.all().nth(index).expect("the same layers"), sums);
            }
        });
        total
    }

    fn all(&self) -> impl Iterator<Item = &Aligned> {
        let Self { convs, shifts, pooled, rules, heads } = self;
        convs.iter().chain(shifts).chain(pooled).chain(rules.all()).chain(heads.all())
    }

    fn all_mut(&mut self) -> impl Iterator<Item = &mut Aligned> + Send {
        let Self { convs, shifts, pooled, rules, heads } = self;
        let of_trunk = convs.iter_mut().chain(shifts).chain(pooled);
        of_trunk.chain(rules.all_mut()).chain(heads.all_mut())
    }
}

impl Group {
    /// Buffers for `samples` samples on `board`.
    pub fn new(pass: &LearnPass, board: BoardShape, samples: usize) -> Self {
        let (channels, block) = (pass.trunk.channels, pass.kernel.block());
        let (padded, blocks) =
            (pass.trunk.stem.depth.next_multiple_of(pass.kernel.width()), pass.trunk.blocks.len());
        let sizes = [padded, channels, block];
        let grid = Grid::new(board, Tiling::Threes);
        let mut activations = Activations::new(grid, samples, sizes, Some(blocks));
        #[cfg(target_arch = "x86_64")]
        if let Method::Direct(unit) = pass.method {
            let learning = LearnBuffers::new(unit, &grid, samples, [padded, channels]);
            activations.scratch.direct = Some(learning);
        }
        let points = || Aligned::zeros(POINTS * pitch(samples * grid.tiles, channels));
        let images = || (0..samples).map(|_| Image::new(&grid, channels)).collect();
        Self {
            activations,
            gradients: images(),
            affines: vec![Conditioning::zeros(blocks, channels); samples],
            inner_gradients: images(),
            of_pooled: Aligned::zeros(2 * channels),
            sum_points: points(),
            input_points: points(),
            rules: (0..samples).map(|_| pass.rules.scratch()).collect(),
            heads: pass.heads.scratch(&grid, channels),
        }
    }

    /// Sets the input planes of a sample, one after the other.
    pub fn set_planes(&mut self, sample: usize, planes: &[f32]) {
        let Activations { grid, inputs, .. } = &mut self.activations;
        inputs[sample].interleave(grid, planes);
    }
}

/// Runs as many samples as there are `rows` forwards and backwards, `weights` being those of the losses: adds to
/// `gradients`.
///
/// # Safety
/// The machine has the instructions of `L`, which is the kernel of `pass`.
#[inline(always)]
pub unsafe fn learn<L: Lanes>(
    pass: &LearnPass,
    group: &mut Group,
    rows: &[BatchRow<'_>],
    weights: &[f32],
    gradients: &mut NetGradients,
) {
    align_stack();
    let (blocks, samples) = (pass.trunk.blocks.len(), rows.len());
    // SAFETY: the caller vouches for the instructions.
    unsafe {
        for (sample, row) in rows.iter().enumerate() {
            let (scratch, affines) = (&mut group.rules[sample], &mut group.affines[sample]);
            pass.rules.forward(row.rules(), scratch, affines);
        }
        let Group { activations, affines, .. } = group;
        forward::<L, true>(&pass.trunk, |sample| &affines[sample], activations, samples);
        let Activations { grid, outputs, .. } = activations;
        for ((trunk, of_trunk), row) in outputs[blocks].iter().zip(&mut group.gradients).zip(rows) {
            let (target, of_heads) = ((*row, weights), &mut gradients.heads);
            let scratch = &mut group.heads;
            head_pass::learn::<L>(&pass.heads, grid, trunk, target, scratch, of_heads, of_trunk);
        }
        for block in (0..blocks).rev() {
            carry_block_back::<L>(pass, group, samples, block, gradients);
        }
        carry_stem_back::<L>(pass, group, samples, gradients);
        for (sample, row) in rows.iter().enumerate() {
            let (scratch, affines) = (&mut group.rules[sample], &group.affines[sample]);
            pass.rules.back(row.rules(), scratch, affines, &mut gradients.rules);
        }
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
    let Group { activations, of_pooled, affines, sum_points, input_points, .. } = group;
    let Activations { grid, sums, outputs, inner, pooled, shifts, scratch, .. } = activations;
    let mut buffers = Buffers::new(grid, scratch);
    let (inner, x) = (&inner[index][..samples], &outputs[index][..samples]);
    let (sums, outputs, pooled) = (&sums[index + 1], &outputs[index + 1], &pooled[index]);
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
        of_inner.iter_mut().for_each(|gradient| gradient.values.fill(0.0));
        let (layer, points) =
            ((&block.second, Some(second_back)), [&mut *sum_points, &mut *input_points]);
        let of_weights = &mut gradients.convs[2 * index + 2];
        carry_back::<L>(&mut buffers, points, layer, (inner, of_outputs), of_weights, of_inner);
        for sample in 0..samples {
            let (inner, of_inner) = (&inner[sample], &mut of_inner[sample]);
            if let Some(layer) = &block.pooled {
                let image = (inner, &pooled[sample][..]);
                let weights = &mut gradients.pooled[index];
                pool_back::<L>(grid, layer, image, &shifts[sample], weights, of_pooled, of_inner);
            }
            let affine = &mut affines[sample].blocks[index];
            activate_back::<L>(grid, (&sums[sample], inner), affine, of_inner);
        }
        let (layer, points) = ((&block.first, Some(first_back)), [sum_points, input_points]);
        let of_weights = &mut gradients.convs[2 * index + 1];
        carry_back::<L>(&mut buffers, points, layer, (x, of_inner), of_weights, of_outputs);
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
    let Group { activations, affines, sum_points, input_points, .. } = group;
    let Activations { grid, inputs, sums, outputs, scratch, .. } = activations;
    let mut buffers = Buffers::new(grid, scratch);
    let stem = &pass.trunk.stem;
    let of_outputs = &mut group.gradients[..samples];
    // SAFETY: the caller vouches for the instructions; the functions check all lengths.
    unsafe {
        for (sample, of_output) in of_outputs.iter_mut().enumerate() {
            let images = (&sums[0][sample], &outputs[0][sample]);
            activate_back::<L>(grid, images, &mut affines[sample].stem, of_output);
        }
        let (points, inputs) = ([sum_points, input_points], &inputs[..samples]);
        let of_weights = &mut gradients.convs[0];
        carry_back::<L>(
            &mut buffers,
            points,
            (stem, None),
            (inputs, of_outputs),
            of_weights,
            &mut [],
        );
    }
}
