//! Positions through the trunk by direct convolutions.

use std::sync::Arc;

use imperial_engine::BoardShape;

use super::super::aligned::Aligned;
use super::super::dense::dense;
use super::super::image::{Grid, Image};
use super::super::layers::Conv;
use super::super::sums::add;
use super::super::tile_unit::{SIDE, Shapes, release};
use super::super::trunk::{Affine, Block, Conditioning, CpuTrunk};
use super::super::vectors::Avx512;
use super::super::window::Tiling;
use super::field::Field;
use super::finish::{Finish, Rule};
use super::input::Placement;
use super::product::{Piece, multiply, steps, store};
use super::weights::TAPS;

/// Buffers for positions of one network on one board. Some go through the layers together, so that weights
/// are read from memory once for all of them, but no result depends on another's.
#[derive(Debug)]
pub struct DirectActivations {
    pub grid: Grid,
    pub positions: Vec<Position>,
    field: Field,
    placement: Placement,
    /// Sums of two pieces: one is finished while the other is computed.
    sums: [Aligned; 2],
}

/// What is computed of a position. What the convolutions read is `[point][channel]`, numbers of 16 bits.
#[derive(Debug)]
pub struct Position {
    input: Aligned,
    /// Output of the stem and then of every block.
    output: Aligned,
    /// What lies between the two convolutions of a block.
    inner: Aligned,
    /// The output in `f32`.
    pub trunk: Image,
    /// Means and then maxima of all channels of what was computed last.
    pub pooled: Aligned,
    /// What a block adds to every square.
    shift: Aligned,
}

/// Which convolution, and what the rules do to it.
#[derive(Clone, Copy)]
enum Step<'a> {
    Stem(&'a Affine),
    First(&'a Affine),
    Second,
}

impl DirectActivations {
    /// Buffers for `positions` positions.
    pub fn new(trunk: &CpuTrunk, board: BoardShape, positions: usize) -> Self {
        let (grid, field, channels) =
            (Grid::new(board, Tiling::Threes), Field::new(board), trunk.channels);
        let points = |channels: usize| Aligned::zeros(field.points() * channels / 2);
        let position = |_| Position {
            input: points(trunk.stem.depth),
            output: points(channels),
            inner: points(channels),
            trunk: Image::new(&grid, channels),
            pooled: Aligned::zeros(2 * channels),
            shift: Aligned::zeros(channels),
        };
        let sums = [0, 1].map(|_| Aligned::zeros(field.sums() * SIDE));
        let placement = Placement::new(&field, trunk.stem.depth);
        let positions = (0..positions).map(position).collect();
        Self { grid, positions, field, placement, sums }
    }

    /// Copies planes, one after the other, into the channels of a position's input.
    ///
    /// # Safety
    /// The machine has AVX-512F and AVX-512 BF16.
    #[target_feature(enable = "avx512f,avx512bf16")]
    pub unsafe fn interleave(&mut self, position: usize, planes: &[f32]) {
        // SAFETY: the caller vouches for the instructions.
        unsafe { self.placement.interleave(planes, &mut self.positions[position].input) };
    }
}

/// Runs the first inputs through all blocks, one for each of `rules`.
///
/// # Safety
/// AMX is available, and with it AVX-512F and AVX-512 BF16; the trunk is laid out for direct convolutions.
#[target_feature(enable = "avx512f,avx512bf16")]
pub unsafe fn forward(
    net: &CpuTrunk,
    rules: &[Arc<Conditioning>],
    activations: &mut DirectActivations,
) {
    let positions = rules.len();
    // SAFETY: the caller vouches for the instructions; the functions check all lengths.
    unsafe {
        Shapes::new(activations.field.height, 1).load();
        convolve(&net.stem, |position| Step::Stem(&rules[position].stem), activations, positions);
        for (index, block) in net.blocks.iter().enumerate() {
            let first = |position: usize| Step::First(&rules[position].blocks[index]);
            convolve(&block.first, first, activations, positions);
            let pooled = activations.positions[..positions].iter_mut();
            pooled.for_each(|position| position.pool(block));
            convolve(&block.second, |_| Step::Second, activations, positions);
        }
        release();
    }
}

/// Convolves so many positions, each by its own step.
///
/// # Safety
/// As for [`forward`], and the tile registers have the shapes of the field.
#[inline]
#[target_feature(enable = "avx512f,avx512bf16")]
unsafe fn convolve<'a>(
    layer: &Conv,
    step: impl Fn(usize) -> Step<'a>,
    activations: &mut DirectActivations,
    positions: usize,
) {
    let DirectActivations { grid, positions: all, field, sums, .. } = activations;
    let (steps, height) = (steps(field, layer.depth), field.board.height);
    assert!(layer.weights.len() * 2 == TAPS * layer.depth * layer.outputs);
    assert!(sums.iter().all(|sums| sums.len() == field.sums() * SIDE));
    let of_block = layer.weights.len() * SIDE / layer.outputs;
    let mut before = None;
    // Where nothing is kept that is still needed.
    let mut waiting = sums[1].as_mut_ptr();
    for number in 0..positions {
        for (block, weights) in layer.weights.chunks_exact(of_block).enumerate() {
            let finish: Option<Finish> = before.map(|(number, block): (usize, _)| {
                all[number].finish(step(number), grid, field, block)
            });
            let inputs = all[number].inputs(step(number));
            assert!(inputs.len() * 2 == field.points() * layer.depth);
            // The number of blocks is even.
            let [sums, sums_before] =
                [sums[block % 2].as_mut_ptr(), sums[1 - block % 2].as_mut_ptr()];
            let piece = Piece {
                inputs: inputs.as_ptr().cast(),
                weights: weights.as_ptr().cast(),
                sums,
                depth: layer.depth,
            };
            let (mut done, mut due) = (0, 0);
            let between = || {
                due += height;
                while due >= steps {
                    due -= steps;
                    if let Some(finish) = &finish {
                        // SAFETY: the caller vouches for the instructions, and all lengths were checked.
                        unsafe { finish.rank(field, sums_before, done) };
                    }
                    done += 1;
                }
            };
            // SAFETY: the caller vouches for the instructions, and all lengths were checked.
            waiting = unsafe { multiply(field, &piece, waiting, between) };
            before = Some((number, block));
        }
    }
    if let Some((number, block)) = before {
        // SAFETY: as above.
        unsafe { store(field, waiting) };
        let finish = all[number].finish(step(number), grid, field, block);
        for rank in 0..height {
            // SAFETY: as above.
            unsafe { finish.rank(field, sums[block % 2].as_ptr(), rank) };
        }
    }
}

