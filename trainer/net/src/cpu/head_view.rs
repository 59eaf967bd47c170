//! What the heads see of one sample: outputs of their layers, and room for the gradients of these.

use std::ops::Range;

use super::aligned::Aligned;
use super::image::Grid;
use crate::layer::Layer;

/// A layer of a head, and its place among the outputs of all layers that read the same.
#[derive(Clone, Debug)]
pub struct Placed {
    pub layer: Layer,
    pub outputs: Range<usize>,
}

/// The layers of all heads.
#[derive(Debug)]
pub struct PlacedLayers {
    /// By head, in the order of their list.
    pub heads: Vec<Vec<Placed>>,
    /// Outputs of all layers that read squares, padding included.
    pub width: usize,
}

/// What the heads compute about one sample, and its gradients. Squares are those of an image from the first
/// to the last one of the board, so that they lie evenly; gradients of those between the rows stay 0.
#[derive(Debug)]
pub struct HeadScratch {
    /// Outputs of the layers that read squares: `[square][output]`.
    pub vectors: Aligned,
    pub of_vectors: Aligned,
    /// Means and maxima of all channels, padding included, and without it.
    pub pooled: Aligned,
    pub of_pooled: Aligned,
    pub inputs: Vec<f32>,
    pub of_inputs: Vec<f32>,
    /// Outputs of the layers that read these, and behind them of those that read other layers.
    pub outputs: Vec<f32>,
    pub of_outputs: Vec<f32>,
    /// The outputs behind a ReLU, where layers read that.
    pub units: Vec<f32>,
    /// Room for logits.
    pub logits: Vec<f32>,
    /// Numbers of the board's squares among those above.
    pub places: Vec<usize>,
}

impl HeadScratch {
    /// Buffers for boards of `grid` and a trunk of `channels` channels, `padded` with the padding;
    /// `squares` is the number of outputs of the layers that read squares, `outputs` that of the others.
    pub fn new(
        grid: &Grid,
        [channels, padded]: [usize; 2],
        [squares, outputs]: [usize; 2],
    ) -> Self {
        let first = grid.square(0, 0);
        let places: Vec<usize> = grid.squares().map(|square| square - first).collect();
        let room = places.last().map_or(0, |last| (last + 1) * squares);
        Self {
            vectors: Aligned::zeros(room),
            of_vectors: Aligned::zeros(room),
            pooled: Aligned::zeros(2 * padded),
            of_pooled: Aligned::zeros(2 * padded),
            inputs: vec![0.0; 2 * channels],
            of_inputs: vec![0.0; 2 * channels],
            outputs: vec![0.0; outputs],
            of_outputs: vec![0.0; outputs],
            units: vec![0.0; outputs],
            logits: Vec::new(),
            places,
        }
    }
}

/// What one head sees. [`place`](Self::place) says where the outputs of its layers lie: among
/// `scratch.vectors` if it reads squares, else among `scratch.outputs`. Their gradients are 0 until the head
/// sets them.
#[derive(Debug)]
pub struct View<'a> {
    layers: &'a [Placed],
    /// Outputs of a square lie so far from those of the next.
    pub width: usize,
    pub scratch: &'a mut HeadScratch,
}

impl<'a> View<'a> {
    /// What head number `head` sees, if the network has it.
    pub fn new(all: &'a PlacedLayers, head: usize, scratch: &'a mut HeadScratch) -> Option<Self> {
        let layers = &*all.heads[head];
        (!layers.is_empty()).then_some(Self { layers, width: all.width, scratch })
    }

    /// Where the outputs of a layer of the head lie.
    ///
    /// # Panics
    /// When the head has no such layer.
    pub fn place(&self, name: &str) -> Range<usize> {
        let is_it = |placed: &&Placed| placed.layer.name.rsplit('.').next() == Some(name);
        self.layers.iter().find(is_it).expect("a head knows its layers").outputs.clone()
    }
}
