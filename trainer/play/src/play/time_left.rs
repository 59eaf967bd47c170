//! How long the games that are missing will take.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use imperial_engine::Side;
use imperial_engine::search::SearchParams;

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
#[derive(Clone, Copy, Debug, Default)]
struct JobTime {
    /// Games that are not over.
    missing: u64,
    /// Those of them that have begun.
    going: u64,
    played: u64,
    /// Seconds of one thread that the played games took, and those that have begun up to now.
    seconds: f64,
    going_seconds: f64,
    /// Plies of all of them.
    plies: u64,
    /// Seconds that a game takes, as far as one can tell beforehand.
    guess: f64,
}

/// Games that have gone on for long go on for a while: this share of what they have taken, and less where many have
/// ended.
const MORE: f64 = 0.65;

impl JobTime {
    /// Seconds that one thread needs for the rest, where a game takes `guess`, unless games have shown more.
    ///
    /// The first games to end are the short ones, and where thousands are played in step, they say little for long.
    fn left(&self, guess: f64) -> f64 {
        let [played, going, missing] = [self.played, self.going, self.missing].map(|n| n as f64);
        let ended = (self.played > 0).then(|| self.seconds / played);
        if self.plies == 0 || self.going == 0 {
            return ended.unwrap_or(guess) * missing;
        }
        let few = self.played < self.going;
        let ply = (self.seconds + self.going_seconds) / self.plies as f64;
        let usual = ended.unwrap_or(0.0).max(if few { PLIES * ply } else { 0.0 });
        let age = self.going_seconds / going;
        let rest = (usual - age).max(age * MORE * going / (played + going));
        let of_new = (self.seconds + going * (age + rest)) / (played + going);
        going * rest + (missing - going).max(0.0) * of_new
    }
}

impl TimeLeft {
    /// Before any game was played: jobs, with the number of games that each still lacks.
    pub fn new<'a>(jobs: impl Iterator<Item = (&'a PlayJob<'a>, u64)>) -> Self {
        let time = |(job, missing): (&PlayJob<'_>, u64)| {
            let guess =
                Side::ALL.map(|side| seconds_a_game(job.player(side))).iter().sum::<f64>() / 2.0;
            JobTime { missing, guess, ..JobTime::default() }
        };
        Self(Arc::new(Mutex::new(jobs.map(time).collect())))
    }

    fn change(&self, job: usize, change: impl FnOnce(&mut JobTime)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner)[job]);
    }

    /// A game of a job begins.
    pub fn begin(&self, job: usize) {
        self.change(job, |job| job.going += 1);
    }

    /// A thread has gone on with games of a job for `time`, by so many plies.
    pub fn go_on(&self, job: usize, plies: u64, time: Duration) {
        self.change(job, |job| {
            job.going_seconds += time.as_secs_f64();
            job.plies += plies;
        });
    }

    /// A game of a job is over, which took `time` from its begin.
    pub fn end(&self, job: usize, time: Duration) {
        let seconds = time.as_secs_f64();
        self.change(job, |job| {
            job.missing = job.missing.saturating_sub(1);
            job.going = job.going.saturating_sub(1);
            job.going_seconds = (job.going_seconds - seconds).max(0.0);
            job.played += 1;
            job.seconds += seconds;
        });
    }

    /// The time that `threads` will need for the rest.
    pub fn left(&self, threads: usize) -> Duration {
        let jobs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let measured = jobs.iter().filter(|job| job.played > 0 && job.guess > PLIES * PLAYOUT);
        let (seconds, guessed) = measured.fold((0.0, 0.0), |(seconds, guessed), job| {
            (seconds + job.seconds, guessed + job.guess * job.played as f64)
        });
        let ratio = if guessed > 0.0 { seconds / guessed } else { 1.0 };
        let all: f64 = jobs.iter().map(|job| job.left(job.guess * ratio)).sum();
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

/// Who plays a few short games to tell by how much those of an agent's kind take longer than [`seconds_a_game`] says.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Agents of one kind take longer by one factor.
    pub kind: &'static str,
    /// The player.
    pub agent: Agent,
    /// Games that tell enough, for each thread: with a network many, as it judges positions of several at once.
    pub games: u64,
}

/// Playouts on trial. With few of them, most of a game would be what does not grow with their number.
const ON_TRIAL: u32 = 32;

