//! A position looked at for as long as somebody watches.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use imperial_data::LoadedRules;
use imperial_engine::search::SearchParams;
use imperial_play::agent::Agent;
use imperial_play::analysis::Setup;
use serde::Deserialize;

use crate::answers::Teller;
use crate::caps;
use crate::line::Standing;
use crate::players::SharedPlayers;
use crate::queue::{Next, Work};
use crate::searching::Searching;
use crate::trouble::Trouble;

/// Where the chance of an analysis comes from: it is the same each time.
const SEED: u64 = 1732;

/// What is asked for.
#[derive(Clone, Debug, Deserialize)]
pub struct Question {
    /// Where the game stands.
    #[serde(flatten)]
    pub standing: Standing,
    /// Who looks. Its playouts do not count: it looks for as long as it is asked to.
    pub agent: String,
}

/// An analysis that goes on.
pub struct Analyse {
    /// Who waits for figures.
    pub teller: Teller,
    searching: Option<Searching>,
    begin: Box<dyn Fn() -> Result<Searching, Trouble> + Send>,
    spent: Duration,
}

impl Analyse {
    /// An analysis that `threads` share.
    pub fn new(
        question: Question,
        rules: Arc<LoadedRules>,
        setup: Setup,
        players: SharedPlayers,
        threads: u16,
        teller: Teller,
    ) -> Self {
        let begin = Box::new(move || {
            let agent = players.agent(&question.agent, &rules.game)?;
            let (params, network) = means(agent)?;
            let (rules, setup) = (Arc::clone(&rules), setup.clone());
            Ok(Searching::new(rules, setup, params, network, (threads, SEED)))
        });
        Self { teller, searching: None, begin, spent: Duration::ZERO }
    }

    fn look(&mut self, cancelled: &AtomicBool) -> Result<Next, Trouble> {
        let searching = match &mut self.searching {
            Some(searching) => searching,
            none => none.insert((self.begin)()?),
        };
        let started = Instant::now();
        let found = searching
            .go_on(|_| !cancelled.load(Ordering::Relaxed) && started.elapsed() < caps::TURN)?;
        self.spent += started.elapsed();
        if found.done || self.spent > caps::ANALYSIS_TIME {
            self.teller.tell("last", &found);
            return Ok(Next::Done);
        }
        self.teller.figures("info", &found);
        Ok(Next::Again)
    }
}

/// A search that has a good answer whenever it is stopped, with the network of an agent.
fn means(
    agent: Agent,
) -> Result<(SearchParams, Option<imperial_play::net_player::NetPlayer>), Trouble> {
    let (params, network) = match agent {
        Agent::Network(_, network) => (SearchParams::puct(caps::ANALYSIS_PLAYOUTS), Some(network)),
        Agent::Random | Agent::Rollouts(_) | Agent::AlphaBeta(_) | Agent::Level(..) => {
            (SearchParams::rollouts(caps::ANALYSIS_PLAYOUTS), None)
        }
        Agent::External(_) => return Err(Trouble::forbidden("a page starts no programs")),
    };
    Ok((SearchParams { memory: caps::SEARCH_MIB, ..params }, network))
}

impl Work for Analyse {
    fn turn(&mut self, cancelled: &AtomicBool) -> Next {
        self.look(cancelled).unwrap_or_else(|trouble| {
            self.teller.trouble(&trouble);
            Next::Done
        })
    }

    fn fail(&mut self) {
        self.teller.trouble(&Trouble::failed("the analysis has failed; begin it again"));
    }
}
