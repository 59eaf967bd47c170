//! The learner: one step at a time from batches to better weights.

mod device;
mod host;

use std::borrow::Cow;

use burn::module::Module;
use burn::tensor::Device;
use imperial_engine::{derive_seed, game_stream};

use super::adam::Diverged;
use super::batch::Batch;
use super::layer::Weights;
use super::loss::Losses;
use super::model::Network;
use super::sample::Sample;
use super::{Backend, Kernel, LearnConfig, LearnProgress, NetConfig, Precision};
use device::DeviceState;
use host::HostState;

/// A network that learns, its average for play, and where the learning stands.
///
/// The same seed and samples give the same weights on the CPU, whatever the number of threads.
pub struct Learner {
    config: LearnConfig,
    net: NetConfig,
    state: State,
    progress: LearnProgress,
    /// Where the weights are, with what gradients need.
    device: Device,
}

/// Where the numbers are, and who computes with them.
enum State {
    Host(Box<HostState>),
    Device(Box<DeviceState>),
}

impl std::fmt::Debug for Learner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Learner")
            .field("network", &self.net)
            .field("config", &self.config)
            .field("progress", &self.progress)
            .finish_non_exhaustive()
    }
}

impl Learner {
    /// A learner with a new network; `seed` decides its weights and the order of the samples.
    pub fn new(net: &NetConfig, config: LearnConfig, backend: &Backend, seed: u64) -> Self {
        let device = backend.device().clone().autodiff();
        let network = Network::new(net, &device, derive_seed(seed, "weights"));
        Self::from_network(network, config, backend, seed)
    }

    /// A learner that goes on from a network that has learned before, which is on the backend's device with
    /// what gradients need; `seed` decides the order of the samples.
    pub fn from_network(
        network: Network,
        config: LearnConfig,
        backend: &Backend,
        seed: u64,
    ) -> Self {
        let (average, progress) = (network.valid(), LearnProgress::new(seed));
        Self::from_parts([network, average], None, config, progress, backend)
    }

    /// The same with the gradients computed by `kernel`, as exact as `precision` says, or by burn alone: for
    /// measurements. It forgets the moments of earlier steps when it turns to burn.
    ///
    /// # Panics
    /// When this machine does not have the kernel, or the learner is not on the CPU.
    #[must_use]
    pub fn with_kernel(mut self, kernel: Option<Kernel>, precision: Precision) -> Self {
        assert!(kernel.is_none_or(Kernel::is_available), "this machine has no {kernel:?}");
        let State::Host(host) = &mut self.state else { panic!("kernels are of the CPU") };
        match kernel {
            Some(kernel) => (host.kernel, host.precision) = (kernel, precision),
            None => {
                let plain = self.device.clone().without_autodiff();
                let networks = [host.latest(&plain), host.average(&plain)];
                let state = DeviceState::new(networks, None, Precision::Exact);
                self.state = State::Device(Box::new(state));
            }
        }
        self
    }

    /// A learner from the latest weights, their average and the moments, if there were steps.
    pub(super) fn from_parts(
        networks: [Network; 2],
        moments: Option<&[Network; 2]>,
        config: LearnConfig,
        progress: LearnProgress,
        backend: &Backend,
    ) -> Self {
        let net = networks[0].config().clone();
        let device = backend.device().clone().autodiff();
        let state = match backend.kernel() {
            Some(kernel) => {
                let [latest, average] = &networks;
                State::Host(Box::new(HostState::new(latest, average, moments, kernel)))
            }
            None => {
                let state = DeviceState::new(networks, moments, backend.learning_precision());
                State::Device(Box::new(state))
            }
        };
        Self { config, net, state, progress, device }
    }

    /// Draws a batch from `samples` and learns from it. The draw depends on the seed and the
    /// number of the step alone.
    ///
    /// # Errors
    /// As of [`step`](Self::step).
    ///
    /// # Panics
    /// When there are no samples.
    pub fn step_on(&mut self, samples: &[Sample]) -> Result<Losses, Diverged> {
        let seed = derive_seed(self.progress.seed, "batches");
        let mut rng = game_stream(seed, self.progress.step);
        let batch = Batch::draw(samples, self.config.batch, &mut rng);
        self.step(&batch)
    }

    /// Learns from one batch.
    ///
    /// # Errors
    /// When the loss or its gradient is not finite; nothing is learned then.
    ///
    /// # Panics
    /// When the batch has other planes or rule vectors than the network.
    pub fn step(&mut self, batch: &Batch) -> Result<Losses, Diverged> {
        self.check(batch);
        let (config, done) = (&self.config, self.progress.step);
        let losses = match &mut self.state {
            State::Host(state) => state.step(batch, config, done),
            State::Device(state) => state.step(batch, config, done, &self.device),
        }?;
        self.progress.step += 1;
        self.progress.samples += batch.len as u64;
        Ok(losses)
    }

    /// The losses on a batch of the network that plays, which learns nothing from it.
    ///
    /// # Panics
    /// When the batch has other planes or rule vectors than the network.
    pub fn losses(&self, batch: &Batch) -> Losses {
        self.check(batch);
        match &self.state {
            State::Host(state) => state.losses(batch, &self.config),
            State::Device(state) => state.losses(batch, &self.config),
        }
    }

    fn check(&self, batch: &Batch) {
        let net = &self.net;
        assert!(
            batch.planes.len() == batch.len * net.planes * batch.board.squares()
                && batch.rules.len() == batch.len * net.rules,
            "the batch is not for this network"
        );
    }

    /// The network that plays: the average of the weights.
    pub fn network(&self) -> Network {
        match &self.state {
            State::Host(state) => state.average(&self.device.clone().without_autodiff()),
            State::Device(state) => state.average(),
        }
    }

    /// Sizes of the network.
    pub fn net_config(&self) -> &NetConfig {
        &self.net
    }

    /// Where the learning stands.
    pub fn progress(&self) -> &LearnProgress {
        &self.progress
    }

    /// How it learns.
    pub fn config(&self) -> &LearnConfig {
        &self.config
    }

    /// Changes how it learns from the next step on, such as the length of the schedule.
    pub fn set_config(&mut self, config: LearnConfig) {
        self.config = config;
    }

    /// The latest weights, their average and both moments of the gradients.
    pub(super) fn numbers(&self) -> [Cow<'_, [Weights]>; 4] {
        match &self.state {
            State::Host(state) => state.all().map(Cow::Borrowed),
            State::Device(state) => state.all().map(Cow::Owned),
        }
    }
}

#[cfg(test)]
mod tests;
