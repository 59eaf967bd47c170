//! A game gone through: every move graded by what it lost.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use imperial_data::LoadedRules;
use imperial_engine::{Encode, Side, with_game};
use imperial_play::agent::Agent;
use imperial_play::analysis::{Graded, Setup, Summary, grade};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::answers::Teller;
use crate::caps;
use crate::line::Standing;
use crate::look_ahead::{Seen, look_ahead, stopper};
use crate::players::SharedPlayers;
use crate::queue::{Next, Work};
use crate::searching::{Certain, Searching};
use crate::trouble::Trouble;

/// Where the chance of a review comes from: it is the same each time.
const SEED: u64 = 1855;

/// What is asked for.
#[derive(Clone, Debug, Deserialize)]
pub struct Question {
    /// The game.
    #[serde(flatten)]
    pub standing: Standing,
    /// Who looks at each position.
    pub agent: String,
}

/// What was found about one position of the game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Judged {
    /// Expected result: −1 the defenders win, 1 the attackers win.
    pub value: f32,
    /// The certain result, if it was found; the result of the game where it is over.
    pub proof: Option<Certain>,
    /// The best move and what follows; empty where the game is over.
    pub line: Vec<String>,
}

/// Where the game stands after some plies.
struct Stand {
    mover: Side,
    /// Its value, where the game is over.
    over: Option<Judged>,
    choices: usize,
}

/// A review in progress: one position a turn, from the first on.
pub struct Review {
    question: Question,
    rules: Arc<LoadedRules>,
    setup: Setup,
    players: SharedPlayers,
    threads: u16,
    teller: Teller,
    judged: Vec<Judged>,
    graded: Vec<Graded>,
}

impl Review {
    /// A review that `threads` share.
    pub fn new(
        question: Question,
        rules: Arc<LoadedRules>,
        setup: Setup,
        players: SharedPlayers,
        threads: u16,
        teller: Teller,
    ) -> Self {
        let (judged, graded) = (Vec::new(), Vec::new());
        Self { question, rules, setup, players, threads, teller, judged, graded }
    }

    /// Messages that it tells and that must arrive.
    pub fn messages(setup: &Setup) -> usize {
        setup.moves.len() + 2
    }

    fn go_on(&mut self, cancelled: &AtomicBool) -> Result<Next, Trouble> {
        let ply = self.judged.len();
        let setup =
            Setup { start: self.setup.start.clone(), moves: self.setup.moves[..ply].to_vec() };
        let stand = with_game!(&self.rules.game, |game| stand(game, &setup))?;
        let judged = match stand.over {
            Some(over) => over,
            None => self.judge(setup, cancelled)?,
        };
        if cancelled.load(Ordering::Relaxed) {
            return Ok(Next::Done);
        }
        self.judged.push(judged);
        self.tell(ply)?;
        if ply < self.setup.moves.len() {
            return Ok(Next::Again);
        }
        self.teller.tell("summary", &Summary::of(&self.graded));
        Ok(Next::Done)
    }

    /// Tells of the position after `ply` plies, and grades the move that led there.
    fn tell(&mut self, ply: usize) -> Result<(), Trouble> {
        let judged = &self.judged[ply];
        let mut graded = None;
        if let Some(before) = ply.checked_sub(1) {
            let moves = self.setup.moves[..before].to_vec();
            let setup = Setup { start: self.setup.start.clone(), moves };
            let stand = with_game!(&self.rules.game, |game| stand(game, &setup))?;
            let is_best = self.judged[before].line.first() == self.setup.moves.get(before);
            let values = (self.judged[before].value, judged.value);
            graded = Some(grade(stand.mover, values, is_best, stand.choices));
        }
        let all = self.setup.moves.len();
        let message = json!({ "ply": ply, "of": all, "judged": judged, "graded": graded });
        self.teller.tell("ply", &message);
        self.graded.extend(graded);
        Ok(())
    }

    fn judge(&self, setup: Setup, cancelled: &AtomicBool) -> Result<Judged, Trouble> {
        let agent = self.players.agent(&self.question.agent, &self.rules.game)?;
        let (mut params, network) = match agent {
            Agent::Rollouts(params) => (params, None),
            Agent::Network(params, network) => (params, Some(network)),
            Agent::AlphaBeta(player) => {
                let stop = stopper(cancelled);
                let (seen, _) = with_game!(&self.rules.game, |game| {
                    look_ahead(game, &setup, player, SEED, stop)
                })?;
                let Seen { value, proof, line, .. } = seen;
                return Ok(Judged { value, proof, line });
            }
            Agent::Random | Agent::Level(..) | Agent::External(_) => {
                return Err(Trouble::bad("choose an agent that searches, such as network:100"));
            }
        };
        params.playouts = params.playouts.min(caps::REVIEW_PLAYOUTS);
        let rules = Arc::clone(&self.rules);
        let mut searching = Searching::new(rules, setup, params, network, (self.threads, SEED));
        let found = searching.go_on(|_| !cancelled.load(Ordering::Relaxed))?;
        Ok(Judged { value: found.value, proof: found.proof, line: found.line })
    }
}

fn stand<G: Encode>(game: &G, setup: &Setup) -> Result<Stand, Trouble> {
    let position = setup.position(game)?;
    let over = game.outcome(&position).map(|outcome| Judged {
        value: outcome.wdl().advantage().0,
        proof: Some(Certain { winner: outcome.winner, plies: 0 }),
        line: Vec::new(),
    });
    let choices = game.moves(&position).len();
    Ok(Stand { mover: game.side_to_move(&position), over, choices })
}

impl Work for Review {
    fn turn(&mut self, cancelled: &AtomicBool) -> Next {
        self.go_on(cancelled).unwrap_or_else(|trouble| {
            self.teller.trouble(&trouble);
            Next::Done
        })
    }

    fn fail(&mut self) {
        self.teller.trouble(&Trouble::failed("the review has failed; begin it again"));
    }
}
