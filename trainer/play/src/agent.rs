//! Who plays: random moves, search with rollouts, search with a network, alpha-beta search, a level for people,
//! another program.

mod alphabeta;
mod folder;
mod labelled;
mod level;
mod search;
mod settings;
mod written;

use std::path::{Path, PathBuf};

use imperial_engine::catalog::AnyGame;
use imperial_engine::search::{RootRule, SearchParams};
use serde::{Deserialize, Serialize};

pub use alphabeta::{AlphaBeta, AlphaBetaError};
pub use folder::{check_apart, folder_of_agent};
pub use labelled::Labelled;
pub use level::{Elo, LevelName};
pub use search::{Judge, MOST_PLAYOUTS, Purpose, SearchSpec};
pub use settings::{KEYS as SETTINGS, Settings, SettingsError};
pub use written::ParseAgentError;

use crate::external::{EngineSpec, ExternalPlayer};
use crate::net_player::NetPlayer;
use crate::networks::{self, boards::Board};

/// An agent as users write it: `random`, `rollouts:32`, `network:64`, `network:64@best.net`,
/// `puct:64@best.net`, `network[lookahead=1]:64`, `reuse:network:64`, `alphabeta:250ms`, `level:casual`,
/// `ugi:ENGINE`, `otep:ENGINE`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum AgentSpec {
    /// Uniformly random legal moves.
    Random,
    /// Tree search, with a network or without.
    Search(SearchSpec),
    /// Alpha-beta search, without a network.
    AlphaBeta(AlphaBeta),
    /// A level for people, which is another agent under other rules.
    Level(LevelName),
    /// Another program that speaks UGI or OpenTafl's protocol.
    External(EngineSpec),
}

impl AgentSpec {
    /// What the agent does, in a few words for reports.
    pub fn description(&self) -> String {
        match self {
            Self::Random => "uniformly random moves".to_owned(),
            Self::Search(search) => search.description(),
            Self::AlphaBeta(player) => player.description(),
            Self::Level(level) => level.words().to_owned(),
            Self::External(engine) => format!("the program `{}`", engine.command().join(" ")),
        }
    }

    /// The program that it is, if it is one of another maker. Nothing else starts one.
    pub fn program(&self) -> Option<&EngineSpec> {
        match self {
            Self::External(engine) => Some(engine),
            Self::Random | Self::Search(_) | Self::AlphaBeta(_) | Self::Level(_) => None,
        }
    }

    /// Whether a clock ends its searches, so that its moves may be others each time.
    pub fn has_clock(&self) -> bool {
        match self {
            Self::AlphaBeta(player) => player.has_clock(),
            Self::External(engine) => engine.time().is_some(),
            Self::Level(level) => [level.learned(), level.elsewhere()].iter().any(Self::has_clock),
            Self::Random | Self::Search(_) => false,
        }
    }

    /// The tree search that it is.
    pub fn search(&self) -> Option<&SearchSpec> {
        match self {
            Self::Search(search) => Some(search),
            Self::Random | Self::AlphaBeta(_) | Self::Level(_) | Self::External(_) => None,
        }
    }

    /// Whether it needs a network that it does not name.
    pub fn wants_network(&self) -> bool {
        match self {
            Self::Random | Self::AlphaBeta(_) | Self::External(_) => false,
            Self::Level(level) => level.learned().wants_network(),
            Self::Search(search) => search.wants_network(),
        }
    }

    /// Whether its games show what it thought, so that a network can learn from them.
    pub fn shows_thoughts(&self) -> bool {
        match self {
            Self::Random | Self::External(_) => false,
            Self::Search(_) | Self::AlphaBeta(_) => true,
            Self::Level(level) => {
                [level.learned(), level.elsewhere()].iter().all(Self::shows_thoughts)
            }
        }
    }

    /// The network that it names: a file, or one that comes with the program.
    pub fn network(&self) -> Option<&Path> {
        self.search()?.network()
    }

    /// Lets it play with the network in `path`, if it plays with one.
    pub fn set_network(&mut self, path: &Path) {
        if let Some(file) = self.network_mut() {
            *file = Some(path.to_owned());
        }
    }

    /// The same with no network named: what all trainings at one strength have in common.
    #[must_use]
    pub fn without_network(&self) -> Self {
        let mut bare = self.clone();
        if let Some(file) = bare.network_mut() {
            *file = None;
        }
        bare
    }

