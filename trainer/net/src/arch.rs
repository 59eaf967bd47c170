//! The network, written down once: all its layers in their order.
//!
//! From this list follow the modules of burn and their random start, the names and shapes of the parameters in
//! files, what the kernels of the CPU lay out, and where their gradients go.
//!
//! ```text
//! planes ─ stem ─ block ─ block ─ … ─┬─ policy: from-to scores, victims, declining
//! rules ── embedding ──┴───────┘     ├─ value: win/draw/loss, plies left
//!                                    ├─ reply: a second policy, for the next ply
//!                                    └─ occupancy: every square when the game ends
//! ```

use super::heads::HEADS;
use super::layer::{Kind, Layer, RELU_GAIN};
use super::{MismatchError, NetConfig};

/// All layers of a network. Random starts are drawn, and squares of gradients summed, in this order.
pub fn layers(config: &NetConfig) -> Vec<Layer> {
    let heads = HEADS
        .iter()
        .flat_map(|head| head.layers(config).into_iter().map(|layer| layer.within(head.name())));
    let trunk = trunk(config).into_iter().map(|layer| layer.within("trunk"));
    trunk.chain(heads).collect()
}

/// Stem and residual blocks, and what the rule vector does to them.
///
/// The second convolution of a block starts as zero, so that every block starts as the identity and no
/// normalisation is needed (Zhang, Dauphin and Ma 2019, "Fixup").
fn trunk(config: &NetConfig) -> Vec<Layer> {
    let NetConfig { planes, rules, channels, rule_hidden, .. } = *config;
    let conv = |name, inputs, gain| Layer::new(name, Kind::Conv, [inputs, channels], gain);
    let conditioned = |name| {
        let sizes = [rule_hidden, 2 * channels];
        (rules > 0).then(|| Layer::new(name, Kind::After("embedding"), sizes, 0.0))
    };
    let embedding = || Layer::new("embedding", Kind::Rules, [rules, rule_hidden], RELU_GAIN);
    let mut layers: Vec<Layer> = (rules > 0).then(embedding).into_iter().collect();
    layers.push(conv("stem", planes, RELU_GAIN));
    layers.extend(conditioned("stem_rules"));
    for block in 0..config.blocks {
        let pooled = || Layer::new("pooled", Kind::Pooled, [2 * channels, channels], 0.0);
        let of_block = std::iter::once(conv("first", channels, RELU_GAIN))
            .chain(conditioned("rules"))
            .chain([conv("second", channels, 0.0)])
            .chain(config.pools(block).then(pooled));
        layers.extend(of_block.map(|layer| layer.within(&format!("blocks.{block}"))));
    }
    layers
}

/// Number of weights and biases.
pub fn parameter_count(config: &NetConfig) -> u64 {
    let of_layer = |layer: Layer| (layer.fan_in() as u64 + 1) * layer.outputs as u64;
    layers(config).into_iter().map(of_layer).sum()
}

/// Upper bound of every size in a [`NetConfig`].
const LARGEST: usize = 4096;
/// Upper bound of the weights: 2 GiB of them.
const MOST_WEIGHTS: u64 = 1 << 29;

impl NetConfig {
    /// Checks that every size is at least 1 (the rule vector may be empty) and that neither a size nor
    /// the whole is absurd.
    ///
    /// # Errors
    /// Names the first size that is out of range.
    pub fn check_sizes(&self) -> Result<(), MismatchError> {
        let sizes = [
            ("input planes", self.planes, 1),
            ("rule vector length", self.rules, 0),
            ("blocks", self.blocks, 1),
            ("channels", self.channels, 1),
            ("policy width", self.policy_width, 1),
            ("value head units", self.value_hidden, 1),
            ("rule layer units", self.rule_hidden, 1),
            ("contents of a square", self.contents, 0),
        ];
        let absurd = sizes.into_iter().find(|(_, size, least)| !(*least..=LARGEST).contains(size));
        let mismatch = |what, expected, found: String| Err(MismatchError { what, expected, found });
        match absurd {
            Some((what, size, least)) => {
                mismatch(what, format!("{least} to {LARGEST}"), size.to_string())
            }
            None if parameter_count(self) > MOST_WEIGHTS => {
                let expected = format!("at most {MOST_WEIGHTS}");
                mismatch("weights", expected, parameter_count(self).to_string())
            }
            None => Ok(()),
        }
    }
}
