//! The state of learning on disk, so that a run can be killed at any instant and continued.
//!
//! A file as in `file`, with the metadata `learn` ([`LearnConfig`]) and `progress`
//! ([`Progress`]) and four tensors per parameter: `weights.…`, `average.…` and the optimiser's
//! `first.…` and `second.…`.

use std::collections::BTreeMap;
use std::path::Path;

use burn::module::{Module, ModuleMapper, Param};
use burn::optim::GradientsParams;
use burn::tensor::Tensor;
use serde::de::DeserializeOwned;

use super::arrays::{Array, json, prefixed};
use super::file::Contents;
use super::file_error::NetFileError;
use super::model::Network;
use super::parameters::weights;
use super::{Backend, LearnConfig, Learner, NetConfig, Progress};

const KIND: &str = "imperial checkpoint";

impl Learner {
    /// Writes everything that [`resume`](Self::resume) needs to `path`, atomically.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), NetFileError> {
        let mut arrays = prefixed("weights", self.latest.arrays());
        arrays.extend(prefixed("average", self.average.arrays()));
        // Before the first step there are no moments, and zeros are written in their place.
        let moments = |moments| self.shaped_like_network(moments).arrays();
        arrays.extend(prefixed("first", moments(&self.optimiser.first)));
        arrays.extend(prefixed("second", moments(&self.optimiser.second)));
        let extra = BTreeMap::from([
            ("learn".to_owned(), json(&self.config)),
            ("progress".to_owned(), json(&self.progress)),
        ]);
        let net = self.latest.config().clone();
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
        let progress: Progress = field(&contents, "progress")?;
        let device = backend.device().clone().autodiff();
        let plain = device.clone().without_autodiff();
        let network = contents.take_network("weights", &device)?.widened(net, &device);
        let mut take = |name| Ok(contents.take_network(name, &plain)?.widened(net, &plain));
        let average = take("average")?;
        let (first, second) = (weights(&take("first")?), weights(&take("second")?));
        if let Some(Array { name, .. }) = contents.arrays.first() {
            let reason = format!("`{name}` is unknown");
            return Err(NetFileError::Weights { path: path.to_owned(), reason });
        }
        let steps = progress.step;
        let mut learner = Self::from_parts(network, average, config, progress, backend);
        if steps > 0 {
            learner.optimiser.restore(steps, first, second);
        }
        Ok(learner)
    }

    /// The moments as a network, so that they are named and stored as its weights are.
    fn shaped_like_network(&self, moments: &GradientsParams) -> Network {
        self.average.clone().map(&mut Replace(moments))
    }
}

/// Puts the tensors of the same parameters in the place of the weights.
struct Replace<'a>(&'a GradientsParams);

impl ModuleMapper for Replace<'_> {
    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        let moment = self.0.get::<D>(param.id);
        param.map(|weights| moment.unwrap_or_else(|| weights.zeros_like()))
    }
}

fn field<T: DeserializeOwned>(contents: &Contents, name: &str) -> Result<T, NetFileError> {
    let foreign = |reason| NetFileError::Foreign { path: contents.path.clone(), reason };
    let text =
        contents.extra.get(name).ok_or_else(|| foreign(format!("it has no field `{name}`")))?;
    serde_json::from_str(text).map_err(|error| foreign(format!("`{name}`: {error}")))
}
