//! A network, laid out for play on the CPU.

use imperial_engine::BoardShape;

#[cfg(target_arch = "x86_64")]
use super::direct::{Field, TAPS};
use super::image::Grid;
use super::kernel::{Kernel, Precision};
use super::layers::{Conv, Dense, Matrix};
use super::trunk::{Affine, Conditioning, CpuTrunk};
use super::window::POINTS;
use crate::heads::{PlayedPolicy, PlayedValue};
use crate::layer::{Weights, block_part, find};
use crate::{NetConfig, Network};

/// A network for play on the CPU: immutable, and shared between threads in an `Arc`.
#[derive(Debug)]
pub struct CpuNet {
    config: NetConfig,
    hash: String,
    kernel: Kernel,
    precision: Precision,
    rules: Option<RuleLayers>,
    pub(super) trunk: CpuTrunk,
    pub(super) policy: PlayedPolicy,
    pub(super) value: PlayedValue,
}

/// The layers that read the rule vector. They run once per rule set, in plain code.
#[derive(Debug)]
struct RuleLayers {
    embedding: Dense,
    /// For the stem and then for every block.
    conditioned: Vec<Dense>,
}

impl CpuNet {
    /// Copies the weights of `network` for the fastest kernel of this machine, to be as fast as it can.
    pub fn new(network: &Network) -> Self {
        Self::with_kernel(network, Kernel::best(), Precision::Fast)
    }

    /// Copies the weights of `network` for the fastest kernel of this machine, to be exact.
    pub fn exact(network: &Network) -> Self {
        Self::with_kernel(network, Kernel::best(), Precision::Exact)
    }

    /// Copies the weights of `network` for one kernel.
    ///
    /// # Panics
    /// When this machine does not have the kernel.
    pub fn with_kernel(network: &Network, kernel: Kernel, precision: Precision) -> Self {
        assert!(kernel.is_available(), "this machine has no {kernel:?}");
        let (weights, config, block) = (network.weights(), network.config(), kernel.block());
        let conv = |layer: &Weights| kernel.conv(precision, layer);
        let trunk = CpuTrunk::new(&weights, config, block, conv);
        Self {
            hash: network.hash(),
            kernel,
            precision,
            rules: RuleLayers::new(&weights, config),
            policy: PlayedPolicy::new(&weights, trunk.channels, block),
            value: PlayedValue::new(&weights, trunk.channels, block),
            trunk,
            config: config.clone(),
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

    /// How exact it is.
    pub fn precision(&self) -> Precision {
        self.precision
    }

    /// Multiplications and additions in the products of one evaluation on `board`, padding included;
    /// what lies between the products is left out.
    pub fn operations(&self, board: BoardShape) -> u64 {
        let each = match self.kernel.is_direct(self.precision) {
            #[cfg(target_arch = "x86_64")]
            true => TAPS * Field::new(board).sums(),
            _ => POINTS * Grid::new(board).tiles,
        };
        let conv = |conv: &Conv| each * conv.depth * conv.outputs;
        let dense = |layer: &Matrix| layer.depth * layer.outputs;
        let pooled = self.trunk.blocks.iter().filter_map(|block| block.pooled.as_ref());
        let heads = [&self.policy.decline, &self.value.hidden, &self.value.wdl];
        let single = pooled.chain(heads);
        let products = self.trunk.convs().map(conv).sum::<usize>()
            + single.map(dense).sum::<usize>()
            + board.squares() * dense(&self.policy.squares);
        2 * products as u64
    }

    /// What a rule set does to this network: `rules` is its rule vector, of which the network may know only
    /// the first numbers.
    ///
    /// # Panics
    /// When the vector is too short: the rule set is of other games than the network.
    pub(crate) fn conditioning(&self, rules: &[f32]) -> Conditioning {
        let rules = &rules[..self.config.rules];
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

impl RuleLayers {
    /// The layers of a trunk that reads rules.
    fn new(weights: &[Weights], config: &NetConfig) -> Option<Self> {
        let of_blocks = (0..config.blocks).map(|block| find(weights, &block_part(block), "rules"));
        let conditioned = std::iter::once(find(weights, "trunk", "stem_rules")).chain(of_blocks);
        let dense = |layer| Dense::side_by_side(&[layer]);
        Some(Self {
            embedding: dense(find(weights, "trunk", "embedding")?),
            conditioned: conditioned.flatten().map(dense).collect(),
        })
    }
}
