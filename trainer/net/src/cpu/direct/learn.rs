//! Convolutions of boards in `f32` by numbers of 16 bits, and back: what learning needs.

use super::super::aligned::Aligned;
use super::super::image::{Grid, Image};
use super::super::layers::Conv;
use super::super::tile_unit::SIDE;
use super::field::Field;
use super::product::Piece;
use super::shorts::{interleave, room, round, summed, transpose, zeros};
use super::unit::Unit;
use super::weigh::{FOUR, Factors, SQUARE, place_of, weigh};
use super::weights::{TAPS, laid_out};
use crate::layer::{Layer, Weights};

/// What becomes of the sums of a convolution. No closure: those are compiled without the instructions of vectors.
pub trait Take {
    /// Takes 16 sums: of which position, the number of the square among those of an image, and the first channel.
    ///
    /// # Safety
    /// The machine has the instructions for it, and there are as many sums.
    unsafe fn take(&mut self, position: usize, square: usize, channel: usize, sums: *const f32);
}

/// Buffers for some positions on one board.
#[derive(Debug)]
pub struct LearnBuffers {
    unit: Unit,
    field: Field,
    positions: Vec<Position>,
    /// Sums of 16 outputs, `[point][output]`.
    sums: Aligned,
}

/// Numbers of 16 bits, by the number of their channels: a layer may have other inputs than the next one.
#[derive(Debug)]
struct Position {
    inputs: Vec<Points>,
    gradients: Points,
    /// The gradients as `[point / 2][channel][point % 2]`.
    pairs: Aligned,
}

#[derive(Debug)]
struct Points {
    channels: usize,
    /// `[point][channel]`, zeros but for the squares.
    points: Aligned,
    /// `[channel][point]`
    turned: Aligned,
}

impl Points {
    fn new(field: &Field, channels: usize) -> Self {
        let points = zeros(room(field) * channels);
        Self { channels, turned: points.clone(), points }
    }
}

impl LearnBuffers {
    /// Buffers for `positions` positions on the board of `grid`; the stem reads `depth` channels, the blocks
    /// read and give `channels`.
    pub fn new(unit: Unit, grid: &Grid, positions: usize, [depth, channels]: [usize; 2]) -> Self {
        let field = Field::new(grid.board);
        let mut inputs = vec![channels, depth];
        inputs.dedup();
        let position = |_| Position {
            inputs: inputs.iter().map(|channels| Points::new(&field, *channels)).collect(),
            gradients: Points::new(&field, channels),
            pairs: zeros(summed(&field) * channels),
        };
        let positions = (0..positions).map(position).collect();
        Self { unit, positions, sums: Aligned::zeros(field.sums() * SIDE), field }
    }

    /// Takes over the inputs of a convolution.
    #[inline(always)]
    pub fn read(&mut self, grid: &Grid, images: &[Image]) {
        for (position, image) in self.positions.iter_mut().zip(images) {
            let inputs = position.inputs_of(image.channels);
            round(&self.field, grid, image, &mut inputs.points);
        }
    }

    /// Takes over the gradients of a convolution's sums.
    #[inline(always)]
    pub fn read_gradients(&mut self, grid: &Grid, images: &[Image]) {
        for (position, image) in self.positions.iter_mut().zip(images) {
            assert!(image.channels == position.gradients.channels);
            round(&self.field, grid, image, &mut position.gradients.points);
        }
    }

