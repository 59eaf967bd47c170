//! Evaluation as a request that is answered in batches.

use std::fmt::Debug;

use crate::{Game, Wdl};

/// A leaf that wants a value and a policy.
#[derive(Debug)]
pub struct Request<'a, G: Game> {
    /// The leaf; its game goes on.
    pub position: &'a G::Position,
    /// Its legal moves, at least one.
    pub moves: &'a [G::Move],
    /// A random number of the game's own stream, for evaluators that need chance. An answer may
    /// depend on the request alone, never on its neighbours in the batch.
    pub seed: u64,
}

impl<G: Game> Clone for Request<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Request<'_, G> {}

/// What is expected of a leaf.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// Probabilities of the results.
    pub wdl: Wdl,
    /// One policy logit per legal move, in their order; empty where all moves are alike.
    pub logits: Vec<f32>,
}

/// Anything that judges positions: rollouts, a network, a script in a test.
pub trait Evaluate<G: Game> {
    /// One evaluation per request, in their order.
    fn evaluate(&mut self, game: &G, requests: &[Request<'_, G>]) -> Vec<Evaluation>;
}

impl<G: Game, E: Evaluate<G> + ?Sized> Evaluate<G> for Box<E> {
    fn evaluate(&mut self, game: &G, requests: &[Request<'_, G>]) -> Vec<Evaluation> {
        self.as_mut().evaluate(game, requests)
    }
}
