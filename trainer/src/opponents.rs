//! From an agent's description to an agent that can play.

use std::path::Path;

use anyhow::Context as _;
use burn::tensor::Device;
use imperial_data::LoadedRules;
use imperial_engine::Encode;
use imperial_engine::catalog::Visit;
use imperial_engine::search::SearchParams;

use crate::agent::{Agent, AgentSpec};
use crate::net_player::NetPlayer;
use crate::networks;
use crate::ugi::external::ExternalPlayer;

/// What an agent plays for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Games to learn from: the search explores.
    Learning,
    /// Games to measure: the search plays its best.
    Measuring,
}

/// Prepares the agent of `spec`. `network` is the file that `network:N` without a file means; without it
/// that is the first network that comes with the program.
///
/// # Errors
/// When the network cannot be loaded; when another program does not answer.
pub fn prepare(
    spec: &AgentSpec,
    purpose: Purpose,
    network: Option<&Path>,
    device: &Device,
) -> anyhow::Result<Agent> {
    match spec {
        AgentSpec::Random => Ok(Agent::Random),
        AgentSpec::Rollouts { playouts } => Ok(Agent::Rollouts(SearchParams::rollouts(*playouts))),
        AgentSpec::Network { playouts, file } => {
            let params = match purpose {
                Purpose::Learning => SearchParams::training(*playouts),
                Purpose::Measuring => SearchParams::playing(*playouts),
            };
            Ok(Agent::Network(params, player(spec, file.as_deref().or(network), device)?))
        }
        AgentSpec::Puct { playouts, file } => {
            let params = match purpose {
                Purpose::Learning => SearchParams::alpha_zero(*playouts),
                Purpose::Measuring => SearchParams::puct(*playouts),
            };
            Ok(Agent::Network(params, player(spec, file.as_deref().or(network), device)?))
        }
        AgentSpec::Reuse(agent) => Ok(prepare(agent, purpose, network, device)?.with_reuse()),
        AgentSpec::External(engine) => Ok(Agent::External(ExternalPlayer::new(engine)?)),
    }
}

/// The network of `spec`, which is in `file`; without one, that of the program.
fn player(spec: &AgentSpec, file: Option<&Path>, device: &Device) -> anyhow::Result<NetPlayer> {
    let network = networks::load(file, device)
        .with_context(|| format!("cannot play with the network of `{spec}`"))?;
    NetPlayer::new(network, device)
}

/// Checks that `agent` can play by `rules`.
///
/// # Errors
/// When it has a network that was made for other games, or is a program that complains.
pub fn check_fit(agent: &Agent, rules: &LoadedRules) -> anyhow::Result<()> {
    struct Fit<'a>(&'a NetPlayer);

    impl Visit for Fit<'_> {
        type Output = anyhow::Result<()>;

        fn visit<G: Encode + 'static>(self, game: &G) -> Self::Output {
            Ok(self.0.config().check_game(game)?)
        }
    }

    match agent {
        Agent::Random | Agent::Rollouts(_) => Ok(()),
        Agent::Network(_, net) => rules
            .game
            .visit(Fit(net))
            .with_context(|| format!("`{}` cannot play {}", agent.label(), rules.game.name())),
        Agent::External(player) => player.check_rules(rules),
    }
}
