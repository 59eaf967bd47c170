//! The evaluator that knows nothing.

use crate::search::{Evaluate, Evaluation, Request};
use crate::{Game, Wdl};

/// Every result is equally probable and every move alike, for tests and as a lower bound.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl Uniform {
    /// What it says about every position.
    pub fn evaluation() -> Evaluation {
        let third = 1.0 / 3.0;
        let wdl = Wdl { attackers: third, draw: third, defenders: third };
        Evaluation { wdl, logits: Vec::new() }
    }
}

impl<G: Game> Evaluate<G> for Uniform {
    fn evaluate(&mut self, _game: &G, requests: &[Request<'_, G>]) -> Vec<Evaluation> {
        requests.iter().map(|_| Self::evaluation()).collect()
    }
}
