//! The state of learning on disk, so that a run can be killed at any instant and continued.
//!
//! A file as in `file`, with the metadata `learn` ([`LearnConfig`]) and `progress`
//! ([`LearnProgress`]) and four tensors per parameter: `weights.…`, `average.…` and the optimiser's
//! `first.…` and `second.…`.

use std::collections::BTreeMap;
use std::path::Path;

use serde::de::DeserializeOwned;

use super::arrays::{Array, arrays_of, json, prefixed};
use super::file::Contents;
use super::file_error::NetFileError;
use super::model::Network;
use super::{Backend, LearnConfig, LearnProgress, Learner, NetConfig};

const KIND: &str = "imperial checkpoint";

/// What the names of the tensors begin with.
const PARTS: [&str; 4] = ["weights", "average", "first", "second"];

impl Learner {
    /// Writes everything that [`resume`](Self::resume) needs to `path`, atomically.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), NetFileError> {
        // Before the first step the moments are zeros.
        let arrays = PARTS
            .into_iter()
            .zip(self.numbers())
            .flat_map(|(part, layers)| prefixed(part, arrays_of(layers.into_owned())))
            .collect();
        let extra = BTreeMap::from([
            ("learn".to_owned(), json(self.config())),
            ("progress".to_owned(), json(self.progress())),
        ]);
        let net = self.net_config().clone();
        Contents { path: path.to_owned(), net, extra, arrays }.write_pack(KIND)
    }

    /// Continues where [`save`](Self::save) was called: the losses that follow are those of a run
    /// that was never interrupted.
    ///
    /// # Errors
    /// When the file cannot be read, is damaged, is no checkpoint, or belongs to another network
    /// than `net`; one that knows fewer inputs is the same.
    pub fn resume(path: &Path, net: &NetConfig, backend: &Backend) -> Result<Self, NetFileError> {
        let mut contents = Contents::read(path, KIND)?;
        contents.check_known(net)?;
        let config: LearnConfig = field(&contents, "learn")?;
        let progress: LearnProgress = field(&contents, "progress")?;
        let device = backend.device().clone().autodiff();
        let plain = device.clone().without_autodiff();
        let mut take = |number: usize, device| -> Result<Network, NetFileError> {
            Ok(contents.take_network(PARTS[number], device)?.widened(net, device))
        };
        let networks = [take(0, &device)?, take(1, &plain)?];
        let moments = [take(2, &plain)?, take(3, &plain)?];
        if let Some(Array { name, .. }) = contents.arrays.first() {
            let reason = format!("`{name}` is unknown");
            return Err(NetFileError::Weights { path: path.to_owned(), reason });
        }
        let moments = (progress.step > 0).then_some(&moments);
        Ok(Self::from_parts(networks, moments, config, progress, backend))
    }
}

fn field<T: DeserializeOwned>(contents: &Contents, name: &str) -> Result<T, NetFileError> {
    let foreign = |reason| NetFileError::Foreign { path: contents.path.clone(), reason };
    let text =
        contents.extra.get(name).ok_or_else(|| foreign(format!("it has no field `{name}`")))?;
    serde_json::from_str(text).map_err(|error| foreign(format!("`{name}`: {error}")))
}
