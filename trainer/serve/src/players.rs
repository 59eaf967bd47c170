//! The agents that pages may ask for, made ready once.

use std::collections::{HashMap, HashSet};
use std::iter::once;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::bail;
use imperial_engine::catalog::AnyGame;
use imperial_engine::search::SearchParams;
use imperial_net::Backend;
use imperial_play::agent::{Agent, AgentSpec, Elo, Judge, LevelName, SearchSpec};
use imperial_play::net_player::NetPlayer;
use imperial_play::networks;
use imperial_play::prepare::{Purpose, prepare, with_usual_network};
use serde::Serialize;

use crate::caps;
use crate::trouble::Trouble;

/// An agent to choose from a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Offer {
    /// As agents are written: `network:400`.
    pub agent: String,
    /// What it is called.
    pub name: String,
    /// How it plays, in a few words.
    pub words: String,
    /// Its measured rating under these rules.
    pub elo: Option<Elo>,
}

impl Offer {
    fn new(agent: &str, name: &str, words: &str) -> Self {
        let [agent, name, words] = [agent, name, words].map(str::to_owned);
        Self { agent, name, words, elo: None }
    }

    /// A level, with its rating under the rules of this name.
    fn level(level: LevelName, rules: &str) -> Self {
        let mut name = level.name().to_owned();
        name[..1].make_ascii_uppercase();
        let agent = AgentSpec::Level(level).to_string();
        Self { elo: level.elo(rules), ..Self::new(&agent, &name, level.words()) }
    }
}

/// The level that is chosen at first.
const USUAL: &str = "casual";
/// The strongest agent that is offered, where a network has learned the game.
const STRONGEST: &str = "network:4000";

/// Playouts of each network of the program, for those who want to see two of them play.
const NETWORKS_PLAYOUTS: u32 = 400;

/// Agents and networks.
#[derive(Debug)]
pub struct Players {
    backend: Backend,
    /// Agents that the command line names beside the usual ones: only these may have files.
    own: Vec<AgentSpec>,
    /// Whether everybody may come.
    public: bool,
    networks: Mutex<HashMap<Option<PathBuf>, NetPlayer>>,
}

/// The agents for one rule set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Offers {
    /// The list, the weakest first.
    pub agents: Vec<Offer>,
    /// The one that is chosen at first.
    pub usual: String,
    /// The agent that looks at positions.
    pub analyst: String,
    /// All that can look at them, that one first.
    pub analysts: Vec<String>,
    /// Whether its values are expected scores, which were checked against results.
    pub calibrated: bool,
    /// A word of caution, where no network has learned on such boards.
    pub caution: Option<String>,
}

impl Offers {
    /// Nobody to play `game` with; `analyst` has looked at the positions.
    pub fn none(analyst: String, game: &AnyGame) -> Self {
        let calibrated = networks::calibration(&analyst, game).is_some();
        let (agents, usual, analysts) = (Vec::new(), String::new(), Vec::new());
        Self { agents, usual, analyst, analysts, calibrated, caution: None }
    }
}

impl Players {
    /// Agents whose networks compute on `backend`, with those that the command line names.
    /// On a `public` server they play with fewer playouts, and only those that are offered.
    pub fn new(backend: Backend, own: Vec<AgentSpec>, public: bool) -> Self {
        Self { backend, own, public, networks: Mutex::default() }
    }

    /// Loads the networks that the command line names, so that whoever wrote it hears what is wrong with them.
    ///
    /// # Errors
    /// When one cannot be loaded; when an agent is another program, which a page may not start.
    pub fn load_own(&self) -> anyhow::Result<()> {
        for spec in &self.own {
            if spec.program().is_some() {
                bail!(
                    "a page starts no programs, so `{spec}` cannot be offered; `imperial play` and `imperial match` \
                     let it play"
                );
            }
            let Some(file) = spec.network() else { continue };
            let agent = prepare(spec, Purpose::Measuring, &self.backend)?;
            if let Some(network) = agent.network() {
                self.known().insert(Some(file.to_owned()), network.clone());
            }
        }
        Ok(())
    }

    /// Time that an agent computes for one move.
    pub const fn move_time(&self) -> Duration {
        if self.public { caps::PUBLIC_MOVE_TIME } else { caps::MOVE_TIME }
    }

