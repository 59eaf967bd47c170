//! The move of an agent.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use imperial_data::LoadedRules;
use imperial_engine::{Encode, derive_seed, with_game};
use imperial_play::agent::{Agent, AlphaBeta};
use imperial_play::analysis::Setup;
use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::answers::Teller;
use crate::caps;
use crate::line::Standing;
use crate::look_ahead::{Seen, look_ahead, stopper};
use crate::players::SharedPlayers;
use crate::queue::{Next, Work};
use crate::searching::{Certain, Found, Searching};
use crate::trouble::Trouble;

/// Plies at the beginning of a game in which an agent varies its moves, where that is wanted.
const VARIED_PLIES: u32 = 6;
/// How much: moves that it thinks less of come up seldom.
const TEMPERATURE: f32 = 0.5;

/// What is asked for.
#[derive(Clone, Debug, Deserialize)]
pub struct Question {
    /// Where the game stands.
    #[serde(flatten)]
    pub standing: Standing,
    /// Who moves.
    pub agent: String,
    /// Where all chance comes from; the same for the whole game.
    #[serde(default)]
    pub seed: u64,
    /// Whether it varies its first moves.
    #[serde(default)]
    pub vary: bool,
}

/// The move of an agent, with what it thought.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Answer {
    #[serde(rename = "move")]
    mv: String,
    /// Expected result: −1 the defenders win, 1 the attackers win. Nothing for agents that do not search.
    value: Option<f32>,
    proof: Option<Certain>,
    playouts: u32,
}

/// A move to be found.
pub struct Think {
    /// What is asked for.
    pub question: Question,
    /// The rules of the game.
    pub rules: Arc<LoadedRules>,
    /// How the game went.
    pub setup: Setup,
    /// Who knows the agent.
    pub players: SharedPlayers,
    /// Threads that share the search.
    pub threads: u16,
    /// Who waits for the move.
    pub teller: Teller,
}

impl Work for Think {
    fn turn(&mut self, cancelled: &AtomicBool) -> Next {
        match self.find(cancelled) {
            Ok(answer) => self.teller.tell("move", &answer),
            Err(trouble) => self.teller.trouble(&trouble),
        }
        Next::Done
    }

    fn fail(&mut self) {
        self.teller.trouble(&Trouble::failed("the search has failed; take a move back and go on"));
    }
}

impl Think {
    fn find(&self, cancelled: &AtomicBool) -> Result<Answer, Trouble> {
        let agent = self.players.agent(&self.question.agent, &self.rules.game)?;
        let ply = with_game!(&self.rules.game, |game| ply(game, &self.setup))?;
        let seed = derive_seed(self.question.seed, &format!("ply {ply}"));
        let (params, network) = match agent {
            Agent::Random | Agent::Level(..) => return self.random(seed),
            Agent::AlphaBeta(player) => return self.look_ahead(player, seed, cancelled),
            Agent::Rollouts(params) => (params, None),
            Agent::Network(params, network) => (params, Some(network)),
            Agent::External(_) => return Err(Trouble::forbidden("a page starts no programs")),
        };
        let (rules, setup) = (Arc::clone(&self.rules), self.setup.clone());
        let mut searching = Searching::new(rules, setup, params, network, (self.threads, seed));
        let varies = self.question.vary && ply < VARIED_PLIES;
        let started = Instant::now();
        let mut told = started;
        let (found, mv) = searching.choose(if varies { TEMPERATURE } else { 0.0 }, |playouts| {
            if told.elapsed() > caps::TURN {
                told = Instant::now();
                let figures = json!({ "playouts": playouts, "of": params.playouts });
                self.teller.figures("thinking", &figures);
            }
            !cancelled.load(Ordering::Relaxed) && started.elapsed() < caps::MOVE_TIME
        })?;
        let Found { value, proof, playouts, .. } = found;
        Ok(Answer { mv, value: Some(value), proof, playouts })
    }

    fn look_ahead(
        &self,
        player: AlphaBeta,
        seed: u64,
        cancelled: &AtomicBool,
    ) -> Result<Answer, Trouble> {
        let stop = stopper(cancelled);
        let (seen, mv) = with_game!(&self.rules.game, |game| {
            look_ahead(game, &self.setup, player, seed, stop)
        })?;
        let Seen { value, proof, positions, .. } = seen;
        Ok(Answer { mv, value: Some(value), proof, playouts: positions })
    }

    fn random(&self, seed: u64) -> Result<Answer, Trouble> {
        let mv = with_game!(&self.rules.game, |game| draw(game, &self.setup, seed))?;
        Ok(Answer { mv, value: None, proof: None, playouts: 0 })
    }
}

fn ply<G: Encode>(game: &G, setup: &Setup) -> Result<u32, Trouble> {
    Ok(game.ply(&setup.position(game)?))
}

fn draw<G: Encode>(game: &G, setup: &Setup, seed: u64) -> Result<String, Trouble> {
    let position = setup.position(game)?;
    if let Some(outcome) = game.outcome(&position) {
        return Err(imperial_engine::search::SearchError::GameOver(outcome).into());
    }
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mv = game.random_move(&position, &mut rng, &mut Vec::new());
    let mv = mv.ok_or_else(|| Trouble::bad("there is no legal move"))?;
    Ok(game.format_move(&position, mv))
}
