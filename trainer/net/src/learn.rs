//! The learner: one step at a time from batches to better weights.

use burn::module::Module;
use burn::tensor::Device;
use imperial_engine::{derive_seed, game_stream};

use super::average::blend;
use super::batch::Batch;
use super::gradients::{by_burn, by_cpu};
use super::loss::Losses;
use super::model::Network;
use super::optimiser::Optimiser;
use super::sample::Sample;
use super::{Backend, Kernel, LearnConfig, NetConfig, Progress};

/// A network that learns, its average for play, and where the learning stands.
///
/// The same seed and samples give the same weights on the CPU, whatever the number of threads.
pub struct Learner {
    pub(super) config: LearnConfig,
    pub(super) latest: Network,
    pub(super) average: Network,
    pub(super) optimiser: Optimiser,
    pub(super) progress: Progress,
    pub(super) device: Device,
    /// On the CPU our own code computes the gradients.
    kernel: Option<Kernel>,
}

impl std::fmt::Debug for Learner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Learner")
            .field("network", self.latest.config())
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
        let (average, progress) = (network.valid(), Progress::new(seed));
        Self::from_parts(network, average, config, progress, backend)
    }

    /// The same with the gradients computed by `kernel`, or by burn alone: for measurements.
    ///
    /// # Panics
    /// When this machine does not have the kernel.
    #[must_use]
    pub fn with_kernel(mut self, kernel: Option<Kernel>) -> Self {
        assert!(kernel.is_none_or(Kernel::is_available), "this machine has no {kernel:?}");
        self.kernel = kernel;
        self
    }

    pub(super) fn from_parts(
        latest: Network,
        average: Network,
        config: LearnConfig,
        progress: Progress,
        backend: &Backend,
    ) -> Self {
        let optimiser = Optimiser::new(config.weight_decay, config.clip);
        let (device, kernel) = (backend.device().clone().autodiff(), backend.kernel());
        Self { config, latest, average, optimiser, progress, device, kernel }
    }

    /// Draws a batch from `samples` and learns from it. The draw depends on the seed and the
    /// number of the step alone.
    ///
    /// # Panics
    /// When there are no samples.
    pub fn step_on(&mut self, samples: &[Sample]) -> Losses {
        let seed = derive_seed(self.progress.seed, "batches");
        let mut rng = game_stream(seed, self.progress.step);
        let batch = Batch::draw(samples, self.config.batch, &mut rng);
        self.step(&batch)
    }

    /// Learns from one batch.
    ///
    /// # Panics
    /// When the batch has other planes or rule vectors than the network.
    pub fn step(&mut self, batch: &Batch) -> Losses {
        let net = self.latest.config();
        assert!(
            batch.planes.len() == batch.len * net.planes * batch.board.squares()
                && batch.rules.len() == batch.len * net.rules,
            "the batch is not for this network"
        );
        let (network, config, device) = (&self.latest, &self.config, &self.device);
        let (losses, gradients) = match self.kernel {
            Some(kernel) => by_cpu(network, batch, config, device, kernel),
            None => by_burn(network, batch, config, device),
        };
        let rate = self.config.schedule.rate(self.progress.step);
        let network = self.latest.clone();
        self.latest = self.optimiser.step(rate, network, gradients);
        self.average = blend(
            self.average.clone(),
            &self.latest,
            self.config.average_decay,
            self.progress.step,
        );
        self.progress.step += 1;
        self.progress.samples += batch.len as u64;
        losses
    }

    /// The network that plays: the average of the weights.
    pub fn network(&self) -> &Network {
        &self.average
    }

    /// Where the learning stands.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// How it learns.
    pub fn config(&self) -> &LearnConfig {
        &self.config
    }

    /// Changes how it learns from the next step on, such as the length of the schedule.
    pub fn set_config(&mut self, config: LearnConfig) {
        self.optimiser.reconfigure(config.weight_decay, config.clip);
        self.config = config;
    }
}
