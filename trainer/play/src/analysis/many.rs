//! Moves for many positions at once, each found alone with its own seed. A network judges leaves of several together.

use anyhow::{Context as _, bail};
use imperial_engine::Encode;
use imperial_engine::search::{
    Evaluate, Request, Search, SearchError, SearchParams, SearchResult, Step,
};
use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use rayon::prelude::*;

use super::position_search::evaluator_of;
use crate::agent::Agent;
use crate::evaluation::Answers;
use crate::net_player::NetPlayer;

/// Positions whose searches share the calls of a network.
const IN_STEP: usize = 16;

/// Says from any thread whether to end early.
pub type Stop<'a> = &'a (dyn Fn() -> bool + Sync);

/// [`Searched::moves_at`](super::Searched::moves_at) as it is done.
pub(super) fn moves<G: Encode + 'static>(
    game: &G,
    agent: &Agent,
    places: &[(&G::Position, u64)],
    stop: Stop<'_>,
) -> anyhow::Result<Vec<G::Move>> {
    let in_step = |means: (&SearchParams, Option<&NetPlayer>)| {
        let parts = places.par_chunks(IN_STEP).map(|places| together(game, places, means, stop));
        Ok(parts.collect::<anyhow::Result<Vec<_>>>()?.into_iter().flatten().collect())
    };
    match agent {
        Agent::Random => {
            Ok(places.iter().map(|(position, seed)| drawn(game, position, *seed)).collect())
        }
        Agent::AlphaBeta(player) => {
            let best = |(position, seed): &(&G::Position, u64)| {
                let found = player.think(game, position, *seed, &mut || stop())?;
                if stop() { bail!(STOPPED) } else { Ok(found.best) }
            };
            places.par_iter().map(best).collect()
        }
        Agent::Rollouts(params) => in_step((params, None)),
        Agent::Network(params, network) => in_step((params, Some(network))),
        Agent::Level(..) => unreachable!("the agent that plays a level is none"),
        Agent::External(_) => bail!("another program plays one game after the other"),
    }
}

/// Where the caller wanted to end early, nothing was found.
const STOPPED: &str = "the search was stopped";

/// A move drawn at random, of a game that goes on.
pub fn drawn<G: Encode>(game: &G, position: &G::Position, seed: u64) -> G::Move {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let drawn = game.random_move(position, &mut rng, &mut Vec::new());
    drawn.expect("a game that goes on has moves")
}

/// The move to play after a search: the best one, or one drawn where the agent varies its moves.
pub fn chosen<M: Copy>(result: &SearchResult<M>, params: &SearchParams, seed: u64) -> M {
    result.sample(params.temperature, &mut ChaCha8Rng::seed_from_u64(seed))
}

/// Searches in step.
fn together<G: Encode + 'static>(
    game: &G,
    places: &[(&G::Position, u64)],
    (params, network): (&SearchParams, Option<&NetPlayer>),
    stop: Stop<'_>,
) -> anyhow::Result<Vec<G::Move>> {
    let mut evaluator = evaluator_of(game, network, &Answers::default())?;
    let begin =
        |(position, seed): &(&G::Position, u64)| Search::new(game, position, *params, *seed);
    let mut searches: Vec<Search<G>> = places.iter().map(begin).collect::<Result<_, _>>()?;
    while advance(game, &mut searches, &mut evaluator)? {
        if stop() {
            bail!(STOPPED);
        }
    }
    let chosen = |(search, (_, seed)): (&Search<G>, &(_, u64))| {
        let result = search.result(game).context(SearchError::NotRequested)?;
        Ok(chosen(&result, params, *seed))
    };
    searches.iter().zip(places).map(chosen).collect()
}

/// Has the next leaves of all searches judged; no where all are done.
fn advance<'a, G: Encode>(
    game: &G,
    searches: &'a mut [Search<G>],
    evaluator: &mut dyn Evaluate<G>,
) -> Result<bool, SearchError> {
    let wants =
        |search: &'a mut Search<G>| (search.advance(game) == Step::Evaluate).then_some(search);
    let mut waiting: Vec<&mut Search<G>> = searches.iter_mut().filter_map(wants).collect();
    if waiting.is_empty() {
        return Ok(false);
    }
    let counts: Vec<usize> = waiting.iter().map(|search| search.requests().len()).collect();
    let requests: Vec<Request<'_, G>> =
        waiting.iter().flat_map(|search| search.requests()).collect();
    let mut answers = evaluator.evaluate(game, &requests).into_iter();
    for (search, count) in waiting.iter_mut().zip(counts) {
        answers.by_ref().take(count).try_for_each(|answer| search.supply(game, &answer))?;
    }
    Ok(true)
}
