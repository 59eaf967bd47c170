//! Positions through all layers.

use imperial_engine::{Action, BoardShape, Choice, Wdl};

use super::aligned::{Aligned, align_stack};
use super::conv::{Buffers, Finish, convolve, transform};
use super::cpu_net::Block;
use super::dense::{add, dense, pool, squares};
use super::image::{Grid, Image};
use super::lanes::Lanes;
use super::points::pitch;
use super::window::POINTS;
use super::{Conditioning, CpuNet, Kernel, kernel};

/// Buffers for positions of one network on one board. Some go through the layers together, but no
/// result depends on another's.
#[derive(Debug)]
pub struct Scratch {
    grid: Grid,
    /// Input planes as games write them, plane by plane, of every position.
    planes: Vec<f32>,
    /// The same, channel by channel within a square.
    inputs: Vec<Image>,
    trunk: Vec<Image>,
    inner: Vec<Image>,
    /// Inputs of a convolution, transformed: `[point][board][tile][channel]`.
    transformed: Aligned,
    /// Sums of one block of channels, or of all: `[point][board][tile][block]`.
    sums: Aligned,
    /// Means and then maxima of all channels.
    pooled: Aligned,
    /// What a pooling block adds to every square of each position.
    shifts: Vec<Aligned>,
    answers: Vec<Answer>,
}

/// What the heads say about one position.
#[derive(Clone, Debug)]
struct Answer {
    /// F and T of every square.
    vectors: Aligned,
    hidden: Aligned,
    wdl: Aligned,
    decline: Aligned,
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
        let (grid, channels) = (Grid::new(board), net.trunk.channels);
        let planes = net.config().planes;
        let padded = planes.next_multiple_of(net.kernel().width()).max(net.trunk.stem.depth);
        let boards = boards_together(net.kernel(), &grid, channels);
        let images =
            |channels: usize| (0..boards).map(|_| Image::new(&grid, channels)).collect::<Vec<_>>();
        let points =
            |channels: usize| Aligned::zeros(POINTS * pitch(boards * grid.tiles, channels));
        let answer = Answer {
            vectors: Aligned::zeros(board.squares() * net.policy.outputs),
            hidden: Aligned::zeros(net.hidden.outputs),
            wdl: Aligned::zeros(net.wdl.outputs),
            decline: Aligned::zeros(net.decline.outputs),
        };
        Self {
            planes: vec![0.0; boards * planes * board.squares()],
            inputs: images(padded),
            trunk: images(channels),
            inner: images(channels),
            transformed: points(channels.max(padded)),
            sums: points(net.kernel().sums_together(channels)),
            pooled: Aligned::zeros(2 * channels),
            shifts: vec![Aligned::zeros(channels); boards],
            answers: vec![answer; boards],
            grid,
        }
    }

    /// The board that these buffers are for.
    pub fn board(&self) -> BoardShape {
        self.grid.board
    }

    /// Number of positions that can go together.
    pub fn capacity(&self) -> usize {
        self.answers.len()
    }

    /// The input planes of a position, to be filled before [`run`](Self::run).
    pub fn planes_mut(&mut self, position: usize) -> &mut [f32] {
        let length = self.planes.len() / self.answers.len();
        &mut self.planes[position * length..][..length]
    }

    /// Runs `net` on the planes of the first `positions` positions.
    ///
    /// # Panics
    /// When there are more than the [`capacity`](Self::capacity), or the buffers were made for another
    /// network.
    pub fn run(&mut self, net: &CpuNet, conditioning: &Conditioning, positions: usize) {
        kernel::run(net.kernel(), net, conditioning, self, positions);
    }

    /// The probabilities of the results of a position after [`run`](Self::run).
    pub fn wdl(&self, position: usize) -> Wdl {
        let logits = &self.answers[position].wdl;
        let largest = logits[..3].iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let [a, b, c] = [0, 1, 2].map(|result| (logits[result] - largest).exp());
        let sum = a + b + c;
        Wdl { attackers: a / sum, draw: b / sum, defenders: c / sum }
    }

    /// The policy logit of a position's move after [`run`](Self::run).
    pub fn logit(&self, net: &CpuNet, position: usize, action: Action) -> f32 {
        let (d, answer) = (net.config().policy_width, &self.answers[position]);
        let vectors =
            |square: u16| &answer.vectors[usize::from(square) * net.policy.outputs..][..2 * d];
        let (from, to) = (&vectors(action.from)[..d], &vectors(action.to)[d..]);
        let choice = match action.choice {
            Choice::Plain => 0.0,
            Choice::Decline => answer.decline[0],
            Choice::Square(square) => self.victim(net, position, usize::from(square)),
        };
        dot(from, to) / (d as f32).sqrt() + choice
    }

    fn victim(&self, net: &CpuNet, position: usize, square: usize) -> f32 {
        let (width, trunk) = (self.grid.board.width, &self.trunk[position]);
        let at = self.grid.square(square % width, square / width) * trunk.channels;
        dot(&trunk.values[at..][..net.victim.len()], &net.victim) + net.victim_bias
    }
}

