//! A network, laid out for play on the CPU.

use std::sync::OnceLock;

use imperial_engine::BoardShape;

#[cfg(target_arch = "x86_64")]
use super::direct::{Field, TAPS};
use super::kernel::{Kernel, Precision};
use super::layers::{Conv, Matrix};
use super::rule_layers::RulePass;
use super::trunk::{Conditioning, CpuTrunk};
use super::window::Tiling;
use crate::heads::{PlayedPolicy, PlayedValue};
use crate::layer::Weights;
use crate::{NetConfig, Network};

/// A network for play on the CPU: immutable, and shared between threads in an `Arc`.
#[derive(Debug)]
pub struct CpuNet {
    config: NetConfig,
    hash: String,
    kernel: Kernel,
    precision: Precision,
    rules: RulePass,
    /// As they were learned.
    weights: Vec<Weights>,
    /// Laid out for tiles of either size when the first board needs it.
    trunks: [OnceLock<CpuTrunk>; 2],
    /// Channels of the trunk, padded to whole blocks of outputs.
    pub(super) channels: usize,
    pub(super) policy: PlayedPolicy,
    pub(super) value: PlayedValue,
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
        let channels = config.channels.next_multiple_of(block);
        Self {
            hash: network.hash(),
            kernel,
            precision,
            rules: RulePass::new(&weights, config),
            policy: PlayedPolicy::new(&weights, channels, block),
            value: PlayedValue::new(&weights, channels, block),
            trunks: Default::default(),
            channels,
            config: config.clone(),
            weights,
        }
    }

    /// The trunk for boards that are cut into such tiles.
    pub(super) fn trunk(&self, tiling: Tiling) -> &CpuTrunk {
        self.trunks[tiling as usize].get_or_init(|| {
            let conv = |layer: &Weights| self.kernel.conv(self.precision, layer, tiling);
            CpuTrunk::new(&self.weights, &self.config, self.kernel.block(), conv)
        })
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
        let tiling = self.kernel.tiling(board);
        let trunk = self.trunk(tiling);
        let each = match self.kernel.is_direct(self.precision) {
            #[cfg(target_arch = "x86_64")]
            true => TAPS * Field::new(board).sums(),
            _ => tiling.points() * tiling.tiles(board),
        };
        let conv = |conv: &Conv| each * conv.depth * conv.outputs;
        let dense = |layer: &Matrix| layer.depth * layer.outputs;
        let pooled = trunk.blocks.iter().filter_map(|block| block.pooled.as_ref());
        let heads = [&self.policy.decline, &self.value.hidden, &self.value.wdl];
        let single = pooled.chain(heads);
        let products = trunk.convs().map(conv).sum::<usize>()
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
        let mut conditioning = Conditioning::zeros(self.config.blocks, self.channels);
        self.rules.forward(rules, &mut self.rules.scratch(), &mut conditioning);
        conditioning
    }
}