impl Position {
    /// What a convolution reads.
    fn inputs(&self, step: Step<'_>) -> &Aligned {
        match step {
            Step::Stem(_) => &self.input,
            Step::First(_) => &self.output,
            Step::Second => &self.inner,
        }
    }

    /// What becomes of the sums of a block of outputs.
    fn finish(&mut self, step: Step<'_>, grid: &Grid, field: &Field, block: usize) -> Finish {
        let (channels, channel) = (self.trunk.channels, block * SIDE);
        let of_block = |values: &[f32]| values[channel..][..SIDE].as_ptr();
        let (rule, output) = match step {
            Step::Stem(Affine { scale, shift }) => {
                let rule = Rule::Start { scale: of_block(scale), shift: of_block(shift) };
                (rule, &mut self.output)
            }
            Step::First(Affine { scale, shift }) => {
                let rule = Rule::Inner { scale: of_block(scale), shift: of_block(shift) };
                (rule, &mut self.inner)
            }
            Step::Second => (Rule::Residual { shift: of_block(&self.shift) }, &mut self.output),
        };
        assert!(channel + SIDE <= channels && self.trunk.fits(grid));
        assert!(output.len() * 2 == field.points() * channels);
        assert!(self.pooled.len() == 2 * channels);
        let first = field.square(0, 0) * channels + channel;
        Finish {
            rule,
            short: output.as_mut_ptr().cast::<u16>().wrapping_add(first),
            kept: self.trunk.values[grid.square(0, 0) * channels + channel..].as_mut_ptr(),
            kept_row: grid.row * channels,
            pooled: self.pooled[channel..].as_mut_ptr(),
            channels,
        }
    }

    /// What a block adds to every square after the second convolution: its bias, and what the pooled inner
    /// image makes of it.
    ///
    /// # Safety
    /// The machine has AVX-512F.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bf16")]
    unsafe fn pool(&mut self, block: &Block) {
        let bias = &block.second.bias;
        match &block.pooled {
            None => self.shift.copy_from_slice(bias),
            Some(layer) => {
                // SAFETY: the caller vouches for the instructions.
                unsafe { dense::<Avx512>(layer, &self.pooled, &mut self.shift) };
                add(bias, &mut self.shift);
            }
        }
    }
}
