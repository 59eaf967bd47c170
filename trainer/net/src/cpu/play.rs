//! Positions through the whole network, for play.

use imperial_engine::{Action, BoardShape, Wdl};

use super::aligned::align_stack;
use super::cpu_net::CpuNet;
use super::dense::pool;
use super::forward::{Activations, forward};
use super::image::Grid;
use super::kernel::Kernel;
use super::lanes::Lanes;
use super::trunk::Conditioning;
use crate::heads::{PlayedMoves, ValueAnswer};

/// Buffers for positions of one network on one board, with what it says about them.
#[derive(Debug)]
pub struct Scratch {
    /// Input planes as games write them, plane by plane, of every position.
    planes: Vec<f32>,
    activations: Activations,
    answers: Vec<(PlayedMoves, ValueAnswer)>,
}

/// Channels up to which the whole trunk stays in the cache, so that one position at a time is best.
const SMALL: usize = 32;

/// Rows of a product that pay for fetching its weights from slower memory.
const ROWS_TOGETHER: usize = 36;

/// Rows of a product of tiles, four of them with all their rows, that pay for fetching its weights.
const ROWS_OF_TILES: usize = 64;

/// Number of boards that go through the layers together.
fn boards_together(kernel: Kernel, grid: &Grid, channels: usize) -> usize {
    match kernel {
        Kernel::Amx => (ROWS_OF_TILES / grid.tiles).clamp(1, 8),
        _ if channels <= SMALL => 1,
        _ => (ROWS_TOGETHER / grid.tiles).clamp(1, 8),
    }
}

impl Scratch {
    /// Buffers for `net` on `board`.
    pub fn new(net: &CpuNet, board: BoardShape) -> Self {
        let (kernel, channels) = (net.kernel(), net.trunk.channels);
        let planes = net.config().planes;
        let padded = planes.next_multiple_of(kernel.width()).max(net.trunk.stem.depth);
        let boards = boards_together(kernel, &Grid::new(board), channels);
        let sizes = [padded, channels, kernel.sums_together(channels)];
        let answer = (net.policy.answer(board.squares()), net.value.answer());
        Self {
            planes: vec![0.0; boards * planes * board.squares()],
            activations: Activations::new(board, boards, sizes, None),
            answers: vec![answer; boards],
        }
    }

    /// The board that these buffers are for.
    pub fn board(&self) -> BoardShape {
        self.activations.grid.board
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
        let Activations { grid, outputs, .. } = &self.activations;
        net.policy.logit(&self.answers[position].0, grid, &outputs[0][position], action)
    }
}

/// The whole network, for the planes of the first positions in `scratch`; what it says is left there.
///
/// # Safety
/// The machine has the instructions of `L`, which is the kernel of `net`.
#[inline(always)]
pub unsafe fn run<L: Lanes>(
    net: &CpuNet,
    conditioning: &Conditioning,
    scratch: &mut Scratch,
    positions: usize,
) {
    align_stack();
    let Scratch { planes, activations, answers } = scratch;
    let length = planes.len() / answers.len();
    let inputs = activations.inputs[..positions].iter_mut();
    for (input, planes) in inputs.zip(planes.chunks_exact(length)) {
        input.interleave(&activations.grid, planes);
    }
    // SAFETY: the caller vouches for the instructions; the functions check all lengths.
    unsafe {
        forward::<L, false>(&net.trunk, |_| conditioning, activations, positions);
        let Activations { grid, outputs, pooled, .. } = activations;
        let pooled = pooled[0].iter_mut();
        for ((trunk, pooled), answer) in outputs[0].iter().zip(pooled).zip(answers).take(positions)
        {
            pool::<L>(grid, trunk, pooled);
            net.value.run::<L>(pooled, &mut answer.1);
            net.policy.run::<L>(grid, (trunk, pooled), &mut answer.0);
        }
    }
}
