//! Many games on all cores.

use std::panic::resume_unwind;
use std::sync::atomic::AtomicU64;
use std::thread;
use std::time::{Duration, Instant};

use imperial_data::{Done, GameLog, ShardFile, StoreError};
use imperial_engine::Side;

use super::job::PlayJob;
use super::log::open_log;
use super::queue::{Queue, Task};
use super::shard::Shard;
use super::time_left::TimeLeft;
use super::worker::{Shared, Worker};
use crate::agent::Agent;
use crate::evaluation::Answers;
use crate::net_player::NetPlayer;
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
/// When a log cannot be written or belongs to another job, or the user interrupts. [`ShareIsPlayed`] where this
/// program plays a share, and other games are missing.
///
/// [`ShareIsPlayed`]: super::ShareIsPlayed
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
    play_share(Shard::of_this_program(), later, rest, name, jobs)
}

/// The games that a job which is not open lacks, as far as its finished games say.
fn lacks(job: &PlayJob<'_>) -> u64 {
    let done = Done::read(&job.path()).ok().flatten().map_or(0, |done| done.games);
    job.games.saturating_sub(done)
}

/// The same for a share of the games; `None` for all.
pub(super) fn play_share(
    share: Option<Shard>,
    later: &[PlayJob<'_>],
    rest: Duration,
    name: &str,
    jobs: &[PlayJob<'_>],
) -> anyhow::Result<Played> {
    let started = Instant::now();
    let Opened { jobs: open, mut logs, ends, missing } = open(share, jobs)?;
    let mut played = Played { games: missing.len() as u64, ..Played::default() };
    if !missing.is_empty() {
        let total = jobs.iter().map(|job| job.games).sum();
        let mut counted = vec![0; jobs.len()];
        missing.iter().for_each(|(job, _)| counted[*job] += 1);
        let now = jobs.iter().zip(counted);
        let times = TimeLeft::new(now.chain(later.iter().map(|job| (job, lacks(job)))));
        let (known, threads) = (times.clone(), threads_for(jobs));
        let progress = Progress::start(name, "games", "plies", total - played.games, total)
            .with_time_left(move |_| known.left(threads).saturating_add(rest));
        let shared = Shared {
            queue: queue(jobs, &missing, threads),
            jobs: open,
            logs,
            networks: networks(jobs),
            progress,
            times,
            plies: AtomicU64::new(0),
            evaluations: AtomicU64::new(0),
        };
        on_threads(threads.min(missing.len()), &shared)?;
        shared.progress.finish();
        played.plies = shared.plies.into_inner();
        played.evaluations = shared.evaluations.into_inner();
        logs = shared.logs;
    }
    for (log, end) in logs.into_iter().zip(&ends) {
        match end.becomes {
            Becomes::Whole => drop(log.finish()?),
            Becomes::Share => {
                log.sync()?;
                if let Some(share) = share {
                    share.seal(end.first)?;
                }
            }
            Becomes::WhatItIs => {}
        }
    }
    if let Some(share) = share.filter(|_| ends.iter().any(|end| end.becomes == Becomes::Share)) {
        return Err(share.is_played().into());
    }
    Ok(Played { seconds: started.elapsed().as_secs_f64(), ..played })
}

/// Jobs with their logs, and what is left to play.
struct Opened<'a, 'j> {
    /// Each job, and which log is its.
    jobs: Vec<(&'a PlayJob<'j>, usize)>,
    logs: Vec<GameLog>,
    /// How each log will end.
    ends: Vec<LogEnd<'a, 'j>>,
    missing: Vec<Task>,
}

/// What becomes of a log when the games are played.
struct LogEnd<'a, 'j> {
    /// The first job that writes to it.
    first: &'a PlayJob<'j>,
    becomes: Becomes,
}

/// What a log is when the games of this program are played.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Becomes {
    /// It has all games of all shares.
    Whole,
    /// It waits for the games of others.
    Share,
    /// All these games were there, and it is a share of later ones, which is not complete.
    WhatItIs,
}

/// Opens the logs of `jobs`, and finds out which games are missing.
fn open<'a, 'j>(share: Option<Shard>, jobs: &'a [PlayJob<'j>]) -> anyhow::Result<Opened<'a, 'j>> {
    let (ends, missing) = (Vec::new(), Vec::new());
    let mut opened = Opened { jobs: Vec::new(), logs: Vec::new(), ends, missing };
    for sharing in jobs.chunk_by(|a, b| a.folder == b.folder) {
        let (log, existing) = open_log(sharing)?;
        let mut is_complete = true;
        for job in sharing {
            let games = job.numbers().filter(|game| !existing.games.contains(game));
            let is_own = |game: &u64| share.is_none_or(|share| share.has(*game));
            let (own, of_others): (Vec<u64>, Vec<u64>) = games.partition(is_own);
            let number = opened.jobs.len();
            is_complete &= own.is_empty() && of_others.is_empty();
            opened.missing.extend(own.into_iter().map(|game| (number, game)));
            opened.jobs.push((job, opened.logs.len()));
        }
        let becomes = begin(share, sharing, &log, existing.finished, is_complete)?;
        opened.logs.push(log);
        opened.ends.push(LogEnd { first: &sharing[0], becomes });
    }
    Ok(opened)
}

