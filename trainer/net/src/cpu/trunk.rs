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

    /// Takes scale and shift of the stem and of every block, of `channels` values each, from `affines`.
    pub fn read(&mut self, affines: &[f32], channels: usize) {
        let all = std::iter::once(&mut self.stem).chain(&mut self.blocks);
        for (affine, both) in all.zip(affines.chunks_exact(2 * channels)) {
            affine.scale.fill(0.0);
            affine.shift.fill(0.0);
            affine.scale[..channels].copy_from_slice(&both[..channels]);
            affine.shift[..channels].copy_from_slice(&both[channels..]);
        }
    }

    /// The reverse of [`read`](Self::read).
    pub fn write(&self, affines: &mut [f32], channels: usize) {
        let all = std::iter::once(&self.stem).chain(&self.blocks);
        for (both, affine) in affines.chunks_exact_mut(2 * channels).zip(all) {
            let (scale, shift) = both.split_at_mut(channels);
            scale.copy_from_slice(&affine.scale[..channels]);
            shift.copy_from_slice(&affine.shift[..channels]);
        }
    }
}

impl Affine {
    /// Applied after a convolution and before a ReLU.
    pub fn relu(&self) -> Finish<'_> {
        Finish::Relu { scale: &self.scale, shift: &self.shift }
    }

    /// `(sum + bias) * (1 + scale) + shift`, multiplied out; missing values are 0.
    pub fn new(conv: &Conv, scale: &[f32], shift: &[f32]) -> Self {
        let mut affine =
            Self { scale: Aligned::zeros(conv.outputs), shift: Aligned::zeros(conv.outputs) };
        for channel in 0..conv.outputs {
            let factor = 1.0 + scale.get(channel).copied().unwrap_or(0.0);
            affine.scale[channel] = factor;
            affine.shift[channel] =
                conv.bias[channel] * factor + shift.get(channel).copied().unwrap_or(0.0);
        }
        affine
    }
}
