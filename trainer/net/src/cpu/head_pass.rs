//! All heads of one sample forwards, their losses, and backwards.
//!
//! Layers that read the same are computed side by side, whichever head they belong to.

use std::collections::BTreeMap;
use std::ops::Range;

use super::activation::unpool;
use super::aligned::Aligned;
use super::dense::{add, pool};
use super::head_view::{HeadScratch, Placed, PlacedLayers};
use super::image::{Grid, Image};
use super::lanes::Lanes;
use super::layers::{Dense, Matrix};
use super::operands::Operands;
use crate::batch::BatchRow;
use crate::heads::{self, HEADS};
use crate::layer::{Kind, Weights};

/// The weights of all heads, for both directions.
#[derive(Debug)]
pub struct HeadPass {
    /// What reads the squares of the trunk: 1x1 convolutions.
    squares: Matrix,
    /// The same with inputs and outputs swapped.
    squares_back: Matrix,
    /// What reads the pooled trunk.
    pooled: Dense,
    /// What reads other layers.
    hidden: Vec<Hidden>,
    placed: PlacedLayers,
}

/// Layers that read the same layer behind a ReLU.
#[derive(Debug)]
struct Hidden {
    /// What they read, among the outputs of the layers that read the pooled trunk.
    units: Range<usize>,
    readers: Dense,
    /// Their outputs, among those of all such layers.
    results: Range<usize>,
}

/// Gradients of the weights of the heads, and the losses.
#[derive(Debug)]
pub struct HeadGradients {
    /// `[channels][outputs]`
    squares: Aligned,
    squares_bias: Aligned,
    /// `[2 * channels][outputs]`
    pooled: Aligned,
    pooled_bias: Aligned,
    /// Weights, `[units][outputs]`, and bias.
    hidden: Vec<[Aligned; 2]>,
    /// In the order of the heads.
    pub losses: Vec<f64>,
}

impl HeadPass {
    /// Lays out the layers for blocks of `block` outputs; `channels` is the padded number of the trunk's
    /// channels.
    pub fn new(weights: &[Weights], channels: usize, block: usize) -> Self {
        let heads: Vec<Vec<&Weights>> = HEADS
            .iter()
            .map(|head| {
                let is_its = |w: &&Weights| w.layer.name.split('.').next() == Some(head.name());
                weights.iter().filter(is_its).collect()
            })
            .collect();
        let squares = of_kind(heads.iter().flatten(), Kind::Squares);
        let (mut pooled, mut plain, mut hidden) = (Vec::new(), Vec::new(), Vec::new());
        for head in &heads {
            for layer in of_kind(head.iter(), Kind::Pooled) {
                let readers = readers_of(layer, head);
                if readers.is_empty() {
                    plain.push(layer);
                } else {
                    hidden.push((layer, readers));
                    pooled.push(layer);
                }
            }
        }
        // Hidden layers come first: gradients are summed up in this order, to the last bit.
        pooled.extend(plain);
        let mut outputs = BTreeMap::new();
        place(&squares, 0, &mut outputs);
        place(&pooled, 0, &mut outputs);
        let mut first = 0;
        let hidden = hidden.into_iter().map(|(layer, readers)| {
            let results = first..place(&readers, first, &mut outputs);
            first = results.end;
            let units = outputs[&*layer.layer.name].clone();
            Hidden { units, readers: Dense::side_by_side(&readers), results }
        });
        let hidden = hidden.collect();
        let placed = |weights: &&Weights| Placed {
            layer: weights.layer.clone(),
            outputs: outputs[&*weights.layer.name].clone(),
        };
        let matrix = Matrix::side_by_side(&squares, block);
        let used = squares.iter().map(|layer| layer.layer.outputs).sum();
        Self {
            squares_back: matrix.transposed(used, channels),
            placed: PlacedLayers {
                heads: heads.iter().map(|head| head.iter().map(placed).collect()).collect(),
                width: matrix.outputs,
            },
            squares: matrix,
            pooled: Dense::side_by_side(&pooled),
            hidden,
        }
    }

    /// Buffers for boards of `grid` and a trunk of `channels` channels, padding included.
    pub fn scratch(&self, grid: &Grid, channels: usize) -> HeadScratch {
        let results = self.hidden.last().map_or(0, |hidden| hidden.results.end);
        let layers = [self.squares.outputs, self.pooled.bias.len(), results];
        HeadScratch::new(grid, [self.pooled.inputs / 2, channels], layers)
    }

    /// Adds the gradients of all parameters, by their names and as burn lays them out, to `named`.
    pub fn name(&self, own: &HeadGradients, named: &mut BTreeMap<String, Vec<f32>>) {
        for Placed { layer, outputs } in self.placed.heads.iter().flatten() {
            let (weights, bias) = match layer.kind {
                Kind::Squares => {
                    let rows = || own.squares.chunks_exact(self.squares.outputs);
                    let column = |output| rows().map(move |row| row[output]);
                    (outputs.clone().flat_map(column).collect(), &own.squares_bias[outputs.clone()])
                }
                Kind::After(_) => {
                    let holds = |h: &(&Hidden, _)| h.0.results.contains(&outputs.start);
                    let found = self.hidden.iter().zip(&own.hidden).find(holds);
                    let (hidden, [weights, bias]) = found.expect("all such layers are placed");
                    let first = outputs.start - hidden.results.start;
                    let outputs = first..first + outputs.len();
                    (columns(weights, bias.len(), &outputs), &bias[outputs])
                }
                _ => {
                    let bias = &own.pooled_bias;
                    (columns(&own.pooled, bias.len(), outputs), &bias[outputs.clone()])
                }
            };
            let [(weight, _), (of_bias, _)] = layer.parameters();
            named.insert(weight, weights);
            named.insert(of_bias, bias.to_vec());
        }
    }
}

