//! The heads as learning needs them: weights, gradients and buffers.

use super::aligned::Aligned;
use super::image::Grid;
use super::layers::{Dense, Matrix};
use crate::Network;

/// The weights of all heads, for both directions.
#[derive(Debug)]
pub struct HeadPass {
    /// All 1x1 convolutions side by side, in the order of [`Columns`].
    pub squares: Matrix,
    /// The same with inputs and outputs swapped.
    pub squares_back: Matrix,
    pub columns: Columns,
    /// What reads the pooled trunk: the value's hidden units, declining, declining in the reply.
    pub pooled: Dense,
    /// From the hidden units to attackers win, draw, defenders win and plies left.
    pub value: Dense,
    pub hidden: usize,
}

/// Where the outputs of the 1x1 convolutions stand: F, T and victim of the policy, the same of the reply
/// if there is such a head, and a value for everything that a square can hold at the end.
#[derive(Clone, Copy, Debug)]
pub struct Columns {
    /// Length of F and of T.
    pub d: usize,
    /// First column of the reply.
    pub reply: Option<usize>,
    /// First column of the end.
    pub occupancy: usize,
    /// Number of things that a square can hold; 0 without such a head.
    pub contents: usize,
}

impl Columns {
    /// First column of the policy.
    pub const POLICY: usize = 0;

    /// All columns in use.
    pub fn count(self) -> usize {
        self.occupancy + self.contents
    }
}

/// Gradients of the weights of the heads.
#[derive(Debug)]
pub struct HeadGradients {
    /// `[channels][columns]`
    pub squares: Aligned,
    /// Columns in a row of `squares`, padding included.
    pub width: usize,
    pub squares_bias: Aligned,
    /// `[2 * channels][outputs]`
    pub pooled: Aligned,
    pub pooled_bias: Aligned,
    /// `[hidden][4]`
    pub value: Aligned,
    pub value_bias: Aligned,
}

/// What the heads compute about one sample, and its gradients. Squares are those of an image from the first
/// to the last one of the board, so that they lie evenly; gradients of those between the rows stay 0.
#[derive(Debug)]
pub struct HeadScratch {
    /// `[square][column]`
    pub vectors: Aligned,
    pub of_vectors: Aligned,
    /// Means and maxima of all channels, padding included, and without it.
    pub pooled: Aligned,
    pub of_pooled: Aligned,
    pub inputs: Vec<f32>,
    pub of_inputs: Vec<f32>,
    /// Of the layers that read the pooled trunk.
    pub outputs: Vec<f32>,
    pub of_outputs: Vec<f32>,
    pub hidden: Vec<f32>,
    pub of_hidden: Vec<f32>,
    /// Logits of the results, and plies left.
    pub results: [f32; 4],
    pub of_results: [f32; 4],
    /// Logits of the moves of a list, and of what a square holds.
    pub logits: Vec<f32>,
    /// Numbers of the board's squares among those above.
    pub places: Vec<usize>,
}

impl HeadPass {
    /// Copies the weights of `network` for blocks of `block` outputs; `channels` is the padded number of
    /// the trunk's channels.
    pub fn new(network: &Network, channels: usize, block: usize) -> Self {
        let Network { policy, value, reply, occupancy, .. } = network;
        let config = network.config();
        let mut convs = vec![&policy.squares, &policy.victim];
        let mut pooled = vec![&value.hidden, &policy.decline];
        if let Some(reply) = reply {
            convs.extend([&reply.squares, &reply.victim]);
            pooled.push(&reply.decline);
        }
        convs.extend(occupancy.iter().map(|head| &head.squares));
        let moves = 2 * config.policy_width + 1;
        let columns = Columns {
            d: config.policy_width,
            reply: reply.is_some().then_some(moves),
            occupancy: if reply.is_some() { 2 * moves } else { moves },
            contents: config.contents,
        };
        let squares = Matrix::side_by_side(&convs, block);
        Self {
            squares_back: squares.transposed(columns.count(), channels),
            squares,
            columns,
            pooled: Dense::side_by_side(&pooled),
            value: Dense::side_by_side(&[&value.wdl, &value.plies_left]),
            hidden: config.value_hidden,
        }
    }
}

impl HeadGradients {
    /// No gradients yet.
    pub fn zeros(pass: &HeadPass) -> Self {
        Self {
            squares: Aligned::zeros(pass.squares.depth * pass.squares.outputs),
            width: pass.squares.outputs,
            squares_bias: Aligned::zeros(pass.squares.outputs),
            pooled: Aligned::zeros(pass.pooled.weights.len()),
            pooled_bias: Aligned::zeros(pass.pooled.bias.len()),
            value: Aligned::zeros(pass.value.weights.len()),
            value_bias: Aligned::zeros(pass.value.bias.len()),
        }
    }

    /// All of them.
    pub fn all(&self) -> [&Aligned; 6] {
        let Self { squares, squares_bias, pooled, pooled_bias, value, value_bias, .. } = self;
        [squares, squares_bias, pooled, pooled_bias, value, value_bias]
    }

    /// All of them.
    pub fn all_mut(&mut self) -> [&mut Aligned; 6] {
        let Self { squares, squares_bias, pooled, pooled_bias, value, value_bias, .. } = self;
        [squares, squares_bias, pooled, pooled_bias, value, value_bias]
    }
}

impl HeadScratch {
    /// Buffers for boards of `grid` and a trunk of `channels` channels, padding included.
    pub fn new(pass: &HeadPass, grid: &Grid, channels: usize) -> Self {
        let first = grid.square(0, 0);
        let places: Vec<usize> = grid.squares().map(|square| square - first).collect();
        let room = (places[places.len() - 1] + 1) * pass.squares.outputs;
        let (inputs, outputs) = (pass.pooled.inputs, pass.pooled.bias.len());
        Self {
            vectors: Aligned::zeros(room),
            of_vectors: Aligned::zeros(room),
            pooled: Aligned::zeros(2 * channels),
            of_pooled: Aligned::zeros(2 * channels),
            inputs: vec![0.0; inputs],
            of_inputs: vec![0.0; inputs],
            outputs: vec![0.0; outputs],
            of_outputs: vec![0.0; outputs],
            hidden: vec![0.0; pass.hidden],
            of_hidden: vec![0.0; pass.hidden],
            results: [0.0; 4],
            of_results: [0.0; 4],
            logits: Vec::new(),
            places,
        }
    }
}