/// The trial for an agent, which is no level. `None` where there is nothing to find out, or another program would play.
pub fn on_trial(agent: &Agent) -> Option<Trial> {
    let (kind, games) = match agent {
        Agent::Network(..) => ("network", 16),
        Agent::Rollouts(_) => ("rollouts", 3),
        Agent::AlphaBeta(player) => {
            let (kind, player) = player.on_trial()?;
            return Some(Trial { kind, agent: Agent::AlphaBeta(player), games: 3 });
        }
        Agent::Random | Agent::Level(..) | Agent::External(_) => return None,
    };
    let with = |params| SearchParams { playouts: ON_TRIAL, ..params };
    Some(Trial { kind, agent: agent.clone().with_search(with), games })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::AlphaBeta;

    fn times(jobs: &[(u64, f64)]) -> TimeLeft {
        let job = |(missing, guess): &(u64, f64)| JobTime {
            missing: *missing,
            guess: *guess,
            ..JobTime::default()
        };
        TimeLeft(Arc::new(Mutex::new(jobs.iter().map(job).collect())))
    }

    /// Games are played one after the other, of so many plies each, in `time` together.
    fn played(times: &TimeLeft, job: usize, games: u32, time: Duration) {
        for _ in 0..games {
            times.begin(job);
            times.go_on(job, 40, time / games);
            times.end(job, time / games);
        }
    }

    #[test]
    fn every_kind_of_agent_is_tried_by_a_quick_one() {
        let trial = |agent: Agent| on_trial(&agent).map(|trial| (trial.kind, trial.agent.label()));
        let alphabeta = |label: &str| Agent::AlphaBeta(AlphaBeta::labelled(label).expect(label));
        let depth = ("alphabeta:depth", "alphabeta[noise=40]-depth-1".to_owned());
        assert_eq!(trial(alphabeta("alphabeta[noise=40]-depth-2")), Some(depth));
        let nodes = ("alphabeta:nodes", "alphabeta-nodes-200".to_owned());
        assert_eq!(trial(alphabeta("alphabeta-nodes-100000")), Some(nodes));
        let rollouts = ("rollouts", "rollouts-32".to_owned());
        assert_eq!(trial(Agent::Rollouts(SearchParams::rollouts(4000))), Some(rollouts));
        assert_eq!([trial(Agent::Random), trial(alphabeta("alphabeta-250ms"))], [None, None]);
    }

    #[test]
    fn games_are_weighed_by_what_they_take() {
        let times = times(&[(1000, 1e-4), (100, 0.1), (10, 1.0)]);
        assert_eq!(times.left(2).as_secs_f64().round(), 10.0, "as guessed");
        played(&times, 0, 1000, Duration::from_secs(1));
        assert_eq!(
            times.left(2).as_secs_f64().round(),
            10.0,
            "random games say nothing of searches"
        );
        // Twice as slow as guessed, and so are probably those that were not measured.
        played(&times, 1, 50, Duration::from_secs(10));
        assert_eq!(times.left(2).as_secs_f64().round(), (50.0 * 0.2 + 10.0 * 2.0) / 2.0);
        played(&times, 1, 50, Duration::from_secs(10));
        played(&times, 2, 5, Duration::from_secs(5));
        assert_eq!(times.left(1).as_secs_f64().round(), 5.0);
    }

    /// A thousand games of 40 to 120 plies in step: from the first tenth on, the time left is within a factor of two,
    /// though only short games are over at first.
    #[test]
    fn games_in_step_are_not_as_short_as_the_first_that_end() {
        let (games, ply) = (1000u64, Duration::from_millis(1));
        let length = |game: u64| 40 + 80 * game / games;
        let times = times(&[(games, 0.1)]);
        (0..games).for_each(|_| times.begin(0));
        for done in 1..=120u64 {
            let going = (0..games).filter(|game| length(*game) >= done).count() as u32;
            times.go_on(0, going.into(), ply * going);
            let ended = (0..games).filter(|game| length(*game) == done).count();
            (0..ended).for_each(|_| times.end(0, ply * done as u32));
            let truth: u64 = (0..games).map(|game| length(game).saturating_sub(done)).sum();
            let (left, truth) = (times.left(1).as_secs_f64(), truth as f64 / 1e3);
            let near = left <= 2.0 * truth && left >= truth / 2.0;
            assert!(near || !(12..=110).contains(&done), "after {done} plies {left}, {truth}");
        }
    }
}