/// Sum of products, in eight interleaved sums so that it becomes vector code.
pub fn dot(a: &[f32], b: &[f32]) -> f32 {
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

/// The whole network, for some positions.
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
    let Scratch { grid, planes, inputs, trunk, inner, transformed, sums, .. } = scratch;
    let mut buffers = Buffers::new(grid, transformed, sums);
    let (inputs, trunk, inner) =
        (&mut inputs[..positions], &mut trunk[..positions], &mut inner[..positions]);
    let length = planes.len() / scratch.answers.len();
    for (input, planes) in inputs.iter_mut().zip(planes.chunks_exact(length)) {
        input.interleave(grid, planes);
    }
    // SAFETY: the caller vouches for the instructions; the functions check all lengths.
    unsafe {
        transform::<L>(&mut buffers, inputs, net.trunk.stem.depth);
        convolve::<L>(&mut buffers, &net.trunk.stem, |_| conditioning.stem.relu(), trunk);
        for (block, affine) in net.trunk.blocks.iter().zip(&conditioning.blocks) {
            transform::<L>(&mut buffers, trunk, block.first.depth);
            convolve::<L>(&mut buffers, &block.first, |_| affine.relu(), inner);
            for (inner, shift) in inner.iter().zip(&mut scratch.shifts) {
                block.shift::<L>(grid, inner, &mut scratch.pooled, shift);
            }
            let residual = |position: usize| Finish::Residual { shift: &scratch.shifts[position] };
            transform::<L>(&mut buffers, inner, block.second.depth);
            convolve::<L>(&mut buffers, &block.second, residual, trunk);
        }
        for (trunk, answer) in trunk.iter().zip(&mut scratch.answers) {
            let Answer { vectors, hidden, wdl, decline } = answer;
            pool::<L>(grid, trunk, &mut scratch.pooled);
            dense::<L>(&net.decline, &scratch.pooled, decline);
            dense::<L>(&net.hidden, &scratch.pooled, hidden);
            hidden.iter_mut().for_each(|value| *value = value.max(0.0));
            dense::<L>(&net.wdl, hidden, wdl);
            squares::<L>(grid, &net.policy, trunk, vectors);
        }
    }
}

impl Block {
    /// What is added to every square after the second convolution: its bias, and what the pooled `inner`
    /// image makes of it.
    ///
    /// # Safety
    /// The machine has the instructions of `L`.
    #[inline(always)]
    pub unsafe fn shift<L: Lanes>(
        &self,
        grid: &Grid,
        inner: &Image,
        pooled: &mut [f32],
        shift: &mut [f32],
    ) {
        match &self.pooled {
            None => shift.copy_from_slice(&self.second.bias),
            // SAFETY: the caller vouches for the instructions; the functions check all lengths.
            Some(layer) => unsafe {
                pool::<L>(grid, inner, pooled);
                dense::<L>(layer, pooled, shift);
                add(&self.second.bias, shift);
            },
        }
    }
}