    /// Where it names its network, if it plays with one.
    fn network_mut(&mut self) -> Option<&mut Option<PathBuf>> {
        match self {
            Self::Search(search) => search.network_mut(),
            Self::Random | Self::AlphaBeta(_) | Self::Level(_) | Self::External(_) => None,
        }
    }

    /// Playouts per move, where it has them.
    pub fn playouts(&self) -> Option<u32> {
        self.search().map(|search| search.playouts)
    }

    /// The same agent with another number of playouts; `None` where it has none.
    #[must_use]
    pub fn with_playouts(&self, playouts: u32) -> Option<Self> {
        self.search().map(|search| Self::Search(SearchSpec { playouts, ..search.clone() }))
    }
}

impl LevelName {
    /// The agent on boards that a network of the program has learned, with the first of these.
    pub fn learned(self) -> AgentSpec {
        self.written()[0].parse().expect("a test reads it")
    }

    /// The agent on all others.
    pub fn elsewhere(self) -> AgentSpec {
        self.written()[1].parse().expect("a test reads it")
    }

    /// The same with the network of this name.
    pub fn learned_by(self, network: &str) -> AgentSpec {
        let mut agent = self.learned();
        if agent.wants_network() {
            agent.set_network(Path::new(network));
        }
        agent
    }

    /// The agent that plays `game`.
    pub fn agent(self, game: &AnyGame) -> AgentSpec {
        Self::network(game).map_or_else(|| self.elsewhere(), |name| self.learned_by(name))
    }

    /// The network with which levels play `game`: the first that has learned on the board, if its family plays levels.
    fn network(game: &AnyGame) -> Option<&'static str> {
        let plays_levels = Self::has_networks_of(Board::of(game).family());
        networks::learned_for(game).filter(|_| plays_levels)
    }

    /// All that [`network`](Self::network) may give.
    pub(crate) fn networks() -> impl Iterator<Item = &'static str> {
        networks::specialists()
            .filter(|(_, family)| Self::has_networks_of(family))
            .map(|(name, _)| name)
    }
}

/// An agent ready to play.
#[derive(Clone, Debug)]
pub enum Agent {
    /// Uniformly random legal moves.
    Random,
    /// Search with rollouts.
    Rollouts(SearchParams),
    /// Search with a network.
    Network(SearchParams, NetPlayer),
    /// Alpha-beta search.
    AlphaBeta(AlphaBeta),
    /// A level for people: who plays it depends on the game ([`Agent::at`]).
    Level(LevelName, Box<PlayersOfLevel>),
    /// Another program, which answers with moves.
    External(ExternalPlayer),
}

/// Who plays a level.
#[derive(Clone, Debug)]
pub struct PlayersOfLevel {
    /// On boards that a network of the program has learned, by its name.
    pub learned: Vec<(&'static str, Agent)>,
    /// On all others.
    pub elsewhere: Agent,
}

impl Agent {
    /// The name in records: `random`, `rollouts-32`, `network-64:1a2b3c4d`, `puct-64:1a2b3c4d`,
    /// `reuse-network-64:1a2b3c4d`.
    pub fn label(&self) -> String {
        let searches = |kind: &str, params: &SearchParams, usual: fn(u32) -> SearchParams| {
            let reuse = if params.reuse { "reuse-" } else { "" };
            let settings = Settings::between(params, &usual(params.playouts));
            format!("{reuse}{kind}{settings}-{}", params.playouts)
        };
        match self {
            Self::Random => "random".to_owned(),
            Self::Rollouts(params) => searches("rollouts", params, SearchParams::rollouts),
            Self::Network(params, net) => {
                let name = match params.root {
                    RootRule::Gumbel(_) => searches("network", params, SearchParams::playing),
                    RootRule::Puct(_) => searches("puct", params, SearchParams::puct),
                };
                format!("{name}:{}", net.label())
            }
            Self::AlphaBeta(player) => player.label(),
            Self::Level(level, players) => {
                let networks = players.learned.iter().filter_map(|(_, agent)| agent.network());
                let labels: Vec<&str> = networks.map(NetPlayer::label).collect();
                let labels = if labels.is_empty() {
                    String::new()
                } else {
                    format!(":{}", labels.join("+"))
                };
                format!("level-{}{labels}", level.name())
            }
            Self::External(player) => player.label(),
        }
    }

    /// The agent that plays `game`: itself, unless it is a level.
    pub fn at(&self, game: &AnyGame) -> &Self {
        match self {
            Self::Level(_, players) => {
                let name = LevelName::network(game);
                let learned = players.learned.iter().find(|(known, _)| Some(*known) == name);
                learned.map_or(&players.elsewhere, |(_, agent)| agent)
            }
            agent => agent,
        }
    }

