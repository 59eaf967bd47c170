//! Positions through the whole network, for play.

use std::sync::Arc;

use imperial_engine::{Action, BoardShape, Wdl};

use super::aligned::align_stack;
use super::cpu_net::CpuNet;
use super::dense::pool;
#[cfg(target_arch = "x86_64")]
use super::direct::{self, DirectActivations, Position};
use super::forward::{Activations, forward};
use super::image::{Grid, Image};
use super::kernel::Kernel;
use super::lanes::Lanes;
use super::trunk::Conditioning;
#[cfg(target_arch = "x86_64")]
use super::vectors::Avx512;
use crate::heads::{PlayedMoves, ValueAnswer};

/// Buffers for positions of one network on one board, with what it says about them.
#[derive(Debug)]
pub struct Scratch {
    /// Input planes as games write them, plane by plane, of every position.
    planes: Vec<f32>,
    body: Body,
    answers: Vec<(PlayedMoves, ValueAnswer)>,
}

/// Buffers for the trunk.
#[derive(Debug)]
enum Body {
    Winograd(Activations),
    #[cfg(target_arch = "x86_64")]
    Direct(DirectActivations),
}

/// Channels up to which the whole trunk stays in the cache.
const SMALL: usize = 32;

/// Rows of a product of such a trunk that keep a vector unit busy.
const ROWS_OF_SMALL: usize = 9;

/// Rows of a product that pay for fetching its weights from slower memory.
const ROWS_TOGETHER: usize = 36;

/// Rows of a product of tiles, four of them with all their rows, that pay for fetching its weights.
const ROWS_OF_TILES: usize = 64;

/// Positions that go through direct convolutions together: their tiles are always full, so more only keep
/// the weights in the cache.
const DIRECT_TOGETHER: usize = 4;

/// Number of boards that go through the layers together.
fn boards_together(net: &CpuNet, grid: &Grid) -> usize {
    match net.kernel() {
        kernel if kernel.is_direct(net.precision()) => DIRECT_TOGETHER,
        Kernel::Amx => (ROWS_OF_TILES / grid.tiles).clamp(1, 8),
        _ if net.channels <= SMALL => (ROWS_OF_SMALL / grid.tiles).clamp(1, 8),
        _ => (ROWS_TOGETHER / grid.tiles).clamp(1, 8),
    }
}

impl Scratch {
    /// Buffers for `net` on `board`.
    pub fn new(net: &CpuNet, board: BoardShape) -> Self {
        let grid = Grid::new(board, net.kernel().tiling(board));
        let boards = boards_together(net, &grid);
        let answer = (net.policy.answer(board.squares()), net.value.answer());
        Self {
            planes: vec![0.0; boards * net.config().planes * board.squares()],
            body: Body::new(net, grid, boards),
            answers: vec![answer; boards],
        }
    }

    /// The board that these buffers are for.
    pub fn board(&self) -> BoardShape {
        self.body.grid().board
    }

    /// Number of positions that can go together.
    pub fn capacity(&self) -> usize {
        self.answers.len()
    }

    /// The input planes of a position, to be filled before a run.
    pub fn planes_mut(&mut self, position: usize) -> &mut [f32] {
        let length = self.planes.len() / self.answers.len();
        &mut self.planes[position * length..][..length]
    }

    /// The probabilities of the results of a position after a run.
    pub fn wdl(&self, position: usize) -> Wdl {
        self.answers[position].1.wdl()
    }

    /// The policy logit of a position's move after a run.
    pub fn logit(&self, net: &CpuNet, position: usize, action: Action) -> f32 {
        let trunk = self.body.trunk(position);
        net.policy.logit(&self.answers[position].0, self.body.grid(), trunk, action)
    }
}