/// Layers of one kind.
fn of_kind<'a, 'b: 'a>(
    layers: impl Iterator<Item = &'a &'b Weights>,
    kind: Kind,
) -> Vec<&'b Weights> {
    layers.copied().filter(|weights| weights.layer.kind == kind).collect()
}

/// The layers of a head that read `layer`.
fn readers_of<'a>(layer: &Weights, head: &[&'a Weights]) -> Vec<&'a Weights> {
    let reads = |weights: &&&Weights| match weights.layer.kind {
        Kind::After(read) => layer.layer.name.rsplit('.').next() == Some(read),
        _ => false,
    };
    head.iter().filter(reads).copied().collect()
}

/// Places layers side by side, from output `first` on; gives the place behind them.
fn place<'a>(
    layers: &[&'a Weights],
    first: usize,
    outputs: &mut BTreeMap<&'a str, Range<usize>>,
) -> usize {
    layers.iter().fold(first, |first, weights| {
        let behind = first + weights.layer.outputs;
        outputs.insert(&weights.layer.name, first..behind);
        behind
    })
}

/// Some of the columns of a matrix with rows of `width` values.
fn columns(values: &[f32], width: usize, columns: &Range<usize>) -> Vec<f32> {
    values.chunks_exact(width).flat_map(|row| &row[columns.clone()]).copied().collect()
}

impl HeadGradients {
    /// No gradients yet.
    pub fn zeros(pass: &HeadPass) -> Self {
        let of = |dense: &Dense| [dense.weights.len(), dense.bias.len()].map(Aligned::zeros);
        let [pooled, pooled_bias] = of(&pass.pooled);
        Self {
            squares: Aligned::zeros(pass.squares.depth * pass.squares.outputs),
            squares_bias: Aligned::zeros(pass.squares.outputs),
            pooled,
            pooled_bias,
            hidden: pass.hidden.iter().map(|hidden| of(&hidden.readers)).collect(),
            losses: vec![0.0; heads::loss_kinds().len()],
        }
    }

    /// All gradients.
    pub fn all(&self) -> impl Iterator<Item = &Aligned> {
        let Self { squares, squares_bias, pooled, pooled_bias, hidden, .. } = self;
        [squares, squares_bias, pooled, pooled_bias].into_iter().chain(hidden.iter().flatten())
    }

    /// All gradients.
    pub fn all_mut(&mut self) -> impl Iterator<Item = &mut Aligned> + Send {
        let Self { squares, squares_bias, pooled, pooled_bias, hidden, .. } = self;
        [squares, squares_bias, pooled, pooled_bias].into_iter().chain(hidden.iter_mut().flatten())
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
        judge(pass, scratch);
        scratch.of_vectors.fill(0.0);
        scratch.of_outputs.fill(0.0);
        scratch.of_results.fill(0.0);
        heads::compare(&pass.placed, scratch, row, weights, &mut gradients.losses);
        judge_back(pass, scratch, gradients);
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

/// The layers that read the pooled trunk, and those that read them.
#[inline(always)]
fn judge(pass: &HeadPass, scratch: &mut HeadScratch) {
    let HeadScratch { pooled, inputs, outputs, units, results, .. } = scratch;
    let (half, padded) = (inputs.len() / 2, pooled.len() / 2);
    inputs[..half].copy_from_slice(&pooled[..half]);
    inputs[half..].copy_from_slice(&pooled[padded..][..half]);
    pass.pooled.forward(inputs, outputs);
    for hidden in &pass.hidden {
        let units = &mut units[hidden.units.clone()];
        let outputs = &outputs[hidden.units.clone()];
        units.iter_mut().zip(outputs).for_each(|(unit, output)| *unit = output.max(0.0));
        hidden.readers.forward(units, &mut results[hidden.results.clone()]);
    }
}

/// The adjoint of [`judge`].
#[inline(always)]
fn judge_back(pass: &HeadPass, scratch: &mut HeadScratch, gradients: &mut HeadGradients) {
    let HeadGradients { pooled, pooled_bias, hidden: of_hidden, .. } = gradients;
    let HeadScratch { inputs, of_inputs, of_outputs, units, of_units, of_results, .. } = scratch;
    for (hidden, [weights, bias]) in pass.hidden.iter().zip(of_hidden) {
        let (units, of_units) = (&units[hidden.units.clone()], &mut of_units[hidden.units.clone()]);
        let of_results = &of_results[hidden.results.clone()];
        hidden.readers.back((units, of_results), (weights, bias), of_units);
        let of_outputs = &mut of_outputs[hidden.units.clone()];
        for ((of_output, of_unit), unit) in of_outputs.iter_mut().zip(&*of_units).zip(units) {
            *of_output = if *unit > 0.0 { *of_unit } else { 0.0 };
        }
    }
    pass.pooled.back((inputs, of_outputs), (pooled, pooled_bias), of_inputs);
    let (half, padded) = (of_inputs.len() / 2, scratch.of_pooled.len() / 2);
    scratch.of_pooled[..half].copy_from_slice(&of_inputs[..half]);
    scratch.of_pooled[padded..][..half].copy_from_slice(&of_inputs[half..]);
}
