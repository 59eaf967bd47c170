//! The move of an agent.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use imperial_data::LoadedRules;
use imperial_engine::{Encode, derive_seed, with_game};
use imperial_play::agent::Agent;
use imperial_play::analysis::{Certain, Setup};
use imperial_play::networks;
use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::answers::Teller;
use crate::caps;
use crate::line::Standing;
use crate::look_ahead::Thought;
use crate::players::SharedPlayers;
use crate::queue::{Next, Work};
use crate::thinking::{Advance, Manner, Thinking};
use crate::trouble::Trouble;

/// Plies at the beginning of a game in which an agent varies its moves, where that is wanted.
const VARIED_PLIES: u32 = 6;
/// How much at least: moves that it thinks less of come up seldom.
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
    /// Expected result: −1 the defenders win, 1 the attackers win. Nothing for agents whose values were not checked
    /// against results, as the guesses of alpha-beta search.
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
    /// The search, once it has begun.
    pub begun: Option<Begun>,
}

/// A search that has begun.
pub struct Begun {
    thinking: Thinking,
    /// Playouts that it was asked for, where it counts them.
    of: Option<u32>,
    /// Whether its values are expected results.
    foretells: bool,
}

impl Work for Think {
    fn turn(&mut self, cancelled: &AtomicBool) -> Next {
        match self.find(cancelled) {
            Ok(Some(answer)) => self.teller.tell("move", &answer),
            Ok(None) => return Next::Again,
            Err(trouble) => self.teller.trouble(&trouble),
        }
        Next::Done
    }

    fn forget(&mut self) {
        self.begun = None;
    }

    fn fail(&mut self) {
        self.teller.trouble(&Trouble::failed("the search has failed; take a move back and go on"));
    }
}

impl Think {
    /// The move; nothing if that takes another turn.
    fn find(&mut self, cancelled: &AtomicBool) -> Result<Option<Answer>, Trouble> {
        if self.begun.is_none() {
            let agent = self.players.agent(&self.question.agent, &self.rules.game)?;
            let ply = with_game!(&self.rules.game, |game| ply(game, &self.setup))?;
            let seed = derive_seed(self.question.seed, &format!("ply {ply}"));
            if let Agent::Random | Agent::Level(..) = agent {
                return self.random(seed).map(Some);
            }
            let varies = self.question.vary && ply < VARIED_PLIES;
            let temperature = if varies { TEMPERATURE } else { 0.0 };
            let (limit, threads) = (self.players.move_time(), self.threads);
            let of = agent.search().map(|params| params.playouts);
            let foretells = networks::calibration(&agent.label(), &self.rules.game).is_some();
            let manner = Manner { limit, threads, seed, temperature };
            let thinking = Thinking::new(agent, &self.rules, &self.setup, manner)?;
            self.begun = Some(Begun { thinking, of, foretells });
        }
        let Some(Begun { thinking, of, foretells }) = &mut self.begun else {
            return Err(Trouble::failed("the search has not begun; take a move back and go on"));
        };
        match thinking.go_on(caps::TURN, cancelled)? {
            Advance::Over(Thought { mv, value, proof, playouts, .. }) => {
                let value = foretells.then_some(value);
                Ok(Some(Answer { mv, value, proof, playouts }))
            }
            Advance::GoesOn(playouts) => {
                if let Some((playouts, of)) = playouts.zip(*of) {
                    self.teller.figures("thinking", &json!({ "playouts": playouts, "of": of }));
                }
                Ok(None)
            }
        }
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
        return Err(imperial_engine::search::SearchError::GameOver(game.tell(outcome)).into());
    }
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mv = game.random_move(&position, &mut rng, &mut Vec::new());
    let mv = mv.ok_or_else(|| Trouble::bad("there is no legal move"))?;
    Ok(game.format_move(&position, mv))
}
