//! The shape of a network that is about to learn.

use anyhow::{Context as _, bail};
use imperial_data::LoadedRules;
use imperial_engine::with_game;
use imperial_net::NetConfig;
use serde::{Deserialize, Serialize};

/// Size of the network.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetworkSize {
    /// Residual blocks.
    pub blocks: usize,
    /// Channels of each block.
    pub channels: usize,
}

/// The network of size `size` that fits a rule set.
pub fn shape_for(rules: &LoadedRules, size: &NetworkSize) -> NetConfig {
    let config = with_game!(&rules.game, |game| NetConfig::for_game(game));
    config.with_trunk(size.blocks, size.channels)
}

/// The shape that fits all games; they must be of one family.
///
/// # Errors
/// When they are not, or a size is out of range.
pub fn common_shape(mut configs: impl Iterator<Item = NetConfig>) -> anyhow::Result<NetConfig> {
    let Some(first) = configs.next() else { bail!("there is no rule set") };
    match configs.find(|config| config.family != first.family) {
        Some(other) => bail!(
            "one network cannot play {} and {}: the rule sets must be of one family",
            first.family,
            other.family
        ),
        None => {
            first.check_sizes().context("there can be no such network")?;
            Ok(first)
        }
    }
}