    /// Most playouts for a move.
    const fn most_playouts(&self) -> u32 {
        if self.public { caps::PUBLIC_PLAYOUTS } else { caps::PLAYOUTS }
    }

    /// The agents for a game.
    ///
    /// # Errors
    /// When a network cannot be loaded.
    pub fn offers(&self, game: &AnyGame) -> Result<Offers, Trouble> {
        let usual_network = networks::player_for(once(game));
        let network = usual_network.map(|name| self.network(Some(Path::new(name)))).transpose()?;
        let mut agents = vec![Offer::new("random", "Random", "any move at all")];
        agents.extend(LevelName::all().map(|level| Offer::level(level, game.name())));
        let mut named = Vec::new();
        if networks::learned_for(game).is_some() && !self.public {
            agents.push(Offer::new(STRONGEST, "Strongest", "thinks longer than the master"));
            let plays = |name| (format!("network:{NETWORKS_PLAYOUTS}@{name}"), name);
            let words = format!("a network of the program, {NETWORKS_PLAYOUTS} playouts");
            named.extend(networks::all_for(game).map(plays));
            agents.extend(named.iter().map(|(agent, name)| Offer::new(agent, name, &words)));
        }
        let usual = format!("level:{USUAL}");
        let own: Vec<_> = self.own.iter().filter(|own| self.fits(own, game)).collect();
        agents
            .extend(own.iter().map(|own| Offer::new(&own.to_string(), &own.to_string(), "yours")));
        let plain = if network.is_some() { "network:400" } else { "rollouts:2000" };
        // Those that the user has named come first.
        let searching = own.iter().filter(|own| own.playouts().is_some()).map(ToString::to_string);
        let named = named.into_iter().map(|(agent, _)| agent);
        let mut analysts: Vec<String> = searching.chain([plain.to_owned()]).chain(named).collect();
        let mut seen = HashSet::new();
        analysts.retain(|analyst| seen.insert(analyst.clone()));
        let analyst = analysts[0].clone();
        let caution = network.and_then(|network| networks::caution(network.label(), game));
        let spec = with_usual_network(&analyst.parse().map_err(Trouble::bad)?, once(game));
        let looks = spec.network().map(|file| self.network(Some(file))).transpose()?;
        let is_calibrated = |net: &NetPlayer| networks::calibration(net.label(), game).is_some();
        let calibrated = looks.as_ref().is_some_and(is_calibrated);
        Ok(Offers { agents, usual, analyst, analysts, calibrated, caution })
    }

    /// Whether the network of an agent, where it has one, can play `game`.
    fn fits(&self, agent: &AgentSpec, game: &AnyGame) -> bool {
        let spec = with_usual_network(agent, once(game));
        with_network(&spec).is_none_or(|search| {
            self.network(search.network()).is_ok_and(|network| network.check_game(game).is_ok())
        })
    }

    /// The agent of this name, ready to play `game`.
    ///
    /// # Errors
    /// When it is none, is not for pages, or does not fit the game.
    pub fn agent(&self, name: &str, game: &AnyGame) -> Result<Agent, Trouble> {
        if name.len() > caps::MOVE_BYTES {
            return Err(Trouble::bad("the name of the agent is too long"));
        }
        let spec: AgentSpec = name.parse().map_err(Trouble::bad)?;
        if !self.is_own(&spec) {
            check_allowed(&spec)?;
        }
        if self.public {
            self.check_offered(&spec, game)?;
        }
        let spec = match spec {
            AgentSpec::Level(level) => level.agent(game),
            spec => with_usual_network(&spec, once(game)),
        };
        let agent = match with_network(&spec) {
            Some(search) => {
                Agent::Network(search.params(Purpose::Measuring), self.network(search.network())?)
            }
            None => prepare(&spec, Purpose::Measuring, &self.backend).map_err(chain)?,
        };
        if let Agent::Network(_, network) = &agent {
            network.check_game(game).map_err(|error| {
                Trouble::bad(format!("{name} does not know this game: {error}; choose rollouts"))
            })?;
        }
        Ok(agent.with_search(|params| SearchParams {
            playouts: params.playouts.min(self.most_playouts()),
            memory: caps::SEARCH_MIB,
            ..params
        }))
    }

