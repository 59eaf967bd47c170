//! An agent that is asked for one move at a time.

use std::time::{Duration, Instant};

use imperial_data::LoadedRules;
use imperial_engine::search::{SearchError, SearchParams, SearchResult};
use imperial_engine::{Encode, derive_seed};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use imperial_learn::truth::table::Table;
use imperial_play::agent::Agent;
use imperial_play::analysis::{Analysis, Means, Setup};
use imperial_play::external::{ExternalPlayer, Seat};
use imperial_play::interrupt;
use imperial_play::net_player::NetPlayer;
use imperial_play::progress::Progress;

/// A search that takes longer shows its progress.
const PATIENCE: Duration = Duration::from_secs(2);

/// An agent and what it keeps from move to move.
pub(crate) struct PlayingAgent<'a, G: Encode> {
    agent: &'a Agent,
    rules: &'a LoadedRules,
    seed: u64,
    threads: u16,
    analysis: Option<Box<Analysis<G>>>,
    /// Another program's part in the game.
    seat: Option<Seat>,
    /// Exact values, which go before all that the agent thinks.
    table: Option<Table>,
}

/// What an agent would play.
pub(crate) struct Chosen<M> {
    pub mv: M,
    /// What it found; nothing for agents that do not search or do not say.
    pub result: Option<SearchResult<M>>,
}

impl<'a, G: Encode + 'static> PlayingAgent<'a, G> {
    /// `agent` at a game by `rules`, on `threads`. All chance comes from `seed` and the number of the
    /// ply.
    pub fn new(agent: &'a Agent, rules: &'a LoadedRules, seed: u64, threads: u16) -> Self {
        Self { agent, rules, seed, threads, analysis: None, seat: None, table: None }
    }

    /// The same with exact values: where they are known, the best move by them is played.
    #[must_use]
    pub fn with_table(self, table: Option<Table>) -> Self {
        Self { table, ..self }
    }

    /// The agent's name in records.
    pub fn label(&self) -> String {
        self.agent.label()
    }

    /// The agent's move after those of `setup`.
    ///
    /// # Errors
    /// When the game is over or `setup` is none of it; when another program fails; when the user
    /// interrupts.
    pub fn think(&mut self, game: &G, setup: &Setup) -> anyhow::Result<Chosen<G::Move>> {
        let position = setup.position(game)?;
        if let Some(outcome) = game.outcome(&position) {
            return Err(SearchError::GameOver(outcome).into());
        }
        let known = self.table.as_ref().map(|table| table.moves(game, &position));
        if let Some((mv, _)) = known.and_then(|moves| moves.first().copied()) {
            return Ok(Chosen { mv, result: None });
        }
        let seed = derive_seed(self.seed, &format!("ply {}", game.ply(&position)));
        match self.agent.at(&self.rules.game) {
            Agent::Random | Agent::Level(..) => {
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                let drawn = game.random_move(&position, &mut rng, &mut Vec::new());
                let mv = drawn.expect("a game that goes on has moves");
                Ok(Chosen { mv, result: None })
            }
            Agent::Rollouts(params) => self.search(game, setup, params, None, seed),
            Agent::Network(params, network) => {
                self.search(game, setup, params, Some(network), seed)
            }
            Agent::AlphaBeta(player) => {
                let mut stop = || interrupt::check().is_err();
                let result = player.think(game, &position, seed, &mut stop)?;
                interrupt::check()?;
                Ok(Chosen { mv: result.best, result: Some(result) })
            }
            Agent::External(player) => {
                let read = |text: &str| game.parse_move(&position, text);
                let mv = self.ask(player, setup, read)?;
                Ok(Chosen { mv, result: None })
            }
        }
    }

    fn search(
        &mut self,
        game: &G,
        setup: &Setup,
        params: &SearchParams,
        network: Option<&NetPlayer>,
        seed: u64,
    ) -> anyhow::Result<Chosen<G::Move>> {
        let means = Means { params: *params, network, threads: self.threads, seed };
        let mut analysis = Analysis::prepare(self.analysis.take(), game, setup, means)?;
        let Analysis { search, crew, .. } = analysis.as_mut();
        let started = Instant::now();
        let mut progress = None;
        crew.search(game, search, |search| {
            interrupt::check()?;
            if started.elapsed() > PATIENCE {
                let (done, all) = (search.playouts().into(), params.playouts.into());
                let begin = || Progress::start("thinking", "playouts", "", done, all);
                progress.get_or_insert_with(begin).advance();
            }
            anyhow::Ok(true)
        })?;
        if let Some(progress) = progress {
            progress.clear();
        }
        let result = search.result(game).ok_or(SearchError::NotRequested)?;
        self.analysis = Some(analysis);
        let mv = result.sample(params.temperature, &mut ChaCha8Rng::seed_from_u64(seed));
        Ok(Chosen { mv, result: Some(result) })
    }

    fn ask(
        &mut self,
        player: &ExternalPlayer,
        setup: &Setup,
        read: impl Fn(&str) -> Result<G::Move, imperial_engine::MoveError>,
    ) -> anyhow::Result<G::Move> {
        let (rules, seed) = (self.rules, self.seed as u32);
        let seat = self.seat.get_or_insert_with(|| player.sit_down(rules, seed));
        let moves: Vec<&str> = setup.moves.iter().map(String::as_str).collect();
        seat.choose(setup.start.as_deref(), &moves, read)
    }
}
