//! Searches: one with all threads, or one for each of many positions.

use std::time::{Duration, Instant};

use anyhow::Context as _;
use imperial_engine::search::{
    Evaluate, Request, Rollouts, Search, SearchError, SearchParams, SearchResult, Step,
};
use imperial_engine::{Encode, derive_seed};
use imperial_play::agent::AlphaBeta;
use imperial_play::analysis::Searched;
use imperial_play::evaluation::{Answers, Crew};
use imperial_play::net_player::NetPlayer;
use pyo3::prelude::*;
use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;

use crate::play::Play;

/// How often a search asks Python whether the user has interrupted it.
const ASKS: Duration = Duration::from_millis(200);

/// How an agent searches with playouts.
#[derive(Clone, Copy, Debug)]
pub struct Means<'a> {
    /// How the search goes.
    pub params: SearchParams,
    /// The network that judges leaves; without one it is random games.
    pub network: Option<&'a NetPlayer>,
}

/// Asks Python now and then whether the user has interrupted the program.
#[derive(Debug)]
pub struct Interrupts(Instant);

impl Interrupts {
    /// Asks first after a while.
    pub fn new() -> Self {
        Self(Instant::now())
    }

    /// The exception, if there is one.
    #[expect(clippy::redundant_closure_for_method_calls, reason = "of one lifetime only")]
    pub fn check(&mut self) -> PyResult<()> {
        if self.0.elapsed() < ASKS {
            return Ok(());
        }
        self.0 = Instant::now();
        Python::attach(|py| py.check_signals())
    }
}

/// The seed of a search at `play`, as `imperial analyse` and `imperial play` derive it.
pub fn seed_at<G: Encode>(game: &G, play: &Play<G>, seed: u64) -> u64 {
    derive_seed(seed, &format!("ply {}", game.ply(&play.position)))
}

/// Searches one position, whose game goes on, with `threads`. All chance comes from `seed`.
pub fn alone<G: Encode + 'static>(
    game: &G,
    play: &Play<G>,
    means: Means<'_>,
    (seed, threads): (u64, u16),
) -> anyhow::Result<SearchResult<G::Move>> {
    let answers = Answers::default();
    let workers = (0..threads).map(|_| evaluator(game, means.network, &answers));
    let mut crew = Crew::new(workers.collect::<anyhow::Result<_>>()?);
    let mut search = Search::new(game, &play.position, means.params, seed)?;
    let mut interrupts = Interrupts::new();
    crew.search(game, &mut search, |_| {
        interrupts.check()?;
        anyhow::Ok(true)
    })?;
    search.result(game).context(SearchError::NotRequested)
}

/// Searches one position by alpha-beta.
pub fn alphabeta<G: Searched>(
    game: &G,
    play: &Play<G>,
    player: &AlphaBeta,
    seed: u64,
) -> anyhow::Result<SearchResult<G::Move>> {
    let (mut interrupts, mut found) = (Interrupts::new(), Ok(()));
    let result = game.look_ahead(&play.position, *player, seed, &mut || {
        found = interrupts.check();
        found.is_err()
    });
    found?;
    Ok(result?)
}

/// Searches positions whose games go on, each alone on one thread with its own seed, and has their leaves judged
/// together. Gives the moves to play.
pub fn together<G: Encode + 'static>(
    game: &G,
    plays: &[(&Play<G>, u64)],
    means: Means<'_>,
) -> anyhow::Result<Vec<G::Move>> {
    let mut evaluator = evaluator(game, means.network, &Answers::default())?;
    let begin =
        |(play, seed): &(&Play<G>, u64)| Search::new(game, &play.position, means.params, *seed);
    let mut searches: Vec<Search<G>> = plays.iter().map(begin).collect::<Result<_, _>>()?;
    while advance(game, &mut searches, &mut evaluator)? {}
    let chosen = |(search, (_, seed)): (&Search<G>, &(&Play<G>, u64))| {
        let result = search.result(game).context(SearchError::NotRequested)?;
        Ok(chosen(&result, &means.params, *seed))
    };
    searches.iter().zip(plays).map(chosen).collect()
}

/// The move to play after a search: the best one, or one drawn where the agent varies its moves.
pub fn chosen<M: Copy>(result: &SearchResult<M>, params: &SearchParams, seed: u64) -> M {
    result.sample(params.temperature, &mut ChaCha8Rng::seed_from_u64(seed))
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

fn evaluator<G: Encode + 'static>(
    game: &G,
    network: Option<&NetPlayer>,
    answers: &Answers,
) -> anyhow::Result<Box<dyn Evaluate<G> + Send>> {
    Ok(match network {
        Some(network) => network.evaluator_with(game, answers.clone())?,
        None => Box::new(Rollouts::new()),
    })
}