/// Writes beside a log which share of the games it will have, if it is to be one.
fn begin(
    share: Option<Shard>,
    jobs: &[PlayJob<'_>],
    log: &GameLog,
    was_finished: bool,
    is_complete: bool,
) -> anyhow::Result<Becomes> {
    match share {
        Some(Shard::None) if !is_complete => return Ok(Becomes::Share),
        None | Some(Shard::None) => Shard::forget(jobs)?,
        // Finished before there were shares of it.
        Some(Shard::Part { .. }) if is_complete && was_finished => {}
        // A share goes on that was begun with the whole of an earlier stage.
        Some(Shard::Part { .. }) if is_complete && Shard::is_of_others(jobs)? => {
            return Ok(Becomes::WhatItIs);
        }
        // It is joined with the others even where it happens to have all games.
        Some(share) => {
            if was_finished {
                // What an earlier version left there.
                ShardFile::remove(&jobs[0].path())?;
            }
            share.write_down(jobs)?;
            log.reopen()?;
            return Ok(Becomes::Share);
        }
    }
    Ok(Becomes::Whole)
}

/// Works on so many threads until all is done, or one of them fails.
fn on_threads(threads: usize, shared: &Shared<'_>) -> anyhow::Result<()> {
    thread::scope(|scope| {
        let work = |_| scope.spawn(|| Worker::new(shared).work());
        let workers: Vec<_> = (0..threads).map(work).collect();
        let ends = workers.into_iter().map(thread::ScopedJoinHandle::join);
        let ends: Vec<_> =
            ends.map(|end| end.unwrap_or_else(|panic| resume_unwind(panic))).collect();
        said_first(ends)
    })
}

/// The error of threads that have come to an end. Where a log is broken, only the thread that met the fault can say why.
fn said_first(ends: Vec<anyhow::Result<()>>) -> anyhow::Result<()> {
    let is_echo =
        |error: &anyhow::Error| matches!(error.downcast_ref(), Some(StoreError::Broken { .. }));
    let errors = ends.into_iter().filter_map(Result::err);
    errors.min_by_key(is_echo).map_or(Ok(()), Err)
}

/// Threads that play. Where a GPU judges, they sleep meanwhile, and others search.
fn threads_for(jobs: &[PlayJob<'_>]) -> usize {
    let elsewhere = jobs.iter().any(|job| job.networks().any(|network| network.kernel().is_none()));
    rayon::current_num_threads() * if elsewhere { 2 } else { 1 }
}

/// The games that are missing, for so many threads.
fn queue<'a>(jobs: &[PlayJob<'_>], missing: &[Task], threads: usize) -> Queue<'a> {
    let seats = jobs.iter().map(PlayJob::games_in_step).filter(|seats| *seats > 1).min();
    let (alone, in_step): (Vec<Task>, Vec<Task>) =
        missing.iter().partition(|(job, _)| jobs[*job].games_in_step() == 1);
    Queue::new(alone, in_step, threads.min(missing.len()), seats.unwrap_or(1))
}

/// Answers of a network that are remembered for all games in progress: a search meets again what the one before it
/// has seen.
const ANSWERS: usize = 1 << 16;
/// The same for each game where a GPU judges tens of thousands, and for all of them at most.
const GPU_ANSWERS: [u64; 2] = [1 << 7, 1 << 22];

/// All networks that play, each of them once.
fn networks<'a>(jobs: &'a [PlayJob<'a>]) -> Vec<(&'a NetPlayer, Answers)> {
    let games: u64 = jobs.iter().map(|job| job.games).sum();
    let agents = jobs.iter().flat_map(|job| Side::ALL.map(|side| job.player(side)));
    let mut networks: Vec<(&NetPlayer, Answers)> = Vec::new();
    for network in agents.filter_map(Agent::network) {
        if !networks.iter().any(|(known, _)| known.is_same(network)) {
            let of_gpu = (games.saturating_mul(GPU_ANSWERS[0])).min(GPU_ANSWERS[1]) as usize;
            let room = if network.kernel().is_some() { ANSWERS } else { of_gpu.max(ANSWERS) };
            networks.push((network, Answers::with_room(room)));
        }
    }
    networks
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::*;

    #[test]
    fn the_reason_is_told_and_not_its_echo() {
        let echo = || StoreError::Broken { path: "games.jsonl".into() };
        let ends = vec![Ok(()), Err(echo().into()), Err(anyhow!("full")), Err(anyhow!("later"))];
        assert_eq!(said_first(ends).unwrap_err().to_string(), "full");
        assert!(said_first(vec![Err(echo().into()), Ok(())]).is_err());
        assert!(said_first(vec![Ok(()), Ok(())]).is_ok());
    }
}
