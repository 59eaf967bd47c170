//! A network, laid out for the CPU, and what a rule set does to it.

use burn::nn::conv::Conv2d;
use imperial_engine::{BoardShape, Encode};

use super::Kernel;
use super::aligned::Aligned;
use super::conv::Finish;
use super::image::Grid;
use super::layers::{Conv, Dense, Matrix, values};
use super::window::POINTS;
use crate::known::known_rules;
use crate::model::Trunk;
use crate::{MismatchError, NetConfig, Network};

/// A network for play on the CPU: immutable, and shared between threads in an `Arc`.
#[derive(Debug)]
pub struct CpuNet {
    config: NetConfig,
    hash: String,
    kernel: Kernel,
    rules: Option<RuleLayers>,
    pub(super) trunk: CpuTrunk,
    pub(super) policy: Matrix,
    pub(super) victim: Vec<f32>,
    pub(super) victim_bias: f32,
    pub(super) decline: Matrix,
    pub(super) hidden: Matrix,
    pub(super) wdl: Matrix,
}

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

/// The layers that read the rule vector. They run once per rule set, in plain code.
#[derive(Debug)]
struct RuleLayers {
    embedding: Dense,
    /// For the stem and then for every block.
    conditioned: Vec<Dense>,
}

/// What a rule set does to the stem and the blocks.
#[derive(Clone, Debug)]
pub struct Conditioning {
    pub(super) stem: Affine,
    pub(super) blocks: Vec<Affine>,
}

/// `sum * scale + shift` per channel, the convolution's own bias included.
#[derive(Clone, Debug)]
pub struct Affine {
    pub scale: Aligned,
    pub shift: Aligned,
}

impl CpuNet {
    /// Copies the weights of `network` for the fastest kernel of this machine.
    pub fn new(network: &Network) -> Self {
        Self::with_kernel(network, Kernel::best())
    }

    /// Copies the weights of `network` for one kernel.
    ///
    /// # Panics
    /// When this machine does not have the kernel.
    pub fn with_kernel(network: &Network, kernel: Kernel) -> Self {
        assert!(kernel.is_available(), "this machine has no {kernel:?}");
        let block = kernel.block();
        let trunk = CpuTrunk::new(&network.trunk, kernel);
        let (channels, policy, value) = (trunk.channels, &network.policy, &network.value);
        Self {
            config: network.config().clone(),
            hash: network.hash(),
            kernel,
            rules: rule_layers(network),
            trunk,
            policy: Matrix::pointwise(&policy.squares, block),
            victim: values(policy.victim.weight.val()),
            victim_bias: first_bias(&policy.victim),
            decline: Matrix::pooled(&policy.decline, channels, block),
            hidden: Matrix::pooled(&value.hidden, channels, block),
            wdl: Matrix::dense(&value.wdl, block),
        }
    }

    /// Sizes of the network.
    pub fn config(&self) -> &NetConfig {
        &self.config
    }

    /// SHA-256 of the configuration and the weights, in hexadecimal; the same as
    /// [`Network::hash`].
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// The code that computes.
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// Multiplications and additions in the products of one evaluation on `board`, padding included;
    /// what lies between the products is left out.
    pub fn operations(&self, board: BoardShape) -> u64 {
        let tiles = Grid::new(board).tiles;
        let conv = |conv: &Conv| POINTS * tiles * conv.depth * conv.outputs;
        let dense = |layer: &Matrix| layer.depth * layer.outputs;
        let pooled = self.trunk.blocks.iter().filter_map(|block| block.pooled.as_ref());
        let single = pooled.chain([&self.decline, &self.hidden, &self.wdl]);
        let products = self.trunk.convs().map(conv).sum::<usize>()
            + single.map(dense).sum::<usize>()
            + board.squares() * dense(&self.policy);
        2 * products as u64
    }

    /// What the rules of `game` do to this network.
    ///
    /// # Errors
    /// When the network was made for other games.
    pub(crate) fn conditioning(&self, game: &impl Encode) -> Result<Conditioning, MismatchError> {
        self.config.check_game(game)?;
        Ok(self.condition(&known_rules(&self.config, game)))
    }

    fn condition(&self, rules: &[f32]) -> Conditioning {
        let convs = std::iter::once(&self.trunk.stem)
            .chain(self.trunk.blocks.iter().map(|block| &block.first));
        let mut affines: Vec<Affine> = match &self.rules {
            None => convs.map(|conv| Affine::new(conv, &[], &[])).collect(),
            Some(layers) => {
                let forward = |layer: &Dense, inputs: &[f32]| {
                    let mut outputs = vec![0.0; layer.bias.len()];
                    layer.forward(inputs, &mut outputs);
                    outputs
                };
                let mut embedded = forward(&layers.embedding, rules);
                embedded.iter_mut().for_each(|value| *value = value.max(0.0));
                let both = layers.conditioned.iter().map(|layer| forward(layer, &embedded));
                let half = self.config.channels;
                convs
                    .zip(both)
                    .map(|(conv, both)| Affine::new(conv, &both[..half], &both[half..]))
                    .collect()
            }
        };
        let blocks = affines.split_off(1);
        Conditioning { stem: affines.remove(0), blocks }
    }
}

impl CpuTrunk {
    /// Copies the weights for one kernel.
    pub fn new(trunk: &Trunk, kernel: Kernel) -> Self {
        let block = kernel.block();
        let conv = |layer: &Conv2d| kernel.conv(layer);
        let stem = conv(&trunk.stem);
        let channels = stem.outputs;
        let blocks = trunk.blocks.iter().map(|source| Block {
            first: conv(&source.first),
            second: conv(&source.second),
            pooled: source.pooled.as_ref().map(|layer| Matrix::pooled(layer, channels, block)),
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
}

impl Affine {
    /// Applied after a convolution and before a ReLU.
    pub fn relu(&self) -> Finish<'_> {
        Finish::Relu { scale: &self.scale, shift: &self.shift }
    }

    /// `(sum + bias) * (1 + scale) + shift`, multiplied out; missing values are 0.
    fn new(conv: &Conv, scale: &[f32], shift: &[f32]) -> Self {
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

fn rule_layers(network: &Network) -> Option<RuleLayers> {
    let trunk = &network.trunk;
    let layers = std::iter::once(&trunk.stem_rules).chain(trunk.blocks.iter().map(|b| &b.rules));
    Some(RuleLayers {
        embedding: Dense::new(trunk.embedding.as_ref()?),
        conditioned: layers.flatten().map(Dense::new).collect(),
    })
}

fn first_bias(layer: &Conv2d) -> f32 {
    layer.bias.as_ref().map_or(0.0, |bias| values(bias.val())[0])
}