    /// Convolves what was read of `positions` positions, or the gradients of the sums if `BACK`.
    ///
    /// # Safety
    /// The unit is available, and the layer is laid out for it; the machine has the instructions that `to` needs.
    #[inline(always)]
    pub unsafe fn convolve<const BACK: bool>(
        &mut self,
        grid: &Grid,
        layer: &Conv,
        positions: usize,
        mut to: impl Take,
    ) {
        let Self { unit, field, positions: all, sums } = self;
        assert!(layer.weights.len() * 2 == TAPS * layer.depth * layer.outputs);
        let of_block = layer.weights.len() * SIDE / layer.outputs;
        // SAFETY: the unit is available.
        unsafe { unit.begin(field.height) };
        for (number, position) in all[..positions].iter_mut().enumerate() {
            let inputs = if BACK { &position.gradients } else { &*position.inputs_of(layer.depth) };
            assert!(inputs.channels == layer.depth);
            for (block, weights) in layer.weights.chunks_exact(of_block).enumerate() {
                let piece = Piece {
                    inputs: inputs.points.as_ptr().cast(),
                    weights: weights.as_ptr().cast(),
                    sums: sums.as_mut_ptr(),
                    depth: layer.depth,
                };
                // SAFETY: the caller vouches for the unit, and the buffers are those of the field.
                unsafe { unit.convolve(field, &piece) };
                for (rank, file) in
                    (0..grid.board.height).flat_map(|r| (0..grid.board.width).map(move |f| (r, f)))
                {
                    let sums = &sums[(rank * field.row + file) * SIDE..][..SIDE];
                    let (square, channel) = (grid.square(file, rank), block * SIDE);
                    // SAFETY: the caller vouches for the instructions.
                    unsafe { to.take(number, square, channel, sums.as_ptr()) };
                }
            }
        }
        // SAFETY: the unit is available.
        unsafe { unit.end() };
    }

    /// Adds the products of the inputs and the gradients of the sums, of `positions` positions, to the gradient of
    /// weights: `[tap][depth / 32][outputs / 32][2][2][16][16]`.
    ///
    /// # Safety
    /// The unit is available.
    pub unsafe fn weigh(&mut self, layer: &Conv, positions: usize, of_weights: &mut [f32]) {
        let Self { unit, field, positions: all, .. } = self;
        let factors: Vec<Factors> = all[..positions]
            .iter_mut()
            .map(|position| {
                let Points { channels, points, .. } = &position.gradients;
                interleave(field, points, *channels, &mut position.pairs);
                let gradients = position.pairs.as_ptr().cast();
                let Points { channels, points, turned } = position.inputs_of(layer.depth);
                transpose(points, *channels, turned);
                Factors { inputs: turned.as_ptr().cast(), gradients }
            })
            .collect();
        // SAFETY: the caller vouches for the unit, and the buffers are those of the field.
        unsafe {
            unit.begin(SIDE);
            weigh(*unit, field, &factors, [layer.depth, layer.outputs], of_weights);
            unit.end();
        }
    }
}

impl Position {
    fn inputs_of(&mut self, channels: usize) -> &mut Points {
        let mut inputs = self.inputs.iter_mut();
        inputs
            .find(|points| points.channels == channels)
            .expect("inputs of a layer of this network")
    }
}

/// A convolution for both directions; the second one carries gradients back to the inputs.
pub fn both_ways(layer: &Weights) -> (Conv, Conv) {
    let Layer { inputs, outputs, .. } = layer.layer;
    let mut back =
        Weights::zeros(Layer { inputs: outputs, outputs: inputs, ..layer.layer.clone() });
    back.bias.clear();
    for (number, kernel) in layer.weights.as_chunks::<TAPS>().0.iter().enumerate() {
        let (input, output) = (number % inputs, number / inputs);
        let place = TAPS * (input * outputs + output);
        for (tap, weight) in kernel.iter().enumerate() {
            back.weights[place + TAPS - 1 - tap] = *weight;
        }
    }
    (laid_out(layer, SQUARE), laid_out(&back, SQUARE))
}

/// The gradient of a convolution's kernels as burn lays them out, `[outputs, inputs, 3, 3]`.
pub fn kernel_gradients(conv: &Conv, own: &[f32], [inputs, outputs]: [usize; 2]) -> Vec<f32> {
    let mut kernels = vec![0.0; TAPS * inputs * outputs];
    let blocks = conv.outputs / SQUARE;
    for (number, sums) in own.chunks_exact(FOUR).enumerate() {
        let (block, rest) = (number % blocks, number / blocks);
        let (part, tap) = (rest % (conv.depth / SQUARE), rest / (conv.depth / SQUARE));
        for (place, sum) in sums.iter().enumerate() {
            let [input, output] = place_of(place);
            let (input, output) = (part * SQUARE + input, block * SQUARE + output);
            if input < inputs && output < outputs {
                kernels[TAPS * (output * inputs + input) + tap] = *sum;
            }
        }
    }
    kernels
}
