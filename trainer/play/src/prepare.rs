//! From an agent's description to an agent that can play.

use std::collections::BTreeSet;
use std::iter::once;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, bail};
use imperial_data::LoadedRules;
use imperial_engine::catalog::AnyGame;
use imperial_engine::search::SearchParams;

pub use crate::agent::Purpose;
use crate::agent::{Agent, AgentSpec, Judge, LevelName, MOST_PLAYOUTS, PlayersOfLevel};
use crate::external::ExternalPlayer;
use crate::net_player::NetPlayer;
use crate::networks::boards::Board;
use crate::networks::recipes;
use crate::{networks, tell};
use imperial_net::Backend;

/// Playouts of the agent that plays where nobody chooses another: with a network, a fraction of a second
/// on a core.
const USUAL_PLAYOUTS: u32 = 400;
/// The same without a network.
const USUAL_ROLLOUTS: u32 = 2000;

/// Prepares the agent of `spec`, for games that are not known yet; one that names no network has the first that comes
/// with the program.
///
/// # Errors
/// When the network cannot be loaded; when another program does not answer.
pub fn prepare(spec: &AgentSpec, purpose: Purpose, backend: &Backend) -> anyhow::Result<Agent> {
    match spec {
        AgentSpec::Random => Ok(Agent::Random),
        AgentSpec::Search(search) => {
            let params = search.params(purpose);
            match &search.judge {
                Judge::Rollouts => Ok(Agent::Rollouts(params)),
                Judge::Network(file) | Judge::Puct(file) => {
                    Ok(Agent::Network(params, player(spec, file.as_deref(), backend)?))
                }
            }
        }
        AgentSpec::AlphaBeta(player) => Ok(Agent::AlphaBeta(*player)),
        // People's opponents do not explore.
        AgentSpec::Level(level) => {
            let prepare = |spec| prepare(&spec, Purpose::Measuring, backend);
            let learned = |name| Ok((name, prepare(level.learned_by(name))?));
            let learned = LevelName::networks().map(learned).collect::<anyhow::Result<_>>()?;
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

/// The network that plays `game` where nobody chooses another ([`networks::player_for`]). `None` where the program has
/// none of its family.
///
/// # Errors
/// When the network cannot be loaded.
pub fn usual_network(game: &AnyGame, backend: &Backend) -> anyhow::Result<Option<NetPlayer>> {
    let Some(name) = networks::player_for(once(game)) else { return Ok(None) };
    let network = networks::load(Some(Path::new(name)), backend.device())?;
    Ok(Some(NetPlayer::new(network, backend)))
}

/// The same agent; where it wants a network and names none, with the program's for `games` ([`networks::player_for`]).
#[must_use]
pub fn with_usual_network<'a>(
    spec: &AgentSpec,
    games: impl Iterator<Item = &'a AnyGame>,
) -> AgentSpec {
    let mut spec = spec.clone();
    if spec.wants_network()
        && let Some(name) = networks::player_for(games)
    {
        spec.set_network(Path::new(name));
    }
    spec
}

/// The agent of `spec`, for `games`.
fn prepare_to_play(
    spec: &AgentSpec,
    games: &[&AnyGame],
    purpose: Purpose,
    backend: &Backend,
) -> anyhow::Result<Agent> {
    let spec = with_usual_network(spec, games.iter().copied());
    let mut agent = prepare(&spec, purpose, backend)?;
    agent.keep_families(games);
    Ok(agent)
}

/// The agent of `spec` for all of these rule sets.
///
/// # Errors
/// As [`prepare`]; when it cannot play one of them ([`check_fit`]).
pub fn prepare_for<'a>(
    spec: &AgentSpec,
    rules: impl IntoIterator<Item = &'a LoadedRules, IntoIter: Clone>,
    purpose: Purpose,
    backend: &Backend,
) -> anyhow::Result<Agent> {
    let mut rules = rules.into_iter();
    let games: Vec<&AnyGame> = rules.clone().map(|rules| &rules.game).collect();
    let agent = prepare_to_play(spec, &games, purpose, backend)?;
    rules.try_for_each(|rules| check_fit(&agent, rules))?;
    Ok(agent)
}

/// The agent of `spec`, for `game`; without one, the usual network with 400 playouts, or rollouts where there is none.
///
/// # Errors
/// As [`prepare`].
pub fn prepare_or_usual(
    spec: Option<&AgentSpec>,
    game: &AnyGame,
    backend: &Backend,
) -> anyhow::Result<Agent> {
    if let Some(spec) = spec {
        return prepare_to_play(spec, &[game], Purpose::Measuring, backend);
    }
    Ok(match usual_network(game, backend)? {
        Some(network) => Agent::Network(SearchParams::playing(USUAL_PLAYOUTS), network),
        None => Agent::Rollouts(SearchParams::rollouts(USUAL_ROLLOUTS)),
    })
}

/// The usual network, searching until it is told to stop; rollouts where there is none.
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
            net.check_game(&rules.game).with_context(cannot).map_err(|error| {
                let family = Board::of(&rules.game).family();
                match networks::player_for(once(&rules.game)) {
                    None => error.context(format!(
                        "no network of the program plays {family}; train one with `imperial train`, or name \
                         rollouts:PLAYOUTS or alphabeta:TIME"
                    )),
                    Some(_) => error,
                }
            })?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_agent_without_a_network_has_the_one_for_its_games() {
        let plays = |agent: &str, rules: &[&str]| {
            let games = rules.iter().map(|name| AnyGame::by_name(name).expect("embedded"));
            let games: Vec<AnyGame> = games.collect();
            with_usual_network(&agent.parse().expect("an agent"), games.iter()).to_string()
        };
        let named = "network:4@tafl9-1732-240";
        assert_eq!(plays("network:4", &["imperial-contest"]), named);
        assert_eq!(plays("network:4", &["brandubh"]), "network:4@tafl-1732-96");
        assert_eq!(plays("reuse:network:4", &["brandubh"]), "reuse:network:4@tafl-1732-96");
        assert_eq!(plays("network:4", &["brandubh", "imperial-contest"]), "network:4@tafl-1732-96");
        assert_eq!(plays(named, &["brandubh"]), named);
        assert_eq!(plays("random", &["brandubh"]), "random");
        assert_eq!(plays("network:4", &["alea-evangelii"]), named, "of its family");
        assert_eq!(plays("network:4", &["connect-four"]), "network:4", "there is none");
    }

    #[test]
    fn a_level_has_the_networks_of_the_families_that_it_plays() {
        let backend = Backend::cpu();
        let level = "level:strong".parse().expect("an agent");
        let names = |rules: &str| -> Vec<&str> {
            let rules = imperial_data::load_rules(rules).expect("embedded");
            let agent = prepare_for(&level, [&rules], Purpose::Measuring, &backend);
            match agent.expect("it plays all games") {
                Agent::Level(_, players) => players.learned.iter().map(|(name, _)| *name).collect(),
                other => panic!("{}", other.label()),
            }
        };
        assert_eq!(names("brandubh"), ["tafl9-1732-240", "tafl-1732-96"]);
        assert!(names("connect-four").is_empty());
    }
}
