//! What the program knows about the game on the board, kept from one search to the next.

use std::fmt;

use imperial_engine::search::{Evaluate, Rollouts, Search, SearchError, SearchParams};
use imperial_engine::{Encode, MoveError};

use super::setup::{Setup, SetupError};
use crate::evaluation::{Answers, Crew};
use crate::net_player::NetPlayer;
use imperial_net::MismatchError;

/// An evaluator that can go to another thread.
type Evaluator<G> = Box<dyn Evaluate<G> + Send>;

/// What a search is done with.
#[derive(Clone, Copy, Debug)]
pub struct Means<'a> {
    /// How it goes.
    pub params: SearchParams,
    /// The network that evaluates leaves; without one it is random games.
    pub network: Option<&'a NetPlayer>,
    /// Threads that evaluate leaves; at least one.
    pub threads: u16,
    /// Where all chance comes from.
    pub seed: u64,
}

/// Leaves of one search that are evaluated together: enough for all threads where there are many
/// playouts, and few enough that the search still knows what it does. They depend on the playouts
/// alone, so that the tree is the same whatever the threads.
pub const fn leaves_at_once(playouts: u32) -> u16 {
    match playouts / LEAVES_SHARE {
        0 => 1,
        share if share < USUAL_LEAVES as u32 => share as u16,
        _ => USUAL_LEAVES,
    }
}

/// At most one playout of so many waits beside others.
const LEAVES_SHARE: u32 = 16;
/// More gain no speed.
pub const USUAL_LEAVES: u16 = 32;

/// Threads that the machine has for us.
pub fn all_cores() -> u16 {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    u16::try_from(cores).unwrap_or(u16::MAX)
}

/// The last search, with its evaluators.
pub struct Analysis<G: Encode> {
    /// Where the game stood.
    setup: Setup,
    /// Its search.
    search: Search<G>,
    /// Who evaluates for it.
    crew: Crew<Evaluator<G>>,
}

/// Why a position cannot be searched.
#[derive(Debug, thiserror::Error)]
pub enum AnalysisError {
    /// The setup is none of this game.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A move is none of this game.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The search cannot begin.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The network was made for other games.
    #[error(transparent)]
    Network(#[from] MismatchError),
}

impl<G: Encode> fmt::Debug for Analysis<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Analysis").field("setup", &self.setup).finish_non_exhaustive()
    }
}

impl<G: Encode + 'static> Analysis<G> {
    /// The search itself.
    pub fn search(&self) -> &Search<G> {
        &self.search
    }

    /// [`prepare`](Self::prepare) as it is done.
    pub(super) fn made_ready(
        kept: Option<Box<Self>>,
        game: &G,
        setup: &Setup,
        means: Means<'_>,
    ) -> Result<Box<Self>, AnalysisError> {
        if let Some(mut analysis) = kept {
            analysis.turn_to(game, setup, means)?;
            analysis.setup.clone_from(setup);
            return Ok(analysis);
        }
        let search = Search::new(game, &setup.position(game)?, means.params, means.seed)?;
        let answers = Answers::default();
        let workers =
            (0..means.threads.max(1)).map(|_| evaluator_of(game, means.network, &answers));
        let crew = Crew::new(workers.collect::<Result<_, _>>()?);
        Ok(Box::new(Self { setup: setup.clone(), search, crew }))
    }

    /// [`go_on`](Self::go_on) as it is done.
    pub(super) fn search_while(
        &mut self,
        game: &G,
        more: &mut dyn FnMut(&Search<G>) -> bool,
    ) -> Result<(), SearchError> {
        let Self { search, crew, .. } = self;
        crew.search(game, search, |search| Ok(more(search)))
    }

    fn turn_to(&mut self, game: &G, setup: &Setup, means: Means<'_>) -> Result<(), AnalysisError> {
        let Means { params, seed, .. } = means;
        let same_start = self.setup.start == setup.start;
        let new = setup.moves.strip_prefix(self.setup.moves.as_slice());
        let Some(new) = new.filter(|_| same_start && params.reuse) else {
            return Ok(self.search.reset(game, &setup.position(game)?, params, seed)?);
        };
        let mut position = self.setup.position(game)?;
        let mut moves = Vec::new();
        for text in new {
            let mv = game.parse_move(&position, text)?;
            game.play(&mut position, mv);
            moves.push(mv);
        }
        self.search.follow(game, &moves, params, seed)?;
        Ok(())
    }
}

/// Who evaluates leaves: the network, or random games where there is none.
pub(super) fn evaluator_of<G: Encode + 'static>(
    game: &G,
    network: Option<&NetPlayer>,
    answers: &Answers,
) -> Result<Evaluator<G>, MismatchError> {
    match network {
        Some(network) => network.evaluator_with(game, answers.clone()),
        None => Ok(Box::new(Rollouts::new())),
    }
}