    /// Lets go of the networks of a level that can play none of `games`.
    pub(crate) fn keep_families(&mut self, games: &[&AnyGame]) {
        if let Self::Level(_, players) = self {
            let is_needed =
                |name: &str| games.iter().any(|game| networks::is_of_family(name, game));
            players.learned.retain(|(name, _)| is_needed(name));
        }
    }

    /// The same agent with another search, where it or whoever plays its level has one.
    #[must_use]
    pub fn with_search(mut self, change: impl Fn(SearchParams) -> SearchParams) -> Self {
        self.change_search(&change);
        self
    }

    fn change_search(&mut self, change: &dyn Fn(SearchParams) -> SearchParams) {
        match self {
            Self::Random | Self::AlphaBeta(_) | Self::External(_) => {}
            Self::Rollouts(params) | Self::Network(params, _) => *params = change(*params),
            Self::Level(_, players) => {
                players.learned.iter_mut().for_each(|(_, agent)| agent.change_search(change));
                players.elsewhere.change_search(change);
            }
        }
    }

    /// The same agent, keeping its tree from move to move.
    #[must_use]
    pub fn with_reuse(self) -> Self {
        self.with_search(|params| SearchParams { reuse: true, ..params })
    }

    /// The network that judges for it. A level has none of its own ([`Agent::at`]).
    pub fn network(&self) -> Option<&NetPlayer> {
        match self {
            Self::Network(_, network) => Some(network),
            Self::Random | Self::Rollouts(_) | Self::AlphaBeta(_) => None,
            Self::Level(..) | Self::External(_) => None,
        }
    }

    /// How it searches with playouts, if it does and we know how.
    pub fn search(&self) -> Option<&SearchParams> {
        match self {
            Self::Random | Self::AlphaBeta(_) | Self::Level(..) | Self::External(_) => None,
            Self::Rollouts(params) | Self::Network(params, _) => Some(params),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `docs/data.md` has the table [`AGENTS`](imperial_data::export::AGENTS).
    #[test]
    fn labels_have_the_documented_forms() {
        use imperial_net::{Backend, NetConfig, Network};

        let backend = Backend::cpu();
        let network =
            Network::new(&NetConfig::new("tafl", 3, 0).with_trunk(1, 8), backend.device(), 1);
        let net = NetPlayer::new(network, &backend);
        let gumbel = Agent::Network(SearchParams::playing(64), net.clone());
        let agents = [
            Agent::Random,
            Agent::Rollouts(SearchParams::rollouts(32)),
            gumbel.clone(),
            Agent::Network(SearchParams::puct(64), net.clone()),
            gumbel.clone().with_reuse(),
            gumbel.with_search(|params| SearchParams { lookahead: 0, ..params }),
        ];
        let labels = agents.map(|agent| agent.label().replace(net.label(), "1a2b3c4d"));
        let forms = imperial_data::export::AGENTS.lines().filter_map(|row| row.split('`').nth(1));
        assert!(labels.iter().map(String::as_str).eq(forms.take(6)), "{labels:?}");
        assert_eq!(net.label().len(), "1a2b3c4d".len());
    }

    #[test]
    fn agents_with_a_clock_are_known() {
        let has = |text: &str| text.parse::<AgentSpec>().expect(text).has_clock();
        for text in ["alphabeta:250ms", "alphabeta:2s", "ugi:engine", "otep[movetime=9]:engine"] {
            assert!(has(text), "{text}");
        }
        for text in ["alphabeta:depth=2", "alphabeta:nodes=9", "ugi[nodes=5]:engine", "random"] {
            assert!(!has(text), "{text}");
        }
        assert!(LevelName::all().all(|level| !AgentSpec::Level(level).has_clock()));
    }

    #[test]
    fn a_level_is_another_agent_elsewhere_and_takes_the_limits_of_a_search() {
        let learned = Agent::Rollouts(SearchParams::rollouts(9));
        let players =
            PlayersOfLevel { learned: vec![("tafl9-1732-240", learned)], elsewhere: Agent::Random };
        let level = Agent::Level(LevelName::find("club").expect("a level"), Box::new(players));
        let level = level.with_search(|params| SearchParams { memory: 7, ..params });
        let at = |rules| level.at(&AnyGame::by_name(rules).expect("embedded"));
        assert_eq!(at("imperial-contest").search().map(|params| params.memory), Some(7));
        assert!(matches!(at("alea-evangelii"), Agent::Random));
    }
}
