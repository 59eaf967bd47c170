//! A thread that plays games in step.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use imperial_data::{GameLog, GameRecord};
use imperial_net::{Asked, EvaluateMixed as _};

use super::job::PlayJob;
use super::lane::Lane;
use super::queue::{Next, Queue, Task};
use super::time_left::TimeLeft;
use crate::evaluation::Answers;
use crate::interrupt;
use crate::net_player::{MixedEvaluator, NetPlayer};
use crate::progress::Progress;

/// What all threads work on together.
pub(super) struct Shared<'a> {
    pub queue: Queue<'a>,
    /// Every job, with the number of its log.
    pub jobs: Vec<(&'a PlayJob<'a>, usize)>,
    pub logs: Vec<GameLog>,
    /// The networks that play, and what they have answered.
    pub networks: Vec<(&'a NetPlayer, Answers)>,
    pub progress: Progress,
    pub times: TimeLeft,
    pub plies: AtomicU64,
    pub evaluations: AtomicU64,
}

/// A thread with its evaluators, one for each network.
pub(super) struct Worker<'s, 'a> {
    shared: &'s Shared<'a>,
    evaluators: Vec<(&'a NetPlayer, MixedEvaluator)>,
}

impl<'s, 'a> Worker<'s, 'a> {
    pub fn new(shared: &'s Shared<'a>) -> Self {
        let networks = shared.networks.iter();
        let evaluators =
            networks.map(|(network, answers)| (*network, network.mixed(answers.clone())));
        Self { shared, evaluators: evaluators.collect() }
    }

    /// Plays until all games are over. When it fails, the others stop, too.
    ///
    /// # Errors
    /// When a game cannot be written or an agent fails, or the user interrupts.
    pub fn work(mut self) -> anyhow::Result<()> {
        let queue = &self.shared.queue;
        let _closes = Closes(queue);
        let mut table = Vec::new();
        loop {
            match queue.next(&mut table) {
                Next::Over => return Ok(()),
                Next::Table(tasks) => {
                    for task in tasks {
                        table.push(self.begin(task)?);
                    }
                    let before = table.len();
                    self.step(&mut table)?;
                    (table.len()..before).for_each(|_| queue.end_one());
                }
                Next::Alone(task) => {
                    let mut alone = vec![self.begin(task)?];
                    while !alone.is_empty() {
                        self.step(&mut alone)?;
                    }
                    queue.come_back();
                }
            }
        }
    }

    fn begin(&self, (job, number): Task) -> anyhow::Result<Lane<'a>> {
        self.shared.times.begin(job);
        Lane::begin(job, self.shared.jobs[job].0, number)
    }

    /// Plays all games on until they want positions judged, writes those that are over, and has the positions
    /// of the others judged together.
    fn step(&mut self, table: &mut Vec<Lane<'a>>) -> anyhow::Result<()> {
        interrupt::check()?;
        let (began, games) = (Instant::now(), table.len() as u32);
        let mut going = Vec::with_capacity(table.len());
        for mut lane in table.drain(..) {
            match lane.run.advance()? {
                None => going.push(lane),
                Some(record) => self.finish(&lane, &record, began.elapsed() / games)?,
            }
        }
        *table = going;
        self.judge(table)?;
        let share = began.elapsed() / games;
        for lanes in table.chunk_by_mut(|one, other| one.job == other.job) {
            let mut plies = 0;
            for lane in &mut *lanes {
                lane.time += share;
                let played = lane.run.plies();
                plies += played - std::mem::replace(&mut lane.plies, played);
            }
            self.count(lanes[0].job, plies, share * lanes.len() as u32);
        }
        Ok(())
    }

    /// Games of a job have gone on by so many plies, which took `time`.
    fn count(&self, job: usize, plies: usize, time: Duration) {
        self.shared.times.go_on(job, plies as u64, time);
        if plies > 0 {
            self.shared.progress.count(plies as u64);
        }
    }

    /// Has every network answer the games in which it is to move, in one batch.
    fn judge(&mut self, table: &mut [Lane<'a>]) -> anyhow::Result<()> {
        for (network, evaluator) in &mut self.evaluators {
            let its = |lane: &&mut Lane<'_>| lane.run.network().is_some_and(|n| n.is_same(network));
            let mut asking: Vec<&mut Lane<'a>> = table.iter_mut().filter(its).collect();
            let mut questions = Vec::with_capacity(asking.len());
            asking.iter().for_each(|lane| lane.run.ask(&mut questions));
            if questions.is_empty() {
                continue;
            }
            let asked: Vec<&dyn Asked> = questions.iter().map(|asked| &**asked as _).collect();
            let mut answers = evaluator.evaluate_mixed(&asked).into_iter();
            drop(questions);
            asking.iter_mut().try_for_each(|lane| lane.run.supply(&mut answers))?;
        }
        Ok(())
    }

    /// Writes and counts a game that is over.
    fn finish(&self, lane: &Lane<'_>, game: &GameRecord, last: Duration) -> anyhow::Result<()> {
        let Shared { jobs, logs, progress, times, .. } = self.shared;
        logs[jobs[lane.job].1].append(game)?;
        let plies = game.plies.len() as u64;
        self.shared.plies.fetch_add(plies, Ordering::Relaxed);
        self.shared.evaluations.fetch_add(lane.run.evaluations(), Ordering::Relaxed);
        self.count(lane.job, game.plies.len() - lane.plies, last);
        times.end(lane.job, lane.time + last);
        progress.advance();
        Ok(())
    }
}

/// Closes the queue when its owner fails or panics, so that nobody waits there for ever. Where the owner has
/// come to the end, so have all.
struct Closes<'q, 'a>(&'q Queue<'a>);

impl Drop for Closes<'_, '_> {
    fn drop(&mut self) {
        self.0.close();
    }
}
