//! The trunk, laid out for the CPU, and what a rule set does to it.

use super::aligned::Aligned;
use super::conv::Finish;
use super::layers::{Conv, Matrix};
use crate::NetConfig;
use crate::layer::Weights;

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

/// The layers of a trunk, found among those of a network.
#[derive(Clone, Copy, Debug)]
pub struct TrunkLayers<'a>(pub &'a [Weights]);

impl<'a> TrunkLayers<'a> {
    /// The layer `name` of block number `block`, if it has one.
    pub fn of_block(self, block: usize, name: &str) -> Option<&'a Weights> {
        let part = format!("trunk.blocks.{block}");
        self.0.iter().find(|weights| weights.layer.is(&part, name))
    }

    /// A convolution of a block.
    ///
    /// # Panics
    /// When the block has no such layer.
    pub fn conv(self, block: usize, name: &str) -> &'a Weights {
        self.of_block(block, name).unwrap_or_else(|| panic!("block {block} has no `{name}`"))
    }

    /// The layer `name` before the blocks, if there is one.
    pub fn before(self, name: &str) -> Option<&'a Weights> {
        self.0.iter().find(|weights| weights.layer.is("trunk", name))
    }

    /// The stem.
    ///
    /// # Panics
    /// When there is none.
    pub fn stem(self) -> &'a Weights {
        self.before("stem").expect("every trunk has a stem")
    }

    /// The pooled layer of a block, if it has one.
    pub fn pooled(self, number: usize, channels: usize, block: usize) -> Option<Matrix> {
        self.of_block(number, "pooled").map(|layer| Matrix::pooled(layer, channels, block))
    }
}

impl CpuTrunk {
    /// Lays out the weights for blocks of `block` outputs; `conv` does it for convolutions.
    pub fn new(
        layers: TrunkLayers<'_>,
        config: &NetConfig,
        block: usize,
        conv: impl Fn(&Weights) -> Conv,
    ) -> Self {
        let stem = conv(layers.stem());
        let channels = stem.outputs;
        let blocks = (0..config.blocks).map(|number| Block {
            first: conv(layers.conv(number, "first")),
            second: conv(layers.conv(number, "second")),
            pooled: layers.pooled(number, channels, block),
        });
        Self { blocks: blocks.collect(), stem, channels }
    }

    /// The stem and both convolutions of every block.
    pub fn convs(&self) -> impl Iterator<Item = &Conv> {
        let blocks = self.blocks.iter().flat_map(|block| [&block.first, &block.second]);
        std::iter::once(&self.stem).chain(blocks)
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
