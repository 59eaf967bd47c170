//! How long the games that are missing will take.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use imperial_engine::Side;

use super::job::PlayJob;
use crate::agent::Agent;

/// Plies of a game before any was played.
const PLIES: f64 = 80.0;

/// Seconds that a playout takes before any was measured.
const PLAYOUT: f64 = 5e-5;

/// Seconds that a move without a search takes.
const MOVE: f64 = 1e-6;

/// What the games of each job take, measured as they are played. Games of strong agents take a thousand
/// times as long as random ones, so games that are only counted say little.
#[derive(Clone, Debug)]
pub(super) struct TimeLeft(Arc<Mutex<Vec<JobTime>>>);

/// The games of one job.
#[derive(Clone, Copy, Debug)]
struct JobTime {
    missing: u64,
    played: u64,
    /// Seconds of one thread that these took.
    seconds: f64,
    /// Seconds that a game takes, as far as one can tell beforehand.
    guess: f64,
}

impl TimeLeft {
    /// Before any game was played: jobs, with the number of games that each still lacks.
    pub fn new<'a>(jobs: impl Iterator<Item = (&'a PlayJob<'a>, u64)>) -> Self {
        let time = |(job, missing): (&PlayJob<'_>, u64)| {
            let guess =
                Side::ALL.map(|side| seconds_a_game(job.player(side))).iter().sum::<f64>() / 2.0;
            JobTime { missing, played: 0, seconds: 0.0, guess }
        };
        Self(Arc::new(Mutex::new(jobs.map(time).collect())))
    }

    /// A thread has played `games` of a job in `time`.
    pub fn note(&self, job: usize, games: u64, time: Duration) {
        let mut jobs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let job = &mut jobs[job];
        job.missing = job.missing.saturating_sub(games);
        job.played += games;
        job.seconds += time.as_secs_f64();
    }

    /// The time that `threads` will need for the rest.
    pub fn left(&self, threads: usize) -> Duration {
        let jobs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let measured = jobs.iter().filter(|job| job.played > 0 && job.guess > PLIES * PLAYOUT);
        let (seconds, guessed) = measured.fold((0.0, 0.0), |(seconds, guessed), job| {
            (seconds + job.seconds, guessed + job.guess * job.played as f64)
        });
        let ratio = if guessed > 0.0 { seconds / guessed } else { 1.0 };
        let left = |job: &JobTime| {
            let one =
                if job.played > 0 { job.seconds / job.played as f64 } else { job.guess * ratio };
            one * job.missing as f64
        };
        let all: f64 = jobs.iter().map(left).sum();
        Duration::try_from_secs_f64(all / threads.max(1) as f64).unwrap_or(Duration::MAX)
    }
}

/// What a game of this agent against itself takes in seconds of one thread, very roughly, as long as none was played.
pub fn seconds_a_game(agent: &Agent) -> f64 {
    let ply = match agent {
        Agent::External(_) => 1.0,
        Agent::AlphaBeta(player) => player.seconds(),
        _ => agent.search().map_or(MOVE, |params| f64::from(params.playouts.max(1)) * PLAYOUT),
    };
    PLIES * ply
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(missing: u64, guess: f64) -> JobTime {
        JobTime { missing, played: 0, seconds: 0.0, guess }
    }

    #[test]
    fn games_are_weighed_by_what_they_take() {
        let times =
            TimeLeft(Arc::new(Mutex::new(vec![job(1000, 1e-4), job(100, 0.1), job(10, 1.0)])));
        assert_eq!(times.left(2).as_secs_f64().round(), 10.0, "as guessed");
        times.note(0, 1000, Duration::from_secs(1));
        assert_eq!(
            times.left(2).as_secs_f64().round(),
            10.0,
            "random games say nothing of searches"
        );
        // Twice as slow as guessed, and so are probably those that were not measured.
        times.note(1, 50, Duration::from_secs(10));
        assert_eq!(times.left(2).as_secs_f64().round(), (50.0 * 0.2 + 10.0 * 2.0) / 2.0);
        times.note(1, 50, Duration::from_secs(10));
        times.note(2, 5, Duration::from_secs(5));
        assert_eq!(times.left(1).as_secs_f64().round(), 5.0);
    }
}
