//! One position through all layers.

use imperial_engine::{Action, BoardShape, Choice, Wdl};

use super::aligned::Aligned;
use super::conv::{Buffers, Finish, convolve, transform};
use super::dense::{add, dense, pool, squares};
use super::image::{Grid, Image};
use super::lanes::Lanes;
use super::winograd::POINTS;
use super::{Conditioning, CpuNet, kernel};

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

impl Scratch {
    /// Buffers for `net` on `board`.
    pub fn new(net: &CpuNet, board: BoardShape) -> Self {
        let grid = Grid::new(board);
        let planes = net.config().planes;
        let padded = planes.next_multiple_of(net.kernel().width());
        let widest = net.trunk.channels.max(padded);
        Self {
            grid,
            planes: vec![0.0; planes * board.squares()],
            input: Image::new(&grid, padded),
            trunk: Image::new(&grid, net.trunk.channels),
            inner: Image::new(&grid, net.trunk.channels),
            transformed: Aligned::zeros(POINTS * grid.tiles * widest),
            sums: Aligned::zeros(POINTS * grid.tiles * net.kernel().block()),
            pooled: Aligned::zeros(2 * net.trunk.channels),
            shift: Aligned::zeros(net.trunk.channels),
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
        kernel::run(net.kernel(), net, conditioning, self);
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
    input.interleave(grid, planes);
    // SAFETY: the caller vouches for the instructions; the functions check all lengths.
    unsafe {
        transform::<L>(&mut buffers, input, net.trunk.stem.depth);
        convolve::<L>(&mut buffers, &net.trunk.stem, conditioning.stem.relu(), trunk);
        for (block, affine) in net.trunk.blocks.iter().zip(&conditioning.blocks) {
            transform::<L>(&mut buffers, trunk, block.first.depth);
            convolve::<L>(&mut buffers, &block.first, affine.relu(), inner);
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
            convolve::<L>(&mut buffers, &block.second, Finish::Residual { shift }, trunk);
        }
        pool::<L>(grid, trunk, &mut scratch.pooled);
        dense::<L>(&net.decline, &scratch.pooled, &mut scratch.decline);
        dense::<L>(&net.hidden, &scratch.pooled, &mut scratch.hidden);
        scratch.hidden.iter_mut().for_each(|value| *value = value.max(0.0));
        dense::<L>(&net.wdl, &scratch.hidden, &mut scratch.wdl);
        squares::<L>(grid, &net.policy, trunk, &mut scratch.vectors);
    }
}
