//! All heads of one sample forwards, their losses, and backwards.
//!
//! Layers that read the same are computed side by side, whichever head they belong to.

use std::collections::BTreeMap;
use std::ops::Range;

use super::activation::unpool;
use super::aligned::Aligned;
use super::dense::pool;
use super::head_view::{HeadScratch, Placed, PlacedLayers};
use super::image::{Grid, Image};
use super::lanes::Lanes;
use super::layers::{Dense, Matrix};
use super::operands::Operands;
use super::sums::add;
use crate::batch::BatchRow;
use crate::heads::{self, HEADS, Head};
use crate::layer::{Kind, Weights};

/// The weights of all heads, for both directions.
#[derive(Debug)]
pub struct HeadPass {
    /// What reads the squares of the trunk: 1x1 convolutions.
    squares: Matrix,
    /// The same with inputs and outputs swapped.
    squares_back: Matrix,
    /// What reads the pooled trunk, and then what reads each hidden layer.
    dense: Vec<Readers>,
    placed: PlacedLayers,
}

/// Dense layers that read the same, side by side.
#[derive(Debug)]
struct Readers {
    layers: Dense,
    /// The outputs that they read, behind a ReLU; those that read the pooled trunk read none.
    read: Range<usize>,
    /// Their own outputs.
    outputs: Range<usize>,
}

/// Gradients of the weights of the heads, and the losses.
#[derive(Debug)]
pub struct HeadGradients {
    /// `[channels][outputs]`
    squares: Aligned,
    squares_bias: Aligned,
    /// Of each group of dense layers the weights, `[inputs][outputs]`, and the bias.
    dense: Vec<[Aligned; 2]>,
    /// In the order of the heads.
    pub losses: Vec<f64>,
}

impl HeadPass {
    /// Lays out the layers for blocks of `block` outputs; `channels` is the padded number of the trunk's
    /// channels.
    pub fn new(weights: &[Weights], channels: usize, block: usize) -> Self {
        let of_head = |head: &&dyn Head| -> Vec<&Weights> {
            weights.iter().filter(|weights| part_of(weights) == head.name()).collect()
        };
        let heads: Vec<Vec<&Weights>> = HEADS.iter().map(of_head).collect();
        let all = || heads.iter().flatten().copied();
        let of_kind = |kind| all().filter(move |weights| weights.layer.kind == kind);
        let readers_of = |layer: &Weights| -> Vec<&Weights> {
            all().filter(|reader| reads(reader, layer)).collect()
        };
        let squares: Vec<&Weights> = of_kind(Kind::Squares).collect();
        let (mut pooled, plain): (Vec<&Weights>, Vec<&Weights>) =
            of_kind(Kind::Pooled).partition(|layer| !readers_of(layer).is_empty());
        let hidden = pooled.clone();
        // Hidden layers come first: gradients are summed up in this order, to the last bit.
        pooled.extend(plain);
        let mut places = BTreeMap::new();
        place(&squares, 0, &mut places);
        let outputs = place(&pooled, 0, &mut places);
        let mut dense = vec![Readers { layers: Dense::side_by_side(&pooled), read: 0..0, outputs }];
        for layer in hidden {
            let (readers, first) = (readers_of(layer), dense[dense.len() - 1].outputs.end);
            let outputs = place(&readers, first, &mut places);
            let (layers, read) =
                (Dense::side_by_side(&readers), places[&*layer.layer.name].clone());
            dense.push(Readers { layers, read, outputs });
        }
        let placed = |weights: &&Weights| Placed {
            layer: weights.layer.clone(),
            outputs: places[&*weights.layer.name].clone(),
        };
        let heads = heads.iter().map(|head| head.iter().map(placed).collect()).collect();
        let used = squares.iter().map(|layer| layer.layer.outputs).sum();
        let squares = Matrix::side_by_side(&squares, block);
        let placed = PlacedLayers { heads, width: squares.outputs };
        Self { squares_back: squares.transposed(used, channels), squares, dense, placed }
    }

    /// Buffers for boards of `grid` and a trunk of `channels` channels, padding included.
    pub fn scratch(&self, grid: &Grid, channels: usize) -> HeadScratch {
        let outputs = self.dense.last().map_or(0, |readers| readers.outputs.end);
        let inputs = self.dense[0].layers.inputs / 2;
        HeadScratch::new(grid, [inputs, channels], [self.squares.outputs, outputs])
    }

