//! Who answers the game runs' questions.

use imperial_engine::Encode;
use imperial_engine::search::{Evaluate, Rollouts};

use crate::agent::Agent;
use imperial_net::MismatchError;

/// The evaluator of an agent for its game, for one thread. Agents that never search have one that is never asked.
///
/// # Errors
/// When the agent's network was made for other games.
pub(super) fn evaluator_of<G: Encode + 'static>(
    agent: &Agent,
    game: &G,
) -> Result<Box<dyn Evaluate<G>>, MismatchError> {
    match agent {
        Agent::Random | Agent::Rollouts(_) | Agent::AlphaBeta(_) => Ok(Box::new(Rollouts::new())),
        Agent::Level(..) | Agent::External(_) => Ok(Box::new(Rollouts::new())),
        Agent::Network(_, net) => Ok(net.evaluator(game)?),
    }
}
