//! A network that plays: on the CPU by our own code, elsewhere by burn.

use std::sync::Arc;

use imperial_engine::catalog::AnyGame;
use imperial_engine::search::Evaluate;
use imperial_engine::{Encode, with_game};

use crate::evaluation::{Answers, Cached};
use imperial_net::{
    BurnEvaluator, CpuEvaluator, CpuNet, Device, MismatchError, NetConfig, Network, device_named,
};

/// Hexadecimal digits of a network's hash that stand for it in records.
const LABEL_DIGITS: usize = 8;

/// Games that one thread plays in step on a GPU, so that it has enough to do at once.
const GPU_GAMES_IN_STEP: usize = 64;

/// A network on the device where it plays. Threads share it.
#[derive(Clone, Debug)]
pub struct NetPlayer {
    cpu: Arc<CpuNet>,
    training: Option<Arc<str>>,
    /// burn's network, where another device than the CPU computes.
    elsewhere: Option<Box<Network>>,
}

impl NetPlayer {
    /// Prepares `network` for play on `device`.
    pub fn new(network: Network, device: &Device) -> Self {
        let cpu = Arc::new(CpuNet::new(&network));
        let training = network.training().map(Arc::from);
        let on_cpu = device_named("cpu").is_ok_and(|cpu| cpu == *device);
        Self { cpu, training, elsewhere: (!on_cpu).then(|| Box::new(network)) }
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

    /// Games that one thread should play in step. Our own code computes each position alone, so
    /// that on the CPU one game at a time loses nothing.
    pub fn games_in_step(&self) -> usize {
        if self.elsewhere.is_some() { GPU_GAMES_IN_STEP } else { 1 }
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
        Ok(match &self.elsewhere {
            None => {
                let inner = CpuEvaluator::new(Arc::clone(&self.cpu), game)?;
                Box::new(Cached::new(inner, answers))
            }
            Some(network) => {
                let inner = BurnEvaluator::new(Network::clone(network), game)?;
                Box::new(Cached::new(inner, answers))
            }
        })
    }
}
