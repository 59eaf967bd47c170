//! A game gone through: every move that somebody chose is graded by what it lost.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use imperial_data::LoadedRules;
use imperial_engine::search::SearchParams;
use imperial_engine::{Encode, Side, with_game};
use imperial_play::agent::Agent;
use imperial_play::analysis::{Certain, Graded, Setup, Summary, grade};
use serde::{Deserialize, Serialize};

use crate::answers::Teller;
use crate::caps;
use crate::line::Standing;
use crate::look_ahead::Thought;
use crate::players::SharedPlayers;
use crate::queue::{Next, Work};
use crate::thinking::{Advance, Manner, Thinking};
use crate::trouble::Trouble;

/// Where the chance of a review comes from: it is the same each time.
const SEED: u64 = 1855;
/// Time for a position where nobody else waits.
pub const UNHURRIED: Duration = Duration::from_secs(24 * 3600);

/// What is asked for.
#[derive(Clone, Debug, Deserialize)]
pub struct Question {
    /// The game.
    #[serde(flatten)]
    pub standing: Standing,
    /// Moves at its start that nobody chose. They are not graded.
    #[serde(default)]
    pub opening: usize,
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
    /// Whether the search ended early, as its memory was full.
    #[serde(skip)]
    pub full: bool,
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
    /// The move that led there; nothing for the first position, and for a move that nobody chose.
    pub graded: Option<Graded>,
}

/// A game of which every position is looked at, from the first on.
pub struct Walk {
    rules: Arc<LoadedRules>,
    setup: Setup,
    /// Moves at the start that nobody chose.
    opening: usize,
    threads: u16,
    /// Time for the positions that are left; nothing if it may take as long as it does.
    left: Option<Duration>,
    /// The search of the next position, once it has begun.
    thinking: Option<Thinking>,
    judged: Vec<Judged>,
    graded: Vec<Graded>,
}

impl Walk {
    /// A walk through `setup`, whose first `opening` moves nobody chose. It computes for about the given time, if there
    /// is one; `threads` share each search.
    pub fn new(
        rules: Arc<LoadedRules>,
        setup: Setup,
        opening: usize,
        threads: u16,
        time: Option<Duration>,
    ) -> Self {
        let (judged, graded) = (Vec::new(), Vec::new());
        Self { rules, setup, opening, threads, left: time, thinking: None, judged, graded }
    }

    /// Whether every position has been looked at.
    pub fn is_over(&self) -> bool {
        self.judged.len() > self.setup.moves.len()
    }

    /// The game in a few figures, of the moves seen so far that somebody chose.
    pub fn summary(&self) -> Summary {
        let mut summary = Summary::of(&self.graded);
        for ply in &mut summary.key_moments {
            *ply += self.opening;
        }
        summary
    }

    /// Lets `agent` look at the next position for at most a `turn`; nothing if that takes longer or was
    /// `cancelled`.
    ///
    /// # Errors
    /// When it is no game of the rules, or the agent cannot search it.
    pub fn step(
        &mut self,
        agent: impl FnOnce() -> Result<Agent, Trouble>,
        turn: Duration,
        cancelled: &AtomicBool,
    ) -> Result<Option<Told>, Trouble> {
        let started = Instant::now();
        let judged = self.look(agent, turn, cancelled);
        self.left = self.left.map(|left| left.saturating_sub(started.elapsed()));
        let Some(judged) = judged?.filter(|_| !cancelled.load(Ordering::Relaxed)) else {
            return Ok(None);
        };
        let ply = self.judged.len();
        let before = ply.checked_sub(1).filter(|before| *before >= self.opening);
        let graded = before.map(|before| self.grade(before, judged.value)).transpose()?;
        self.graded.extend(graded);
        self.judged.push(judged.clone());
        self.thinking = None;
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

    /// Looks at the next position; nothing if that takes another turn.
    fn look(
        &mut self,
        agent: impl FnOnce() -> Result<Agent, Trouble>,
        turn: Duration,
        cancelled: &AtomicBool,
    ) -> Result<Option<Judged>, Trouble> {
        if self.thinking.is_none() {
            let setup = self.setup_after(self.judged.len());
            let stand = with_game!(&self.rules.game, |game| stand(game, &setup))?;
            if stand.over.is_some() {
                return Ok(stand.over);
            }
            let agent = agent()?;
            let (limit, threads) = (self.limit(&agent), self.threads);
            let manner = Manner { limit, threads, seed: SEED, temperature: 0.0 };
            self.thinking = Some(Thinking::new(agent, &self.rules, &setup, manner)?);
        }
        let Some(thinking) = &mut self.thinking else { return Ok(None) };
        Ok(match thinking.go_on(turn, cancelled)? {
            Advance::Over(Thought { value, proof, line, full, .. }) => {
                Some(Judged { value, proof, line, full })
            }
            Advance::GoesOn(_) => None,
        })
    }

    /// Time for the next position: its share of what is left.
    fn limit(&self, agent: &Agent) -> Duration {
        let positions = (self.setup.moves.len() + 1).saturating_sub(self.judged.len()).max(1);
        match (self.left, agent) {
            (Some(left), _) => {
                let share = left / u32::try_from(positions).unwrap_or(u32::MAX);
                share.clamp(caps::REVIEW_LOOK, caps::MOVE_TIME)
            }
            (None, Agent::AlphaBeta(_)) => caps::MOVE_TIME,
            (None, _) => UNHURRIED,
        }
    }
}

fn stand<G: Encode>(game: &G, setup: &Setup) -> Result<Stand, Trouble> {
    let position = setup.position(game)?;
    let over = game.outcome(&position).map(|outcome| Judged {
        value: outcome.wdl().advantage().0,
        proof: Some(Certain { winner: outcome.winner, plies: 0 }),
        line: Vec::new(),
        full: false,
    });
    let choices = game.moves(&position).len();
    Ok(Stand { mover: game.side_to_move(&position), over, choices })
}

/// A review for a page: at most one position a turn.
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
        let (opening, time) = (question.opening, Some(caps::REVIEW_TIME));
        let walk = Walk::new(Arc::clone(&rules), setup, opening, threads, time);
        Self { agent: question.agent, rules, players, walk, teller }
    }

    /// Messages that it tells and that must arrive.
    pub fn messages(setup: &Setup) -> usize {
        setup.moves.len() + 2
    }

    fn go_on(&mut self, cancelled: &AtomicBool) -> Result<Next, Trouble> {
        let (players, name, rules) = (&self.players, &self.agent, &self.rules);
        let agent = || {
            let agent = players.agent(name, &rules.game)?;
            Ok(agent.with_search(|params| SearchParams {
                playouts: params.playouts.min(caps::REVIEW_PLAYOUTS),
                ..params
            }))
        };
        let Some(told) = self.walk.step(agent, caps::TURN, cancelled)? else {
            return Ok(Next::Again);
        };
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
