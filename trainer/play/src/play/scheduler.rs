//! Many games on all cores.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use imperial_data::GameLog;
use imperial_engine::search::Evaluate;
use imperial_engine::{Encode, PerSide, Side, with_game};
use rayon::prelude::*;

use super::evaluator::evaluator_of;
use super::game_run::GameRun;
use super::job::{PlayJob, open_log};
use super::time_left::TimeLeft;
use crate::interrupt;
use crate::progress::Progress;

/// What the scheduler has done, interruptions and earlier sessions left out.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Played {
    /// Games finished.
    pub games: u64,
    /// Their plies.
    pub plies: u64,
    /// Positions that were evaluated.
    pub evaluations: u64,
    /// Seconds that it took.
    pub seconds: f64,
}

/// Checks that the logs of jobs can be written and hold games of these jobs alone, if any.
///
/// # Errors
/// As of [`play`].
pub fn accept(jobs: &[PlayJob<'_>]) -> anyhow::Result<()> {
    jobs.chunk_by(|a, b| a.folder == b.folder).try_for_each(|sharing| open_log(sharing).map(drop))
}

/// Plays what is missing of `jobs` on all threads and completes their logs. Neighbouring jobs with
/// the same folder share a log.
///
/// Each game is written when it is over, so nothing finished is lost whatever happens. Which
/// games are played does not depend on the number of threads or on interruptions.
///
/// # Errors
/// When a log cannot be written or belongs to another job, or the user interrupts.
pub fn play(name: &str, jobs: &[PlayJob<'_>]) -> anyhow::Result<Played> {
    play_before(&[], Duration::ZERO, name, jobs)
}

/// The same where other work follows, which counts to the time left: the games of `later`, and what takes about
/// `rest`.
///
/// # Errors
/// As of [`play`].
pub fn play_before(
    later: &[PlayJob<'_>],
    rest: Duration,
    name: &str,
    jobs: &[PlayJob<'_>],
) -> anyhow::Result<Played> {
    let started = Instant::now();
    let mut logs = Vec::new();
    let mut open = Vec::new();
    let mut missing: Vec<(usize, u64)> = Vec::new();
    for sharing in jobs.chunk_by(|a, b| a.folder == b.folder) {
        let (log, existing) = open_log(sharing)?;
        for job in sharing {
            let games = job.numbers().filter(|game| !existing.games.contains(game));
            missing.extend(games.map(|game| (open.len(), game)));
            open.push((job, logs.len()));
        }
        logs.push(log);
    }
    let total = jobs.iter().map(|job| job.games).sum();
    let counts = Counts::default();
    if !missing.is_empty() {
        let before = total - missing.len() as u64;
        let mut counted = vec![0; jobs.len()];
        missing.iter().for_each(|(job, _)| counted[*job] += 1);
        let now = jobs.iter().zip(counted);
        let times = TimeLeft::new(now.chain(later.iter().map(|job| (job, job.games))));
        let (known, threads) = (times.clone(), rayon::current_num_threads());
        let progress = Progress::start(name, "games", "plies", before, total)
            .with_time_left(move |_| known.left(threads).saturating_add(rest));
        let tasks = in_step(jobs, &missing);
        tasks.into_par_iter().with_max_len(1).try_for_each(|(index, games)| {
            let (job, log) = open[index];
            let (log, numbers, progress) = (&logs[log], &games, &progress);
            let games = Games { job, log, numbers, progress, counts: &counts };
            let started = Instant::now();
            with_game!(&job.rules.game, |game| games.play(game))?;
            times.note(index, numbers.len() as u64, started.elapsed());
            anyhow::Ok(())
        })?;
        progress.finish();
    }
    for log in logs {
        log.finish()?;
    }
    Ok(Played {
        games: missing.len() as u64,
        plies: counts.plies.into_inner(),
        evaluations: counts.evaluations.into_inner(),
        seconds: started.elapsed().as_secs_f64(),
    })
}

/// What all threads count together.
#[derive(Debug, Default)]
struct Counts {
    plies: AtomicU64,
    evaluations: AtomicU64,
}

/// What one thread does at a time: some games of the same job.
fn in_step(jobs: &[PlayJob<'_>], missing: &[(usize, u64)]) -> Vec<(usize, Vec<u64>)> {
    missing
        .chunk_by(|a, b| a.0 == b.0)
        .flat_map(|games| games.chunks(jobs[games[0].0].games_in_step()))
        .map(|games| (games[0].0, games.iter().map(|(_, game)| *game).collect()))
        .collect()
}

/// Some games of one job, to be played in step.
struct Games<'a> {
    job: &'a PlayJob<'a>,
    log: &'a GameLog,
    numbers: &'a [u64],
    progress: &'a Progress,
    counts: &'a Counts,
}

impl Games<'_> {
    /// Plays them to their ends.
    fn play<G: Encode + 'static>(&self, game: &G) -> anyhow::Result<()> {
        let agents = self.job.agents;
        let mut evaluators = PerSide {
            attackers: evaluator_of(self.job.player(Side::Attackers), game)?,
            defenders: evaluator_of(self.job.player(Side::Defenders), game)?,
        };
        let shared = std::ptr::eq(agents.attackers, agents.defenders);
        let seated = self.numbers.iter().map(|number| GameRun::new(game, self.job, *number));
        let mut runs = seated.collect::<anyhow::Result<Vec<GameRun<'_, G>>>>()?;
        while !runs.is_empty() {
            interrupt::check()?;
            let mut waiting = Vec::with_capacity(runs.len());
            for mut run in runs {
                match run.advance()? {
                    None => waiting.push(run),
                    Some(outcome) => {
                        let (plies, evaluations) = (run.plies(), run.evaluations());
                        self.log.append(&run.record(outcome))?;
                        self.progress.count(plies);
                        self.counts.plies.fetch_add(plies, Ordering::Relaxed);
                        self.counts.evaluations.fetch_add(evaluations, Ordering::Relaxed);
                        self.progress.advance();
                    }
                }
            }
            runs = waiting;
            for seat in Side::ALL {
                // One agent on both sides has one memory of evaluations.
                let asked = if shared { Side::Attackers } else { seat };
                answer(game, evaluators[asked].as_mut(), &mut runs, seat)?;
            }
        }
        Ok(())
    }
}

/// Evaluates the positions of the runs where the agent in `seat`, whose evaluator this is, is to
/// move.
fn answer<G: Encode>(
    game: &G,
    evaluator: &mut dyn Evaluate<G>,
    runs: &mut [GameRun<'_, G>],
    seat: Side,
) -> anyhow::Result<()> {
    let mut asking: Vec<_> = runs.iter_mut().filter(|run| run.seat() == seat).collect();
    let requests: Vec<_> = asking.iter().flat_map(|run| run.requests()).collect();
    if requests.is_empty() {
        return Ok(());
    }
    let mut answers = evaluator.evaluate(game, &requests).into_iter();
    drop(requests);
    for run in &mut asking {
        let count = run.requests().count();
        answers.by_ref().take(count).try_for_each(|answer| run.supply(&answer))?;
    }
    Ok(())
}
