//! What searches one position, compiled here once for each type of game.
//!
//! Programs that ask for one move at a time are compiled to be small, and a search shall be fast.

use imperial_engine::search::{Search, SearchError, SearchResult};
use imperial_engine::{Encode, each_game};

use super::many::{self, Stop};
use super::position_search::{Analysis, AnalysisError, Means};
use super::setup::Setup;
use crate::agent::{Agent, AlphaBeta};

/// A game that the program searches.
pub trait Searched: Encode + Sized + 'static {
    /// See [`Analysis::prepare`].
    fn prepare(
        &self,
        kept: Option<Box<Analysis<Self>>>,
        setup: &Setup,
        means: Means<'_>,
    ) -> Result<Box<Analysis<Self>>, AnalysisError>;

    /// See [`Analysis::go_on`].
    fn go_on(
        &self,
        analysis: &mut Analysis<Self>,
        more: &mut dyn FnMut(&Search<Self>) -> bool,
    ) -> Result<(), SearchError>;

    /// See [`Search::result`].
    fn result(&self, search: &Search<Self>) -> Option<SearchResult<Self::Move>>;

    /// See [`AlphaBeta::think`].
    fn look_ahead(
        &self,
        position: &Self::Position,
        player: AlphaBeta,
        seed: u64,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<SearchResult<Self::Move>, SearchError>;

    /// The moves of `agent`, which is no level, at many positions whose games go on, each with its own seed. They are
    /// searched by all threads, each alone, and a network judges leaves of several together.
    ///
    /// # Errors
    /// When a search fails, `stop` says to end early, or the agent is another program.
    fn moves_at(
        &self,
        agent: &Agent,
        places: &[(&Self::Position, u64)],
        stop: Stop<'_>,
    ) -> anyhow::Result<Vec<Self::Move>>;
}

impl<G: Searched> Analysis<G> {
    /// Gets ready to search the position of `setup`. What `kept` knows about it is used where the
    /// parameters allow it; its network must be the same.
    ///
    /// # Errors
    /// When the game is over, `setup` is none of it, or the network was made for other games.
    pub fn prepare(
        kept: Option<Box<Self>>,
        game: &G,
        setup: &Setup,
        means: Means<'_>,
    ) -> Result<Box<Self>, AnalysisError> {
        game.prepare(kept, setup, means)
    }

    /// Searches to the end, or until `more` says no.
    ///
    /// # Errors
    /// When an evaluation does not fit, or `more` fails.
    pub fn go_on<E: From<SearchError>>(
        &mut self,
        game: &G,
        mut more: impl FnMut(&Search<G>) -> Result<bool, E>,
    ) -> Result<(), E> {
        let mut asked = Ok(true);
        game.go_on(self, &mut |search| {
            asked = more(search);
            matches!(asked, Ok(true))
        })?;
        asked.map(drop)
    }

    /// What was found; `None` before the first playout.
    pub fn result(&self, game: &G) -> Option<SearchResult<G::Move>> {
        game.result(self.search())
    }
}

macro_rules! searched {
    ($game:ty) => {
        impl Searched for $game {
            fn prepare(
                &self,
                kept: Option<Box<Analysis<Self>>>,
                setup: &Setup,
                means: Means<'_>,
            ) -> Result<Box<Analysis<Self>>, AnalysisError> {
                Analysis::made_ready(kept, self, setup, means)
            }

            fn go_on(
                &self,
                analysis: &mut Analysis<Self>,
                more: &mut dyn FnMut(&Search<Self>) -> bool,
            ) -> Result<(), SearchError> {
                analysis.search_while(self, more)
            }

            fn result(&self, search: &Search<Self>) -> Option<SearchResult<Self::Move>> {
                search.result(self)
            }

            fn look_ahead(
                &self,
                position: &Self::Position,
                player: AlphaBeta,
                seed: u64,
                stop: &mut dyn FnMut() -> bool,
            ) -> Result<SearchResult<Self::Move>, SearchError> {
                player.think(self, position, seed, stop)
            }

            fn moves_at(
                &self,
                agent: &Agent,
                places: &[(&Self::Position, u64)],
                stop: Stop<'_>,
            ) -> anyhow::Result<Vec<Self::Move>> {
                many::moves(self, agent, places, stop)
            }
        }
    };
}

each_game!(searched);