    /// Adds the gradients of all parameters, by their names and as burn lays them out, to `named`.
    pub fn name(&self, own: &HeadGradients, named: &mut BTreeMap<String, Vec<f32>>) {
        for Placed { layer, outputs } in self.placed.heads.iter().flatten() {
            let [(weight, _), (bias, _)] = layer.parameters();
            if layer.kind == Kind::Squares {
                let rows = || own.squares.chunks_exact(self.squares.outputs);
                let column = |output| rows().map(move |row| row[output]);
                named.insert(weight, outputs.clone().flat_map(column).collect());
                named.insert(bias, own.squares_bias[outputs.clone()].to_vec());
                continue;
            }
            let of_group = |(readers, _): &(&Readers, _)| readers.outputs.contains(&outputs.start);
            let Some((readers, [weights, of_bias])) =
                self.dense.iter().zip(&own.dense).find(of_group)
            else {
                continue;
            };
            let first = outputs.start - readers.outputs.start;
            let columns = first..first + outputs.len();
            let rows = weights.chunks_exact(of_bias.len());
            named.insert(weight, rows.flat_map(|row| &row[columns.clone()]).copied().collect());
            named.insert(bias, of_bias[columns].to_vec());
        }
    }
}

/// The first part of a layer's name.
fn part_of(weights: &Weights) -> &str {
    weights.layer.name.split('.').next().unwrap_or_default()
}

/// Whether a layer reads another one.
fn reads(reader: &Weights, layer: &Weights) -> bool {
    match reader.layer.kind {
        Kind::After(read) => layer.layer.is(part_of(reader), read),
        _ => false,
    }
}

/// Places layers side by side, from output `first` on; gives their outputs.
fn place<'a>(
    layers: &[&'a Weights],
    first: usize,
    places: &mut BTreeMap<&'a str, Range<usize>>,
) -> Range<usize> {
    let mut next = first;
    for weights in layers {
        let outputs = next..next + weights.layer.outputs;
        next = outputs.end;
        places.insert(&weights.layer.name, outputs);
    }
    first..next
}

impl HeadGradients {
    /// No gradients yet.
    pub fn zeros(pass: &HeadPass) -> Self {
        let of_group = |readers: &Readers| {
            [readers.layers.weights.len(), readers.layers.bias.len()].map(Aligned::zeros)
        };
        Self {
            squares: Aligned::zeros(pass.squares.depth * pass.squares.outputs),
            squares_bias: Aligned::zeros(pass.squares.outputs),
            dense: pass.dense.iter().map(of_group).collect(),
            losses: vec![0.0; heads::loss_kinds().len()],
        }
    }

    /// All gradients.
    pub fn all(&self) -> impl Iterator<Item = &Aligned> {
        [&self.squares, &self.squares_bias].into_iter().chain(self.dense.iter().flatten())
    }

    /// All gradients.
    pub fn all_mut(&mut self) -> impl Iterator<Item = &mut Aligned> + Send {
        let Self { squares, squares_bias, dense, .. } = self;
        [squares, squares_bias].into_iter().chain(dense.iter_mut().flatten())
    }
}

