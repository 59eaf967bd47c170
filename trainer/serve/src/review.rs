//! A game gone through: every move graded by what it lost.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use imperial_data::LoadedRules;
use imperial_engine::search::SearchParams;
use imperial_engine::{Encode, Side, with_game};
use imperial_play::agent::Agent;
use imperial_play::analysis::{Graded, Setup, Summary, grade};
use serde::{Deserialize, Serialize};

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

/// What is told of one position.
#[derive(Clone, Debug, Serialize)]
pub struct Told {
    ply: usize,
    of: usize,
    /// The position.
    pub judged: Judged,
    /// The move that led there; nothing for the first position.
    pub graded: Option<Graded>,
}

/// A game of which every position is looked at, from the first on.
pub struct Walk {
    rules: Arc<LoadedRules>,
    setup: Setup,
    threads: u16,
    judged: Vec<Judged>,
    graded: Vec<Graded>,
}

impl Walk {
    /// A walk through `setup`; `threads` share each search.
    pub fn new(rules: Arc<LoadedRules>, setup: Setup, threads: u16) -> Self {
        Self { rules, setup, threads, judged: Vec::new(), graded: Vec::new() }
    }

    /// Whether every position has been looked at.
    pub fn is_over(&self) -> bool {
        self.judged.len() > self.setup.moves.len()
    }

    /// The game in a few figures, of the moves seen so far.
    pub fn summary(&self) -> Summary {
        Summary::of(&self.graded)
    }

    /// Lets `agent` look at the next position; nothing if that was `cancelled`.
    ///
    /// # Errors
    /// When it is no game of the rules, or the agent cannot search it.
    pub fn step(&mut self, agent: &Agent, cancelled: &AtomicBool) -> Result<Option<Told>, Trouble> {
        let ply = self.judged.len();
        let setup = self.setup_after(ply);
        let stand = with_game!(&self.rules.game, |game| stand(game, &setup))?;
        let judged = match stand.over {
            Some(over) => over,
            None => self.judge(agent, setup, cancelled)?,
        };
        if cancelled.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let graded = ply.checked_sub(1).map(|before| self.grade(before, judged.value));
        let graded = graded.transpose()?;
        self.graded.extend(graded);
        self.judged.push(judged.clone());
        Ok(Some(Told { ply, of: self.setup.moves.len(), judged, graded }))
    }

    fn setup_after(&self, plies: usize) -> Setup {
        Setup { start: self.setup.start.clone(), moves: self.setup.moves[..plies].to_vec() }
    }

    /// Grades the move after `before` plies by the value that it led to.
    fn grade(&self, before: usize, value: f32) -> Result<Graded, Trouble> {
        let setup = self.setup_after(before);
        let stand = with_game!(&self.rules.game, |game| stand(game, &setup))?;
        let is_best = self.judged[before].line.first() == self.setup.moves.get(before);
        Ok(grade(stand.mover, (self.judged[before].value, value), is_best, stand.choices))
    }

    fn judge(
        &self,
        agent: &Agent,
        setup: Setup,
        cancelled: &AtomicBool,
    ) -> Result<Judged, Trouble> {
        let (params, network) = match agent {
            Agent::Rollouts(params) => (*params, None),
            Agent::Network(params, network) => (*params, Some(network.clone())),
            Agent::AlphaBeta(player) => {
                let stop = stopper(cancelled);
                let (seen, _) = with_game!(&self.rules.game, |game| {
                    look_ahead(game, &setup, *player, SEED, stop)
                })?;
                let Seen { value, proof, line, .. } = seen;
                return Ok(Judged { value, proof, line });
            }
            Agent::Random | Agent::Level(..) | Agent::External(_) => {
                return Err(Trouble::bad("choose an agent that searches, such as network:100"));
            }
        };
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

/// A review for a page: one position a turn.
pub struct Review {
    agent: String,
    rules: Arc<LoadedRules>,
    players: SharedPlayers,
    walk: Walk,
    teller: Teller,
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
        let walk = Walk::new(Arc::clone(&rules), setup, threads);
        Self { agent: question.agent, rules, players, walk, teller }
    }

    /// Messages that it tells and that must arrive.
    pub fn messages(setup: &Setup) -> usize {
        setup.moves.len() + 2
    }

    fn go_on(&mut self, cancelled: &AtomicBool) -> Result<Next, Trouble> {
        let agent = self.players.agent(&self.agent, &self.rules.game)?;
        let agent = agent.with_search(|params| SearchParams {
            playouts: params.playouts.min(caps::REVIEW_PLAYOUTS),
            ..params
        });
        let Some(told) = self.walk.step(&agent, cancelled)? else { return Ok(Next::Done) };
        self.teller.tell("ply", &told);
        if !self.walk.is_over() {
            return Ok(Next::Again);
        }
        self.teller.tell("summary", &self.walk.summary());
        Ok(Next::Done)
    }
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