impl Body {
    fn new(net: &CpuNet, grid: Grid, boards: usize) -> Self {
        let (kernel, channels, trunk) = (net.kernel(), net.channels, net.trunk(grid.tiling));
        #[cfg(target_arch = "x86_64")]
        if kernel.is_direct(net.precision()) {
            return Self::Direct(DirectActivations::new(trunk, grid.board, boards));
        }
        let padded = net.config().planes.next_multiple_of(kernel.width());
        let sizes = [padded.max(trunk.stem.depth), channels, kernel.sums_together(channels)];
        Self::Winograd(Activations::new(grid, boards, sizes, None))
    }

    fn grid(&self) -> &Grid {
        match self {
            Self::Winograd(activations) => &activations.grid,
            #[cfg(target_arch = "x86_64")]
            Self::Direct(activations) => &activations.grid,
        }
    }

    /// The output of the trunk for a position.
    fn trunk(&self, position: usize) -> &Image {
        match self {
            Self::Winograd(activations) => &activations.outputs[0][position],
            #[cfg(target_arch = "x86_64")]
            Self::Direct(activations) => &activations.positions[position].trunk,
        }
    }
}

/// The whole network, for the planes of the first positions in `scratch`, one for each of `rules`; what it says
/// is left there.
///
/// # Panics
/// When `net` is one of direct convolutions.
///
/// # Safety
/// The machine has the instructions of `L`, which is the kernel of `net`.
#[inline(always)]
pub unsafe fn run<L: Lanes>(net: &CpuNet, rules: &[Arc<Conditioning>], scratch: &mut Scratch) {
    align_stack();
    let positions = rules.len();
    let Scratch { planes, body, answers } = scratch;
    let length = planes.len() / answers.len();
    let Body::Winograd(activations) = body else { panic!("direct convolutions") };
    let inputs = activations.inputs[..positions].iter_mut();
    for (input, planes) in inputs.zip(planes.chunks_exact(length)) {
        input.interleave(&activations.grid, planes);
    }
    // SAFETY: the caller vouches for the instructions; the functions check all lengths.
    unsafe {
        let trunk = net.trunk(activations.grid.tiling);
        forward::<L, false>(trunk, |position| &rules[position], activations, positions);
        let Activations { grid, outputs, pooled, .. } = activations;
        let pooled = pooled[0].iter_mut();
        for ((trunk, pooled), answer) in outputs[0].iter().zip(pooled).zip(answers).take(positions)
        {
            pool::<L>(grid, trunk, pooled);
            answer_by::<L>(net, grid, (trunk, pooled), answer);
        }
    }
}

/// As [`run`], by direct convolutions.
///
/// # Panics
/// When `net` is not one of them.
///
/// # Safety
/// AMX is available, and with it AVX-512F and AVX-512 BF16.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bf16")]
pub unsafe fn run_direct(net: &CpuNet, rules: &[Arc<Conditioning>], scratch: &mut Scratch) {
    align_stack();
    let positions = rules.len();
    let Scratch { planes, body, answers } = scratch;
    let length = planes.len() / answers.len();
    let Body::Direct(activations) = body else { panic!("no direct convolutions") };
    // SAFETY: the caller vouches for the instructions; the functions check all lengths.
    unsafe {
        for (position, planes) in planes.chunks_exact(length).enumerate().take(positions) {
            activations.interleave(position, planes);
        }
        direct::forward(net.trunk(activations.grid.tiling), rules, activations);
        let DirectActivations { grid, positions: all, .. } = activations;
        for (Position { trunk, pooled, .. }, answer) in all.iter().zip(answers).take(positions) {
            answer_by::<Avx512>(net, grid, (trunk, pooled), answer);
        }
    }
}

/// Runs the heads on the output of the trunk.
///
/// # Safety
/// As for [`run`].
#[inline(always)]
unsafe fn answer_by<L: Lanes>(
    net: &CpuNet,
    grid: &Grid,
    (trunk, pooled): (&Image, &[f32]),
    (moves, value): &mut (PlayedMoves, ValueAnswer),
) {
    // SAFETY: the caller vouches for the instructions; the functions check all lengths.
    unsafe {
        net.value.run::<L>(pooled, value);
        net.policy.run::<L>(grid, (trunk, pooled), moves);
    }
}