/// Runs the heads on the trunk's output and compares with what they should say about a sample, `weights`
/// being those of the losses: adds to `gradients` and sets the gradient of the trunk's output.
///
/// # Safety
/// The machine has the instructions of `L`.
#[inline(always)]
pub unsafe fn learn<L: Lanes>(
    pass: &HeadPass,
    grid: &Grid,
    trunk: &Image,
    (row, weights): (BatchRow<'_>, &[f32]),
    scratch: &mut HeadScratch,
    gradients: &mut HeadGradients,
    gradient: &mut Image,
) {
    // SAFETY: the caller vouches for the instructions; the functions check all lengths.
    unsafe {
        pool::<L>(grid, trunk, &mut scratch.pooled);
        look::<L>(pass, grid, trunk, scratch);
        run_dense(pass, scratch);
        scratch.of_vectors.fill(0.0);
        scratch.of_outputs.fill(0.0);
        heads::compare(&pass.placed, scratch, row, weights, &mut gradients.losses);
        run_dense_back(pass, scratch, gradients);
        look_back::<L>(pass, grid, trunk, scratch, gradients, gradient);
        let HeadScratch { pooled, of_pooled, .. } = scratch;
        unpool::<L>(grid, (trunk, pooled), of_pooled, gradient);
    }
}

/// The 1x1 convolutions.
///
/// # Safety
/// As for [`learn`].
#[inline(always)]
unsafe fn look<L: Lanes>(pass: &HeadPass, grid: &Grid, trunk: &Image, scratch: &mut HeadScratch) {
    let (layer, vectors) = (&pass.squares, &mut scratch.vectors);
    let (first, squares) = (grid.square(0, 0), vectors.len() / layer.outputs);
    assert!(trunk.fits(grid) && layer.depth <= trunk.channels);
    assert!((first + squares) * trunk.channels <= trunk.values.len());
    assert!(layer.weights.len() == layer.depth * layer.outputs);
    for block in (0..layer.outputs).step_by(L::BLOCK) {
        // SAFETY: the lengths were checked above.
        unsafe {
            let at = Operands {
                input: trunk.values.as_ptr().add(first * trunk.channels),
                input_stride: trunk.channels,
                weights: layer.weights.as_ptr().add(block * layer.depth),
                weights_stride: L::BLOCK,
                output: vectors.as_mut_ptr().add(block),
                output_stride: layer.outputs,
                next: std::ptr::null(),
            };
            L::product::<false>(at, layer.depth, squares);
        }
    }
    vectors.chunks_exact_mut(layer.outputs).for_each(|square| add(&layer.bias, square));
}

/// The adjoint of [`look`]: sets the gradient of the trunk's output.
///
/// # Safety
/// As for [`learn`].
#[inline(always)]
unsafe fn look_back<L: Lanes>(
    pass: &HeadPass,
    grid: &Grid,
    trunk: &Image,
    scratch: &HeadScratch,
    gradients: &mut HeadGradients,
    gradient: &mut Image,
) {
    let (layer, back, of_vectors) = (&pass.squares, &pass.squares_back, &scratch.of_vectors);
    let (first, squares) = (grid.square(0, 0), of_vectors.len() / layer.outputs);
    let (channels, width) = (trunk.channels, layer.outputs);
    assert!(trunk.fits(grid) && gradient.fits(grid) && gradient.channels == channels);
    assert!((first + squares) * channels <= trunk.values.len());
    assert!(gradients.squares.len() == layer.depth * width && back.depth <= width);
    assert!(back.outputs == channels && back.weights.len() == back.depth * channels);
    for block in (0..width).step_by(L::BLOCK) {
        // SAFETY: the lengths were checked above.
        unsafe {
            let at = Operands {
                input: trunk.values.as_ptr().add(first * channels),
                input_stride: channels,
                weights: of_vectors.as_ptr().add(block),
                weights_stride: width,
                output: gradients.squares.as_mut_ptr().add(block),
                output_stride: width,
                next: std::ptr::null(),
            };
            L::product::<true>(at, squares, layer.depth);
        }
    }
    of_vectors.chunks_exact(width).for_each(|square| add(square, &mut gradients.squares_bias));
    gradient.values.fill(0.0);
    for block in (0..channels).step_by(L::BLOCK) {
        // SAFETY: the lengths were checked above.
        unsafe {
            let at = Operands {
                input: of_vectors.as_ptr(),
                input_stride: width,
                weights: back.weights.as_ptr().add(block * back.depth),
                weights_stride: L::BLOCK,
                output: gradient.values.as_mut_ptr().add(first * channels + block),
                output_stride: channels,
                next: std::ptr::null(),
            };
            L::product::<false>(at, back.depth, squares);
        }
    }
}

/// The dense layers.
#[inline(always)]
fn run_dense(pass: &HeadPass, scratch: &mut HeadScratch) {
    let HeadScratch { pooled, inputs, outputs, units, .. } = scratch;
    let (half, padded) = (inputs.len() / 2, pooled.len() / 2);
    inputs[..half].copy_from_slice(&pooled[..half]);
    inputs[half..].copy_from_slice(&pooled[padded..][..half]);
    for (index, Readers { layers, read, outputs: own }) in pass.dense.iter().enumerate() {
        let (outputs, rest) = outputs.split_at_mut(own.start);
        let units = &mut units[read.clone()];
        let read = &outputs[read.clone()];
        units.iter_mut().zip(read).for_each(|(unit, output)| *unit = output.max(0.0));
        layers.forward(if index == 0 { inputs } else { units }, &mut rest[..own.len()]);
    }
}

/// The adjoint of [`run_dense`].
#[inline(always)]
fn run_dense_back(pass: &HeadPass, scratch: &mut HeadScratch, gradients: &mut HeadGradients) {
    let HeadScratch { inputs, of_inputs, of_outputs, units, .. } = scratch;
    for (readers, [weights, bias]) in pass.dense.iter().zip(&mut gradients.dense).rev() {
        let Readers { layers, read, outputs: own } = readers;
        let (of_outputs, rest) = of_outputs.split_at_mut(own.start);
        let of_own = &rest[..own.len()];
        if own.start == 0 {
            layers.back((inputs, of_own), (weights, bias), of_inputs);
            continue;
        }
        let (units, of_units) = (&units[read.clone()], &mut of_outputs[read.clone()]);
        layers.back((units, of_own), (weights, bias), of_units);
        for (of_unit, unit) in of_units.iter_mut().zip(units) {
            *of_unit = if *unit > 0.0 { *of_unit } else { 0.0 };
        }
    }
    let (half, padded) = (of_inputs.len() / 2, scratch.of_pooled.len() / 2);
    scratch.of_pooled[..half].copy_from_slice(&of_inputs[..half]);
    scratch.of_pooled[padded..][..half].copy_from_slice(&of_inputs[half..]);
}
