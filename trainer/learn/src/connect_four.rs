//! A network for Connect Four, learned in some minutes.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::settings;
use crate::training::{self, Training, TrainingConfig};
use imperial_net::{Backend, NetFile};
use imperial_play::net_player::NetPlayer;

/// What differs from the embedded training.
const CHANGES: [&str; 12] = [
    "name=connect-four",
    "title=Connect Four",
    "rules=[\"connect-four\"]",
    "generations=100",
    "first.games=600",
    "games.games=400",
    "games.crossed_share=0.0",
    "games.crossed_sets=0",
    "games.full_share=0.5",
    "games.opening={ random_plies = 2, sampled_plies = 12 }",
    "games.playouts=[32, 64]",
    "learning.warm_up=100",
];

/// Trains in `folder` for about `time` and gives the network.
///
/// # Errors
/// When the folder cannot be used, or the user interrupts.
pub fn learn(folder: &Path, time: Duration, backend: &Backend) -> anyhow::Result<NetPlayer> {
    let changes = CHANGES.map(str::to_owned);
    let config: TrainingConfig = settings::load(None, training::DEFAULT, &changes)?;
    let mut training = Training::open(folder, config, backend.clone())?;
    training.go_on(Some(Instant::now() + time))?;
    Ok(NetPlayer::new(NetFile::load(&training.folder().newest(), backend.device())?, backend))
}
