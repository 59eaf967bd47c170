//! What a training begins with: nothing, the network that it is told, or its own checkpoint.

use std::path::Path;

use anyhow::Context as _;
use imperial_data::{Damaged, LoadedRules, Lock};
use imperial_engine::derive_seed;

use super::config::{Against, TrainingConfig};
use super::folder::TrainingFolder;
use crate::shape::{NetworkSize, common_shape, shape_for};
use imperial_net::{Backend, Learner, NetConfig, NetFile, NetFileError, Network};
use imperial_play::networks;

/// The network of `config.from`, from its copy in the training's folder once there is one; its size
/// becomes that of the settings.
///
/// # Errors
/// When there is no such network.
pub fn ancestor(
    root: &Path,
    config: &mut TrainingConfig,
    backend: &Backend,
) -> anyhow::Result<Option<Network>> {
    let Some(name) = &config.from else { return Ok(None) };
    if root.is_dir() {
        // Its files are checked before the copy of the network is read.
        drop(Lock::of_folder(root)?);
    }
    let copy = TrainingFolder::network_in(root, 0);
    let name = if copy.is_file() { &copy } else { name };
    let network = networks::load(Some(name), &backend.device().clone().autodiff())
        .context("cannot begin with the network that `from` names")?;
    let NetConfig { blocks, channels, .. } = *network.config();
    config.network = NetworkSize { blocks, channels };
    Ok(Some(network))
}

/// Keeps a copy of the opponent that does not learn, where there is one.
///
/// # Errors
/// When there is no such network, it does not fit the games, or the copy cannot be written.
pub fn opponent(
    folder: &TrainingFolder,
    plan: &TrainingConfig,
    net: &NetConfig,
    backend: &Backend,
) -> anyhow::Result<()> {
    let Some(Against { network: name, .. }) = &plan.against else { return Ok(()) };
    let copy = folder.opponent();
    if copy.is_file() {
        return Ok(());
    }
    let context = "cannot play against the network that `against` names";
    let network = networks::load(Some(name), backend.device()).context(context)?;
    net.check_widens(network.config()).context(context)?;
    Ok(NetFile::save(&copy, &network)?)
}

/// What tells the networks of a training from those of others: its name and seed, or those of the
/// training that made the network it begins with, since what that has learned stays in all of them.
pub fn origin(config: &TrainingConfig, ancestor: Option<&Network>) -> String {
    match ancestor.and_then(Network::training) {
        Some(training) => training.to_owned(),
        None => format!("{}, seed {}", config.name, config.seed),
    }
}

/// The shape of the network that learns `rules`.
///
/// # Errors
/// When there is none for all of them, or `ancestor` was made for other games.
pub fn shape(
    rules: &[LoadedRules],
    config: &TrainingConfig,
    ancestor: Option<&Network>,
) -> anyhow::Result<NetConfig> {
    let shape = common_shape(rules.iter().map(|rules| shape_for(rules, &config.network)))?;
    if let Some(network) = ancestor {
        shape
            .check_widens(network.config())
            .context("the network that `from` names was made for other rule sets")?;
    }
    Ok(shape)
}

/// What to do about a checkpoint that cannot be read.
const ANEW: &str = "restore it from a copy, or delete it and repeat the command, which learns again from the games \
                    that are there";

/// The learner where the checkpoint left it, or at the beginning.
///
/// # Errors
/// When the checkpoint cannot be read, or the first network not be written.
pub fn learner(
    folder: &TrainingFolder,
    config: &TrainingConfig,
    net: &NetConfig,
    ancestor: Option<Network>,
    backend: &Backend,
) -> anyhow::Result<Learner> {
    let checkpoint = folder.checkpoint();
    if checkpoint.is_file() {
        let resumed = Learner::resume(&checkpoint, net, backend);
        return match resumed {
            Err(error @ (NetFileError::Io { .. } | NetFileError::Mismatch { .. })) => {
                Err(error.into())
            }
            known => known.with_context(|| Damaged::new(&checkpoint, ANEW)),
        };
    }
    let (seed, learning) = (derive_seed(config.seed, "network"), config.learn_config(1));
    let origin = origin(config, ancestor.as_ref());
    let learner = match ancestor {
        None => Learner::new(net, learning, backend, seed),
        Some(network) => {
            let device = backend.device().clone().autodiff();
            Learner::from_network(network.widened(net, &device), learning, backend, seed)
        }
    };
    NetFile::save(&folder.network(0), &learner.network().of_training(Some(origin)))?;
    Ok(learner)
}
