//! A network that plays: on the CPU by our own code, elsewhere by burn.

use std::sync::Arc;

use imperial_engine::catalog::AnyGame;
use imperial_engine::search::Evaluate;
use imperial_engine::{Encode, with_game};

use crate::evaluation::{Answers, Cached};
use imperial_net::{
    Backend, CpuEvaluator, CpuNet, EvaluateMixed, Kernel, MismatchError, NetConfig, Network,
    Precision, SharedEvaluator,
};

/// Hexadecimal digits of a network's hash that stand for it in records.
const LABEL_DIGITS: usize = 8;

/// Games that one thread plays in step on a GPU.
const GPU_GAMES_IN_STEP: usize = 2048;
/// The same on the CPU, so that weights are read once for several positions.
const CPU_GAMES_IN_STEP: usize = 16;

/// An evaluator for one thread, on any device.
pub type MixedEvaluator = Cached<Box<dyn EvaluateMixed + Send>>;

/// A network on the device where it plays. Threads share it.
#[derive(Clone, Debug)]
pub struct NetPlayer {
    cpu: Arc<CpuNet>,
    device: Arc<str>,
    training: Option<Arc<str>>,
    /// Where another device than the CPU computes.
    elsewhere: Option<SharedEvaluator>,
}

impl NetPlayer {
    /// Prepares `network`, which is on the device of `backend`, for play there.
    pub fn new(network: Network, backend: &Backend) -> Self {
        let kernel = backend.kernel().unwrap_or(Kernel::best());
        let cpu = Arc::new(CpuNet::with_kernel(&network, kernel, Precision::Fast));
        let training = network.training().map(Arc::from);
        let elsewhere = backend
            .kernel()
            .is_none()
            .then(|| SharedEvaluator::start(network, backend.precision()));
        Self { cpu, device: backend.name().into(), training, elsewhere }
    }

    /// The name of the device that computes.
    pub fn device(&self) -> &str {
        &self.device
    }

    /// The name in records: the first digits of the hash of the weights.
    pub fn label(&self) -> &str {
        &self.cpu.hash()[..LABEL_DIGITS]
    }

    /// SHA-256 of the network's configuration and weights, in hexadecimal digits.
    pub fn hash(&self) -> &str {
        self.cpu.hash()
    }

    /// What tells its training from others: the name of that, which all its stages share, or else the
    /// [`label`](Self::label), which they do not.
    pub fn training(&self) -> &str {
        self.training.as_deref().unwrap_or_else(|| self.label())
    }

    /// Its shape.
    pub fn config(&self) -> &NetConfig {
        self.cpu.config()
    }

    /// Checks that it was made for games like `game`.
    ///
    /// # Errors
    /// Names the first thing that differs.
    pub fn check_game(&self, game: &AnyGame) -> Result<(), MismatchError> {
        with_game!(game, |game| self.config().check_game(game))
    }

    /// The kernel that computes, on the CPU.
    pub fn kernel(&self) -> Option<Kernel> {
        self.elsewhere.is_none().then(|| self.cpu.kernel())
    }

    /// Whether both are the same network.
    pub fn is_same(&self, other: &Self) -> bool {
        self.cpu.hash() == other.cpu.hash()
    }

    /// Games that one thread should play in step.
    pub fn games_in_step(&self) -> usize {
        if self.elsewhere.is_some() { GPU_GAMES_IN_STEP } else { CPU_GAMES_IN_STEP }
    }

    /// An evaluator for one thread and all games that the network was made for
    /// ([`check_game`](Self::check_game)), with a cache that other evaluators of this network may share.
    pub fn mixed(&self, answers: Answers) -> MixedEvaluator {
        let inner: Box<dyn EvaluateMixed + Send> = match &self.elsewhere {
            None => Box::new(CpuEvaluator::mixed(Arc::clone(&self.cpu))),
            Some(shared) => Box::new(shared.clone()),
        };
        Cached::new(inner, answers)
    }

    /// An evaluator for one thread, with a cache.
    ///
    /// # Errors
    /// When the network was made for other games.
    pub fn evaluator<G: Encode + 'static>(
        &self,
        game: &G,
    ) -> Result<Box<dyn Evaluate<G> + Send>, MismatchError> {
        self.evaluator_with(game, Answers::default())
    }

    /// The same, with a cache that other evaluators of this network may share.
    ///
    /// # Errors
    /// When the network was made for other games.
    pub fn evaluator_with<G: Encode + 'static>(
        &self,
        game: &G,
        answers: Answers,
    ) -> Result<Box<dyn Evaluate<G> + Send>, MismatchError> {
        self.config().check_game(game)?;
        Ok(Box::new(self.mixed(answers)))
    }
}
