//! The trunk, laid out for the CPU, and what a rule set does to it.

use super::aligned::Aligned;
use super::conv::Finish;
use super::layers::{Conv, Matrix};
use crate::NetConfig;
use crate::layer::{Weights, block_part, find, named};

/// The convolutional body.
#[derive(Debug)]
pub struct CpuTrunk {
    pub stem: Conv,
    pub blocks: Vec<Block>,
    /// Channels, padded to whole blocks of outputs.
    pub channels: usize,
}

/// A residual block.
#[derive(Debug)]
pub struct Block {
    pub first: Conv,
    pub second: Conv,
    pub pooled: Option<Matrix>,
}

/// What a rule set does to the stem and the blocks.
#[derive(Clone, Debug)]
pub struct Conditioning {
    pub stem: Affine,
    pub blocks: Vec<Affine>,
}

/// `sum * scale + shift` per channel, the convolution's own bias included.
#[derive(Clone, Debug)]
pub struct Affine {
    pub scale: Aligned,
    pub shift: Aligned,
}

impl CpuTrunk {
    /// Lays out the weights for blocks of `block` outputs; `conv` does it for convolutions.
    pub fn new(
        weights: &[Weights],
        config: &NetConfig,
        block: usize,
        conv: impl Fn(&Weights) -> Conv,
    ) -> Self {
        let stem = conv(named(weights, "trunk", "stem"));
        let channels = stem.outputs;
        let blocks = (0..config.blocks).map(|number| {
            let part = block_part(number);
            let [first, second] = ["first", "second"].map(|name| conv(named(weights, &part, name)));
            Block { first, second, pooled: Block::pooled(weights, &part, channels, block) }
        });
        Self { blocks: blocks.collect(), stem, channels }
    }

    /// The stem and both convolutions of every block.
    pub fn convs(&self) -> impl Iterator<Item = &Conv> {
        let blocks = self.blocks.iter().flat_map(|block| [&block.first, &block.second]);
        std::iter::once(&self.stem).chain(blocks)
    }
}

impl Block {
    /// The pooled layer of the block that is this part of the trunk, if it has one.
    pub fn pooled(
        weights: &[Weights],
        part: &str,
        channels: usize,
        block: usize,
    ) -> Option<Matrix> {
        find(weights, part, "pooled").map(|layer| Matrix::pooled(layer, channels, block))
    }
}

impl Conditioning {
    /// Room for the scales and shifts of the stem and of `blocks` blocks.
    pub fn zeros(blocks: usize, channels: usize) -> Self {
        let zeros = Affine { scale: Aligned::zeros(channels), shift: Aligned::zeros(channels) };
        Self { blocks: vec![zeros.clone(); blocks], stem: zeros }
    }

    /// Those of the stem and then of every block.
    pub fn affines(&self) -> impl Iterator<Item = &Affine> {
        std::iter::once(&self.stem).chain(&self.blocks)
    }

    /// Those of the stem and then of every block.
    pub fn affines_mut(&mut self) -> impl Iterator<Item = &mut Affine> {
        std::iter::once(&mut self.stem).chain(&mut self.blocks)
    }
}

impl Affine {
    /// Applied after a convolution and before a ReLU.
    pub fn relu(&self) -> Finish<'_> {
        Finish::Relu { scale: &self.scale, shift: &self.shift }
    }
}
