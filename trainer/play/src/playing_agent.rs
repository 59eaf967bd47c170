//! An agent that is asked for one move at a time.

use std::fmt;
use std::time::{Duration, Instant};

use imperial_data::LoadedRules;
use imperial_engine::search::{SearchError, SearchParams, SearchResult};
use imperial_engine::{Encode, Game, Outcome, derive_seed};
use imperial_stats::Calibration;

use crate::agent::Agent;
use crate::analysis::{Analysis, Means, Searched, Setup, chosen, drawn};
use crate::external::{ExternalPlayer, Seat};
use crate::interrupt;
use crate::net_player::NetPlayer;
use crate::networks;
use crate::progress::Progress;

/// A search that takes longer shows its progress.
const PATIENCE: Duration = Duration::from_secs(2);

/// The best move of a position whose value is known; `None` of others.
pub type BestKnown<'a, G> =
    Box<dyn Fn(&G, &<G as Game>::Position) -> Option<<G as Game>::Move> + 'a>;

/// An agent and what it keeps from move to move.
pub struct PlayingAgent<'a, G: Encode> {
    agent: &'a Agent,
    rules: &'a LoadedRules,
    seed: u64,
    threads: u16,
    analysis: Option<Box<Analysis<G>>>,
    /// Another program's part in the game.
    seat: Option<Seat>,
    /// Moves that go before all that the agent thinks.
    known: Option<BestKnown<'a, G>>,
}

/// What an agent would play.
#[derive(Debug)]
pub struct Chosen<M> {
    /// The move.
    pub mv: M,
    /// What it found; nothing for agents that do not search or do not say.
    pub result: Option<SearchResult<M>>,
}

impl<G: Encode> fmt::Debug for PlayingAgent<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlayingAgent").field("agent", &self.agent).finish_non_exhaustive()
    }
}

impl<'a, G: Searched> PlayingAgent<'a, G> {
    /// `agent` at a game by `rules`, on `threads`. All chance comes from `seed` and the number of the
    /// ply.
    pub fn new(agent: &'a Agent, rules: &'a LoadedRules, seed: u64, threads: u16) -> Self {
        Self { agent, rules, seed, threads, analysis: None, seat: None, known: None }
    }

    /// The same with exact values: where a best move is `known`, it is played.
    #[must_use]
    pub fn with_known(self, known: Option<BestKnown<'a, G>>) -> Self {
        Self { known, ..self }
    }

    /// Tells another program how the game has ended.
    pub fn finish(&mut self, outcome: Outcome) {
        self.seat.iter_mut().for_each(|seat| seat.finish(outcome));
    }

    /// What the values of its searches mean; `None` where nobody has checked that on this board.
    pub fn calibration(&self) -> Option<Calibration> {
        let game = &self.rules.game;
        networks::calibration(&self.agent.at(game).label(), game)
    }

    /// The agent's name in records; also said where it plays by exact values.
    pub fn label(&self) -> String {
        let exact = if self.known.is_some() { "exact+" } else { "" };
        format!("{exact}{}", self.agent.label())
    }

    /// The agent's move after those of `setup`. A search that takes long shows its progress.
    ///
    /// # Errors
    /// When the game is over or `setup` is none of it; when another program fails; when the user
    /// interrupts.
    pub fn think(&mut self, game: &G, setup: &Setup) -> anyhow::Result<Chosen<G::Move>> {
        let started = Instant::now();
        let all = self.agent.at(&self.rules.game).search().map(|params| params.playouts);
        let mut progress = None;
        let chosen = self.think_while(game, setup, &mut |playouts| {
            interrupt::check()?;
            if let Some(all) = all.filter(|_| started.elapsed() > PATIENCE) {
                let (done, all) = (playouts.into(), all.into());
                let begin = || Progress::start("thinking", "playouts", "", done, all);
                progress.get_or_insert_with(begin).advance();
            }
            Ok(true)
        })?;
        if let Some(progress) = progress {
            progress.clear();
        }
        Ok(chosen)
    }

