//! What the program knows about the game on the board, kept from one `go` to the next.

use std::any::Any;

use imperial_engine::Encode;
use imperial_engine::search::{Evaluate, Rollouts, Search, SearchParams};

use super::options::Options;
use super::position::Setup;
use super::trouble::Trouble;
use crate::evaluation::Parallel;

/// An evaluator that can go to another thread.
type Judge<G> = Box<dyn Evaluate<G> + Send>;

/// The last search, with its evaluators.
pub(super) struct Mind<G: Encode> {
    /// Where the game stood.
    setup: Setup,
    pub search: Search<G>,
    pub evaluator: Parallel<Judge<G>>,
}

/// A mind of a game of whatever type, between two searches.
pub(super) type KeptMind = Option<Box<dyn Any>>;

impl<G: Encode + 'static> Mind<G> {
    /// Gets ready to search the position of `setup`. What `kept` knows about it is used where the
    /// parameters allow it.
    pub fn prepare(
        kept: KeptMind,
        game: &G,
        setup: &Setup,
        options: &Options,
        params: SearchParams,
    ) -> Result<Box<Self>, Trouble> {
        let seed = u64::from(options.seed);
        match kept.and_then(|kept| kept.downcast::<Self>().ok()) {
            Some(mut mind) => {
                mind.turn_to(game, setup, params, seed)?;
                mind.setup.clone_from(setup);
                Ok(mind)
            }
            None => {
                let search = Search::new(game, &setup.position(game)?, params, seed)?;
                let workers = (0..options.threads).map(|_| judge(game, options));
                let evaluator = Parallel::new(workers.collect::<Result<_, _>>()?);
                Ok(Box::new(Self { setup: setup.clone(), search, evaluator }))
            }
        }
    }

    fn turn_to(
        &mut self,
        game: &G,
        setup: &Setup,
        params: SearchParams,
        seed: u64,
    ) -> Result<(), Trouble> {
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

/// Who judges leaves: the network, or random games where there is none.
fn judge<G: Encode + 'static>(game: &G, options: &Options) -> Result<Judge<G>, Trouble> {
    match &options.network {
        Some(network) => network.evaluator(game).map_err(|error| Trouble::Option(error.into())),
        None => Ok(Box::new(Rollouts::new())),
    }
}
