//! One of the games that a thread plays in step, without the type of its game.

use std::time::{Duration, Instant};

use imperial_engine::with_game;

use super::game_run::GameRun;
use super::job::PlayJob;
use super::run::Run;

/// A game in progress, with what it has taken so far.
pub(super) struct Lane<'a> {
    /// Number of its job.
    pub job: usize,
    pub run: Box<dyn Run + 'a>,
    /// Its plies that were counted.
    pub plies: usize,
    /// Its share of the time of the threads that played it.
    pub time: Duration,
}

impl<'a> Lane<'a> {
    /// Draws the lot and the opening of game `number` of `job`, whose own number is `index`.
    ///
    /// # Errors
    /// When a move of its line is not legal.
    pub fn begin(index: usize, job: &'a PlayJob<'a>, number: u64) -> anyhow::Result<Self> {
        let began = Instant::now();
        let run: Box<dyn Run + 'a> =
            with_game!(&job.rules.game, |game| Box::new(GameRun::new(game, job, number)?));
        Ok(Self { job: index, run, plies: 0, time: began.elapsed() })
    }
}