    /// Whether the command line names this agent, with any number of playouts: a review has its own.
    fn is_own(&self, spec: &AgentSpec) -> bool {
        let alike = |own: &AgentSpec| spec.playouts().and_then(|number| own.with_playouts(number));
        self.own.iter().any(|own| own == spec || alike(own).as_ref() == Some(spec))
    }

    /// Refuses agents that are not offered. Whoever may ask for any can ask for one that computes for long.
    fn check_offered(&self, spec: &AgentSpec, game: &AnyGame) -> Result<(), Trouble> {
        let Offers { agents, analyst, .. } = self.offers(game)?;
        let mut offered = agents.iter().map(|offer| &offer.agent).chain([&analyst]);
        if offered.any(|offered| offered.parse().as_ref() == Ok(spec)) {
            return Ok(());
        }
        let names: Vec<&str> = agents.iter().map(|offer| offer.agent.as_str()).collect();
        let names = names.join(", ");
        Err(Trouble::forbidden(format!("this server plays with what it offers: {names}")))
    }

    /// The network of this name, loaded once.
    fn network(&self, file: Option<&Path>) -> Result<NetPlayer, Trouble> {
        let key = file.map(Path::to_owned);
        let mut known = self.known();
        if let Some(network) = known.get(&key) {
            return Ok(network.clone());
        }
        let network = networks::load(file, self.backend.device()).map_err(chain)?;
        let player = NetPlayer::new(network, &self.backend);
        known.insert(key, player.clone());
        Ok(player)
    }

    fn known(&self) -> MutexGuard<'_, HashMap<Option<PathBuf>, NetPlayer>> {
        self.networks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The search of an agent that searches with a network.
fn with_network(spec: &AgentSpec) -> Option<&SearchSpec> {
    spec.search().filter(|search| !matches!(search.judge, Judge::Rollouts))
}

/// Refuses agents that would start a program or open a file.
fn check_allowed(spec: &AgentSpec) -> Result<(), Trouble> {
    if spec.program().is_some() {
        return Err(Trouble::forbidden(
            "a page starts no programs; `imperial match` lets them play",
        ));
    }
    match spec.network() {
        Some(file) if !networks::names().any(|name| Path::new(name) == file) => {
            Err(Trouble::forbidden(
                "a page opens no files; start `imperial serve` with `--agent network:400@FILE`",
            ))
        }
        _ => Ok(()),
    }
}

/// An error with its causes.
#[expect(clippy::needless_pass_by_value, reason = "it is the way of `map_err`")]
fn chain(error: anyhow::Error) -> Trouble {
    Trouble::bad(error.chain().map(ToString::to_string).collect::<Vec<_>>().join(": "))
}

/// Players that several searches share.
pub type SharedPlayers = Arc<Players>;

#[cfg(test)]
mod tests {

    use super::*;

    fn players(own: &[&str]) -> Players {
        let own = own.iter().map(|text| text.parse().expect("an agent")).collect();
        Players::new(Backend::cpu(), own, false)
    }

    #[test]
    fn pages_start_no_programs_and_open_no_files() {
        let game = AnyGame::by_name("brandubh").expect("embedded");
        let programs = ["ugi:sh", "ugi[nodes=1]:sh -c ls", "otep:sh", "otep[movetime=9]:sh -c ls"];
        for name in programs.into_iter().chain(["network:9@/etc/passwd", "reuse:puct:9@x.net"]) {
            let trouble = players(&[]).agent(name, &game).expect_err(name);
            assert_eq!(trouble.status, 403, "{name}");
        }
        let trouble = players(&[]).agent("alphabeta", &game).expect_err("no agent");
        assert!(trouble.words.contains("is not an agent"));
    }

    /// A review searches with other playouts than the command line says.
    #[test]
    fn own_networks_play_with_any_playouts() {
        let file = "../play/networks/tafl9-1855.net";
        let players = players(&[&format!("reuse:network:400@{file}")]);
        let game = AnyGame::by_name("tablut-linnaeus").expect("embedded");
        let agent = players.agent(&format!("reuse:network:150@{file}"), &game).expect("own");
        assert_eq!(agent.search().map(|params| (params.playouts, params.reuse)), Some((150, true)));
        for strange in [format!("network:150@{file}"), "reuse:network:150@other.net".to_owned()] {
            assert_eq!(players.agent(&strange, &game).expect_err(&strange).status, 403);
        }
    }

