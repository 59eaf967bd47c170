//! An agent that looks at one position, a turn at a time, whichever way it searches.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use imperial_data::LoadedRules;
use imperial_engine::with_game;
use imperial_play::agent::Agent;
use imperial_play::analysis::Setup;

use crate::look_ahead::{Thought, look_ahead};
use crate::paced::{Pace, Paced, Turn};
use crate::searching::{Found, Searching};
use crate::trouble::Trouble;

/// How far an agent is.
#[derive(Clone, Debug, PartialEq)]
pub enum Advance {
    /// It has decided.
    Over(Thought),
    /// It wants another turn, after so many playouts where it counts them.
    GoesOn(Option<u32>),
}

/// How an agent looks.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// Time of computing after which it plays the best that it has found.
    pub limit: Duration,
    /// Threads that share the search.
    pub threads: u16,
    /// Where all chance comes from.
    pub seed: u64,
    /// How much chance is in its choice at least, beside what is its own.
    pub temperature: f32,
}

/// An agent that looks at a position.
pub struct Thinking {
    /// The search. It is held up, not ended and begun again, so that turns change nothing of what it finds.
    search: Paced<Result<Thought, Trouble>>,
    /// Its playouts so far, where it counts them.
    playouts: Option<Arc<AtomicU32>>,
    limit: Duration,
    spent: Duration,
}

impl Thinking {
    /// `agent` before it looks at where `setup` stands.
    ///
    /// # Errors
    /// When it does not search, or the system has no room.
    pub fn new(
        agent: Agent,
        rules: &Arc<LoadedRules>,
        setup: &Setup,
        manner: Manner,
    ) -> Result<Self, Trouble> {
        let Manner { limit, threads, seed, temperature } = manner;
        let (rules, setup) = (Arc::clone(rules), setup.clone());
        let (params, network) = match agent {
            Agent::Rollouts(params) => (params, None),
            Agent::Network(params, network) => (params, Some(network)),
            Agent::AlphaBeta(player) => {
                let search = Paced::start(move |pace| {
                    let stop = || pace.shall_end();
                    with_game!(&rules.game, |game| look_ahead(game, &setup, player, seed, stop))
                })?;
                return Ok(Self { search, playouts: None, limit, spent: Duration::ZERO });
            }
            Agent::External(_) => {
                return Err(Trouble::bad(
                    "another program gives no figures; choose an agent that searches by itself, such as network:100",
                ));
            }
            Agent::Random | Agent::Level(..) => {
                return Err(Trouble::bad("choose an agent that searches, such as network:100"));
            }
        };
        let temperature = params.temperature.max(temperature);
        let searching = Searching::new(rules, setup, params, network, (threads, seed));
        let playouts = Arc::new(AtomicU32::new(0));
        let counted = Arc::clone(&playouts);
        let search = Paced::start(move |pace| grow(searching, temperature, &counted, pace))?;
        Ok(Self { search, playouts: Some(playouts), limit, spent: Duration::ZERO })
    }

    /// Looks for as long as a `turn`, unless that was `cancelled`.
    ///
    /// # Errors
    /// When the game is over, or it is none of these rules; when the search has failed.
    pub fn go_on(&mut self, turn: Duration, cancelled: &AtomicBool) -> Result<Advance, Trouble> {
        let started = Instant::now();
        let left = self.limit.saturating_sub(self.spent);
        let turn = Turn { pause: started + turn, end: started + left };
        let found = self.search.go_on(turn, cancelled)?.transpose()?;
        self.spent += started.elapsed();
        let playouts = || self.playouts.as_ref().map(|playouts| playouts.load(Ordering::Relaxed));
        Ok(found.map_or_else(|| Advance::GoesOn(playouts()), Advance::Over))
    }
}

/// A tree search to its end, which counts its `playouts`.
fn grow(
    mut searching: Searching,
    temperature: f32,
    playouts: &AtomicU32,
    pace: &mut Pace<Result<Thought, Trouble>>,
) -> Result<Thought, Trouble> {
    let (found, mv) = searching.choose(temperature, |done| {
        playouts.store(done, Ordering::Relaxed);
        // Without a playout there would be nothing to tell.
        !pace.shall_end() || done == 0
    })?;
    let Found { value, proof, line, playouts, memory_full: full, .. } = found;
    Ok(Thought { mv, value, proof, line, playouts, full })
}

#[cfg(test)]
mod tests {
    use imperial_data::load_rules;
    use imperial_play::agent::AgentSpec;
    use imperial_play::prepare::{Purpose, prepare};

    use super::*;

    const TURN: Duration = Duration::from_millis(30);
    static NOT: AtomicBool = AtomicBool::new(false);

    fn thinking(agent: &str, rules: &str, limit: Duration) -> Thinking {
        let spec: AgentSpec = agent.parse().expect("an agent");
        let agent = prepare(&spec, Purpose::Measuring, &imperial_net::Backend::cpu());
        let rules = Arc::new(load_rules(rules).expect("embedded"));
        let setup = Setup { start: None, moves: Vec::new() };
        let manner = Manner { limit, threads: 1, seed: 1, temperature: 0.0 };
        Thinking::new(agent.expect("an agent"), &rules, &setup, manner).expect("it searches")
    }

    /// However an agent searches, it computes for about a turn at a time, and in all no longer than it may.
    #[test]
    fn every_search_goes_on_in_turns_and_ends_in_time() {
        for (agent, rules) in [
            ("alphabeta:depth=60", "brandubh"),
            ("alphabeta:depth=60", "alea-evangelii"),
            ("alphabeta[noise=9]:depth=3", "alea-evangelii"),
            ("rollouts:1000000", "brandubh"),
            ("rollouts:1000000", "tablut-linnaeus"),
        ] {
            let (started, mut turns) = (Instant::now(), 0);
            let mut search = thinking(agent, rules, TURN * 12);
            while let Advance::GoesOn(_) = search.go_on(TURN, &NOT).expect("a search") {
                turns += 1;
                assert!(started.elapsed() < TURN * 400, "{agent} does not end");
            }
            assert!(turns > 2, "{agent} {rules}: {turns} turns");
        }
    }

    /// Turns change nothing but the time at which a search is done.
    #[test]
    fn turns_change_no_choice() {
        for agent in
            ["alphabeta:depth=3", "alphabeta[noise=60,overlook=12]:depth=2", "rollouts:300"]
        {
            let found = |turn| {
                let mut search = thinking(agent, "tablut-linnaeus", Duration::from_secs(600));
                loop {
                    if let Advance::Over(thought) = search.go_on(turn, &NOT).expect("a search") {
                        return thought;
                    }
                }
            };
            assert_eq!(found(Duration::from_millis(1)), found(Duration::from_secs(600)), "{agent}");
        }
    }
}
