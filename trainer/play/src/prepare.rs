//! From an agent's description to an agent that can play.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, bail};
use imperial_data::LoadedRules;
use imperial_engine::catalog::AnyGame;
use imperial_engine::search::SearchParams;

use crate::agent::{Agent, AgentSpec, MOST_PLAYOUTS, PlayersOfLevel};
use crate::external::ExternalPlayer;
use crate::net_player::NetPlayer;
use crate::networks::recipes;
use crate::{networks, tell};
use imperial_net::Backend;

/// Playouts of the agent that plays where nobody chooses another: with a network, a fraction of a second
/// on a core.
const USUAL_PLAYOUTS: u32 = 400;
/// The same without a network.
const USUAL_ROLLOUTS: u32 = 2000;

/// What an agent plays for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Games to learn from: the search explores.
    Learning,
    /// Games to measure: the search plays its best.
    Measuring,
}

/// Prepares the agent of `spec`; one that names no network has the first that comes with the program.
///
/// # Errors
/// When the network cannot be loaded; when another program does not answer.
pub fn prepare(spec: &AgentSpec, purpose: Purpose, backend: &Backend) -> anyhow::Result<Agent> {
    match spec {
        AgentSpec::Random => Ok(Agent::Random),
        AgentSpec::Rollouts { playouts } => Ok(Agent::Rollouts(SearchParams::rollouts(*playouts))),
        AgentSpec::Network { playouts, file } => {
            let params = match purpose {
                Purpose::Learning => SearchParams::training(*playouts),
                Purpose::Measuring => SearchParams::playing(*playouts),
            };
            Ok(Agent::Network(params, player(spec, file.as_deref(), backend)?))
        }
        AgentSpec::Puct { playouts, file } => {
            let params = match purpose {
                Purpose::Learning => SearchParams::alpha_zero(*playouts),
                Purpose::Measuring => SearchParams::puct(*playouts),
            };
            Ok(Agent::Network(params, player(spec, file.as_deref(), backend)?))
        }
        AgentSpec::Reuse(agent) => Ok(prepare(agent, purpose, backend)?.with_reuse()),
        AgentSpec::Tuned(settings, agent) => {
            let agent = prepare(agent, purpose, backend)?;
            Ok(agent.with_search(|params| settings.apply(params)))
        }
        AgentSpec::AlphaBeta(player) => Ok(Agent::AlphaBeta(*player)),
        // People's opponents do not explore.
        AgentSpec::Level(level) => {
            let prepare = |spec| prepare(&spec, Purpose::Measuring, backend);
            let learned = |name| Ok((name, prepare(level.learned_by(name))?));
            let learned = networks::specialists().map(learned).collect::<anyhow::Result<_>>()?;
            let elsewhere = prepare(level.elsewhere())?;
            Ok(Agent::Level(*level, Box::new(PlayersOfLevel { learned, elsewhere })))
        }
        AgentSpec::External(engine) => Ok(Agent::External(ExternalPlayer::new(engine)?)),
    }
}

/// The network of `spec`, which is in `file`; without one, that of the program.
fn player(spec: &AgentSpec, file: Option<&Path>, backend: &Backend) -> anyhow::Result<NetPlayer> {
    let recipe = file.filter(|file| !file.exists()).and_then(|file| recipes::named(file.to_str()?));
    if let Some(recipe) = recipe {
        let members = recipe.members.join(", ");
        bail!("`{spec}` names several trainings; choose one of them: {members}");
    }
    let network = networks::load(file, backend.device())
        .with_context(|| format!("cannot play with the network of `{spec}`"))?;
    Ok(NetPlayer::new(network, backend))
}

/// The network that plays `game` where nobody chooses another: the first of the program's that has learned on such
/// boards, or else the first of all. `None` where that was made for other games.
///
/// # Errors
/// When the network cannot be loaded.
pub fn usual_network(game: &AnyGame, backend: &Backend) -> anyhow::Result<Option<NetPlayer>> {
    let name = networks::learned_for(game).map(Path::new);
    let player = NetPlayer::new(networks::load(name, backend.device())?, backend);
    Ok(player.check_game(game).is_ok().then_some(player))
}

/// The same agent; where it wants a network and names none, with the first that has learned on the boards of `game`.
#[must_use]
pub fn with_learned(spec: &AgentSpec, game: &AnyGame) -> AgentSpec {
    let mut spec = spec.clone();
    if let Some(name) = networks::learned_for(game).filter(|_| spec.wants_network()) {
        spec.set_network(Path::new(name));
    }
    spec
}

/// The agent of `spec`, for `game`; without one, the usual network with 400 playouts, or rollouts where it was
/// made for other games.
///
/// # Errors
/// As [`prepare`].
pub fn prepare_or_usual(
    spec: Option<&AgentSpec>,
    game: &AnyGame,
    backend: &Backend,
) -> anyhow::Result<Agent> {
    if let Some(spec) = spec {
        return prepare(&with_learned(spec, game), Purpose::Measuring, backend);
    }
    Ok(match usual_network(game, backend)? {
        Some(network) => Agent::Network(SearchParams::playing(USUAL_PLAYOUTS), network),
        None => Agent::Rollouts(SearchParams::rollouts(USUAL_ROLLOUTS)),
    })
}

/// The usual network, searching until it is told to stop; rollouts where it was made for other games.
///
/// # Errors
/// When the network cannot be loaded.
pub fn prepare_for_a_clock(game: &AnyGame, backend: &Backend) -> anyhow::Result<Agent> {
    let agent = match usual_network(game, backend)? {
        Some(network) => Agent::Network(SearchParams::puct(MOST_PLAYOUTS), network),
        None => Agent::Rollouts(SearchParams::rollouts(MOST_PLAYOUTS)),
    };
    Ok(agent.with_reuse())
}

/// Checks that `agent` can play by `rules`; says so, once, where its network never learned on such boards.
///
/// # Errors
/// When it has a network that was made for other games, or is a program that complains.
pub fn check_fit(agent: &Agent, rules: &LoadedRules) -> anyhow::Result<()> {
    match agent.at(&rules.game) {
        Agent::Random | Agent::Rollouts(_) | Agent::AlphaBeta(_) | Agent::Level(..) => Ok(()),
        Agent::Network(_, net) => {
            let cannot = || format!("`{}` cannot play {}", agent.label(), rules.game.name());
            net.check_game(&rules.game).with_context(cannot)?;
            networks::caution(net.label(), &rules.game).inspect(|caution| tell_once(caution));
            Ok(())
        }
        Agent::External(player) => player.check_rules(rules),
    }
}

/// Checks that records tell two agents apart: other programs are called there what they call themselves.
///
/// # Errors
/// When two programs that were asked for in other words would have one name.
pub fn check_told_apart(one: (&str, &Agent), other: (&str, &Agent)) -> anyhow::Result<()> {
    let ((one, Agent::External(first)), (other, Agent::External(second))) = (one, other) else {
        return Ok(());
    };
    let label = first.label();
    if one != other && label == second.label() {
        bail!(
            "`{one}` and `{other}` would both be called `{label}` in the games; give one of them \
             another setting, such as nodes or an option, or another name of its own"
        );
    }
    Ok(())
}

/// Says on standard error what was not said before.
fn tell_once(text: &str) {
    static TOLD: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    if TOLD.lock().unwrap_or_else(PoisonError::into_inner).insert(text.to_owned()) {
        tell!("note: {text}");
    }
}