    /// The same, silently and only while `go_on` says so, which is told the playouts done. An agent that does not
    /// search with playouts tells 1. Another program is not asked to hurry.
    ///
    /// # Errors
    /// Those of [`think`](Self::think) and of `go_on`; when the search was ended before it found anything.
    pub fn think_while(
        &mut self,
        game: &G,
        setup: &Setup,
        go_on: &mut dyn FnMut(u32) -> anyhow::Result<bool>,
    ) -> anyhow::Result<Chosen<G::Move>> {
        let position = setup.position(game)?;
        if let Some(outcome) = game.outcome(&position) {
            return Err(SearchError::GameOver(game.tell(outcome)).into());
        }
        if let Some(mv) = self.known.as_ref().and_then(|known| known(game, &position)) {
            return Ok(Chosen { mv, result: None });
        }
        let seed = derive_seed(self.seed, &format!("ply {}", game.ply(&position)));
        match self.agent.at(&self.rules.game) {
            Agent::Random => Ok(Chosen { mv: drawn(game, &position, seed), result: None }),
            Agent::Level(..) => unreachable!("the agent that plays a level is none"),
            Agent::Rollouts(params) => self.search(game, setup, (params, None), seed, go_on),
            Agent::Network(params, network) => {
                self.search(game, setup, (params, Some(network)), seed, go_on)
            }
            Agent::AlphaBeta(player) => {
                let mut asked = Ok(true);
                let mut stop = || {
                    if matches!(asked, Ok(true)) {
                        asked = go_on(1);
                    }
                    !matches!(asked, Ok(true))
                };
                let result = game.look_ahead(&position, *player, seed, &mut stop);
                asked?;
                let result = result?;
                Ok(Chosen { mv: result.best, result: Some(result) })
            }
            Agent::External(player) => {
                let mv = self.ask(game, player, setup, &position)?;
                Ok(Chosen { mv, result: None })
            }
        }
    }

    fn search(
        &mut self,
        game: &G,
        setup: &Setup,
        (params, network): (&SearchParams, Option<&NetPlayer>),
        seed: u64,
        go_on: &mut dyn FnMut(u32) -> anyhow::Result<bool>,
    ) -> anyhow::Result<Chosen<G::Move>> {
        let means = Means { params: *params, network, threads: self.threads, seed };
        let mut analysis = Analysis::prepare(self.analysis.take(), game, setup, means)?;
        analysis.go_on(game, |search| go_on(search.playouts()))?;
        let result = analysis.result(game).ok_or(SearchError::NotRequested)?;
        self.analysis = Some(analysis);
        let mv = chosen(&result, params, seed);
        Ok(Chosen { mv, result: Some(result) })
    }

    fn ask(
        &mut self,
        game: &G,
        player: &ExternalPlayer,
        setup: &Setup,
        position: &G::Position,
    ) -> anyhow::Result<G::Move> {
        let seat = match &mut self.seat {
            Some(seat) => seat,
            empty => empty.insert(player.sit_down(self.rules, self.seed as u32)?),
        };
        let moves: Vec<&str> = setup.moves.iter().map(String::as_str).collect();
        seat.choose(game, position, setup.start.as_deref(), &moves)
    }
}

#[cfg(test)]
mod tests {
    use imperial_data::load_rules;
    use imperial_engine::with_game;

    use super::*;

    /// The first two moves; that at `known.0` plies is known to be `known.1`.
    fn moves<G: Searched>(game: &G, rules: &LoadedRules, known: (u32, &str)) -> Vec<String> {
        let best: BestKnown<'_, G> = Box::new(|game, position| {
            let is_known = game.ply(position) == known.0;
            is_known.then(|| game.parse_move(position, known.1).expect("a move"))
        });
        let mut playing = PlayingAgent::new(&Agent::Random, rules, 1855, 1).with_known(Some(best));
        assert_eq!(playing.label(), "exact+random");
        let mut setup = Setup::default();
        for _ in 0..2 {
            let position = setup.position(game).expect("a position");
            let chosen = playing.think(game, &setup).expect("a move");
            setup.moves.push(game.format_move(&position, chosen.mv));
        }
        setup.moves
    }

    #[test]
    fn a_known_move_is_played_and_elsewhere_the_agent_thinks() {
        let rules = load_rules("tic-tac-toe").expect("embedded");
        let play = |known| with_game!(&rules.game, |game| moves(game, &rules, known));
        let texts = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"];
        for text in texts {
            assert_eq!(play((0, text))[0], text);
        }
        // Nothing is known before the first ply: the agent moves as it does without such help.
        let first = &play((2, ""))[0];
        for text in texts.into_iter().filter(|text| text != first) {
            assert_eq!(play((1, text)), [first, text]);
        }
    }
}
