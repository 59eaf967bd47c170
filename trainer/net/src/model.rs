//! The network as a module of burn.
//!
//! Everything is convolutional or pooled over the whole board, so that any board fits. There is
//! no batch normalisation: a position's outputs depend on that position alone.

mod initialiser;
mod shake;
mod trunk;

use burn::module::Module;
use burn::tensor::{DType, Device, Tensor};

use super::NetConfig;
use super::arch;
use super::batch::Batch;
use super::heads::{self, HEADS, PolicyScores, TrunkOutput};
use super::layer::{Layer, Weights};
use super::modules::{LayerModule, Modules};
use initialiser::Initialiser;

/// The network: weights and the sizes they were made for.
#[derive(Module, Debug)]
pub struct Network {
    #[module(skip)]
    config: NetConfig,
    /// The training that it comes from, where that is known.
    #[module(skip)]
    training: Option<String>,
    /// What the modules are.
    #[module(skip)]
    layers: Vec<Layer>,
    modules: Vec<LayerModule>,
}

/// What the network says about a batch of `b` positions on boards of `s` squares.
#[derive(Debug)]
pub struct Outputs {
    /// Scores from which a legal move's policy logit is gathered.
    pub policy: PolicyScores,
    /// Logits of attackers win, draw, defenders win: `[b, 3]`.
    pub value: Tensor<2>,
    /// Logarithm of one plus the plies until the end of the game: `[b]`.
    pub plies_left: Tensor<1>,
}

impl Network {
    /// A new network; the same seed gives the same weights on every device.
    ///
    /// Weights are trainable when `device` is an autodiff device.
    ///
    /// # Panics
    /// When a size of `config` is 0; see [`NetConfig::check_sizes`].
    pub fn new(config: &NetConfig, device: &Device, seed: u64) -> Self {
        let mut init = Initialiser::new(device, seed);
        let layers = arch::layers(config);
        let modules = layers.iter().map(|layer| init.layer(layer)).collect();
        Self { config: config.clone(), training: None, layers, modules }
    }

    /// The same network with the name of the training that it comes from.
    #[must_use]
    pub fn of_training(self, training: Option<String>) -> Self {
        Self { training, ..self }
    }

    /// The name of the training that it comes from, which its stages share; `None` where that is not
    /// known.
    pub fn training(&self) -> Option<&str> {
        self.training.as_deref()
    }

    /// Sizes of this network.
    pub fn config(&self) -> &NetConfig {
        &self.config
    }

    /// Where the weights are.
    pub fn device(&self) -> Device {
        self.modules[0].bias().val().device()
    }

    /// The same network without the graph of the computation, which only learning needs.
    pub(super) fn without_graph(self) -> Self {
        if self.device().is_autodiff() { self.valid() } else { self }
    }

    /// What it computes in.
    pub(super) fn kind(&self) -> DType {
        self.modules[0].bias().val().dtype()
    }

    /// All layers with their numbers, fetched from the device.
    pub(super) fn weights(&self) -> Vec<Weights> {
        self.layers().map(|(layer, module)| module.weights(layer)).collect()
    }

    /// All layers and their modules.
    pub(super) fn layers(&self) -> impl Iterator<Item = (&Layer, &LayerModule)> {
        self.layers.iter().zip(&self.modules)
    }

    /// Evaluates a batch of `b` positions: `planes` is `[b, planes, height, width]`, `rules`
    /// `[b, rules]`, and left out where the family has no rule vector.
    ///
    /// # Panics
    /// When there are rules and the network reads none, or the other way round.
    pub fn forward(&self, planes: Tensor<4>, rules: Option<Tensor<2>>) -> Outputs {
        let trunk = self.trunk(planes, rules);
        let (value, plies_left) = heads::outputs(&self.part("value"), &trunk);
        let policy = heads::scores(&self.part("policy"), &trunk);
        Outputs { policy, value, plies_left }
    }

    /// The losses of all heads on a batch, in their order, as tensors of one number.
    pub(super) fn losses(
        &self,
        planes: Tensor<4>,
        rules: Option<Tensor<2>>,
        batch: &Batch,
        device: &Device,
    ) -> Vec<Tensor<1>> {
        let trunk = self.trunk(planes, rules);
        let of_head = |head: &&dyn heads::Head| {
            if head.layers(&self.config).is_empty() {
                return vec![Tensor::zeros([1], device); head.losses().len()];
            }
            head.losses_by_burn(&self.part(head.name()), &trunk, batch, device)
        };
        HEADS.iter().flat_map(of_head).collect()
    }

    fn trunk(&self, planes: Tensor<4>, rules: Option<Tensor<2>>) -> TrunkOutput {
        let squares = trunk::forward(&self.part("trunk"), self.config.blocks, planes, rules);
        let pooled = trunk::pool(squares.clone());
        TrunkOutput { squares, pooled }
    }

    fn part(&self, name: &str) -> Modules<'_> {
        Modules::new(&self.layers, &self.modules, name)
    }
}
