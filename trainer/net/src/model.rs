//! The network as a burn module.
//!
//! ```text
//! planes ─ stem ─ block ─ block ─ … ─┬─ policy: from-to scores, victims, declining
//! rules ── embedding ──┴───────┘     ├─ value: win/draw/loss, plies left
//!                                    ├─ reply: a second policy, for the next ply
//!                                    └─ occupancy: every square when the game ends
//! ```
//!
//! Reply and occupancy only make the trunk learn more from a game; play leaves them out.
//!
//! Everything is convolutional or pooled over the whole board, so that any board fits. There is
//! no batch normalisation: a position's outputs depend on that position alone.

mod heads;
mod initialiser;
mod shake;
mod trunk;

use burn::module::Module;
use burn::tensor::{Device, Int, Tensor};

use super::NetConfig;
pub use heads::PolicyScores;
pub(super) use heads::{OccupancyHead, PolicyHead, ValueHead};
use initialiser::Initialiser;
pub(super) use trunk::Trunk;

/// The network: weights and the sizes they were made for.
#[derive(Module, Debug)]
pub struct Network {
    #[module(skip)]
    config: NetConfig,
    /// The training that it comes from, where that is known.
    #[module(skip)]
    training: Option<String>,
    pub(super) trunk: Trunk,
    pub(super) policy: PolicyHead,
    pub(super) value: ValueHead,
    pub(super) reply: Option<PolicyHead>,
    pub(super) occupancy: Option<OccupancyHead>,
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

/// What only learning asks for, where the network has the heads.
#[derive(Debug)]
pub struct Foresight {
    /// Scores of the moves of the next ply.
    pub reply: Option<PolicyScores>,
    /// Logits of what every square holds at the end, `[b, contents, s]`.
    pub occupancy: Option<Tensor<3>>,
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
        Self {
            config: config.clone(),
            training: None,
            trunk: Trunk::new(config, &mut init),
            policy: PolicyHead::new(config, &mut init),
            value: ValueHead::new(config, &mut init),
            reply: config.reply.then(|| PolicyHead::new(config, &mut init)),
            occupancy: (config.contents > 0).then(|| OccupancyHead::new(config, &mut init)),
        }
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

    /// Judges a batch of `b` positions: `planes` is `[b, planes, height, width]`, `rules`
    /// `[b, rules]`, and left out where the family has no rule vector.
    pub fn forward(&self, planes: Tensor<4>, rules: Option<Tensor<2>>) -> Outputs {
        let trunk = self.trunk.forward(planes, rules);
        let pooled = trunk::pool(trunk.clone());
        self.judge(trunk, pooled)
    }

    /// All heads, on the trunk's output `[b, channels, height, width]`.
    pub(super) fn foresee(&self, trunk: Tensor<4>) -> (Outputs, Foresight) {
        let pooled = trunk::pool(trunk.clone());
        let reply = self.reply.as_ref();
        let foresight = Foresight {
            reply: reply.map(|head| head.forward(trunk.clone(), pooled.clone())),
            occupancy: self.occupancy.as_ref().map(|head| head.forward(trunk.clone())),
        };
        (self.judge(trunk, pooled), foresight)
    }

    fn judge(&self, trunk: Tensor<4>, pooled: Tensor<2>) -> Outputs {
        let (value, plies_left) = self.value.forward(pooled.clone());
        Outputs { policy: self.policy.forward(trunk, pooled), value, plies_left }
    }
}

impl PolicyScores {
    /// Logits of `a` moves of each position, `[b, a]`.
    ///
    /// `pairs` holds `from * s + to` and `choices` the index that [`choice_index`] gives, both
    /// `[b, a]`.
    ///
    /// [`choice_index`]: PolicyScores::choice_index
    pub fn logits(self, pairs: Tensor<2, Int>, choices: Tensor<2, Int>) -> Tensor<2> {
        self.pairs.gather(1, pairs) + self.choices.gather(1, choices)
    }
}