    #[test]
    fn own_agents_that_cannot_play_are_named_at_once() {
        let wrong = |own: &str| format!("{:#}", players(&[own]).load_own().expect_err(own));
        for own in ["network:9@typo.net", "reuse:puct[temperature=1]:9@typo.net"] {
            let error = wrong(own);
            assert!(error.contains("9@typo.net`: there is no file `typo.net`"), "{error}");
        }
        let error = wrong("ugi:./engine --quiet");
        assert!(error.contains("starts no programs, so `ugi:./engine --quiet`"), "{error}");
        players(&["random", "network:7", "network:9@tafl9-1732"]).load_own().expect("all can play");
    }

    /// On a public server strangers cannot ask for an agent that computes for long.
    #[test]
    fn everybody_may_play_with_what_is_offered_alone() {
        let own = vec!["alphabeta:3s".parse().expect("an agent")];
        let players = Players::new(Backend::cpu(), own, true);
        let game = AnyGame::by_name("brandubh").expect("embedded");
        let Offers { agents, analyst, .. } = players.offers(&game).expect("a network");
        for offered in agents.iter().map(|offer| &offer.agent).chain([&analyst]) {
            let agent = players.agent(offered, &game).expect(offered);
            let playouts = agent.search().map_or(0, |params| params.playouts);
            assert!(playouts <= caps::PUBLIC_PLAYOUTS, "{offered}");
        }
        for strange in
            ["alphabeta:depth=60", "alphabeta:nodes=10000000000", "network:4000", "puct:9"]
        {
            let trouble = players.agent(strange, &game).expect_err(strange);
            assert_eq!(trouble.status, 403, "{strange}");
            assert!(trouble.words.contains("level:casual"), "{}", trouble.words);
        }
    }

    #[test]
    fn playouts_are_bounded() {
        let game = AnyGame::by_name("tic-tac-toe").expect("embedded");
        let agent = players(&[]).agent("rollouts:900000", &game).expect("an agent");
        assert_eq!(agent.search().expect("it searches").playouts, caps::PLAYOUTS);
    }

    #[test]
    fn what_is_offered_fits_the_game() {
        let players = players(&["rollouts:7"]);
        for name in ["tic-tac-toe", "brandubh", "tablut-linnaeus", "alea-evangelii"] {
            let game = AnyGame::by_name(name).expect("embedded");
            let offers = players.offers(&game).expect("a network");
            assert!(offers.agents.iter().any(|offer| offer.agent == offers.usual));
            assert!(offers.agents.iter().any(|offer| offer.name == "Master"));
            assert_eq!(offers.caution.is_some(), name == "alea-evangelii");
            assert!(!offers.calibrated, "nobody has checked rollouts");
            let usual = self::players(&[]).offers(&game).expect("a network");
            assert_eq!(usual.calibrated, networks::learned_for(&game).is_some(), "{name}");
            for offer in &offers.agents {
                players.agent(&offer.agent, &game).expect("it fits");
            }
            assert_eq!(offers.analyst, "rollouts:7");
            assert_eq!(offers.analysts[0], offers.analyst);
            for analyst in &offers.analysts {
                let agent = players.agent(analyst, &game).expect("it fits");
                assert!(agent.search().is_some(), "{analyst} searches");
            }
        }
    }

    #[test]
    fn own_agents_are_offered_where_they_know_the_game() {
        let players = players(&["network:7", "network:9@tafl9-1732", "reuse:network:8"]);
        let offered = |name: &str| {
            let offers =
                players.offers(&AnyGame::by_name(name).expect("embedded")).expect("agents");
            let own = offers.agents.iter().filter(|offer| offer.words == "yours");
            (own.map(|offer| offer.agent.clone()).collect::<Vec<_>>(), offers.analyst)
        };
        let all =
            ["network:7", "network:9@tafl9-1732", "reuse:network:8"].map(str::to_owned).to_vec();
        assert_eq!(offered("tablut-linnaeus"), (all, "network:7".to_owned()));
        assert_eq!(offered("connect-four"), (Vec::new(), "rollouts:2000".to_owned()));
    }
}
