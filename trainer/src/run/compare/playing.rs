//! Playing the games of a comparison: a fixed number, or batch by batch until they say enough.

use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::{BalanceRun, Beyond, summaries};
use crate::run::batches::{Batches, Budget, CellGames, key, next_batch};
use imperial_lab::{Looks, Options, StopReason, Stopping, half_width};
use imperial_play::agent::Agent;
use imperial_play::play::{PlayJob, Played, accept, play, play_before};

impl BalanceRun<'_> {
    /// Plays each agent against itself: as many games as the plan says or, with a budget, until the
    /// intervals are narrow enough.
    pub(super) fn play_itself(
        &self,
        agents: &[Agent],
        beyond: Beyond<'_>,
        batches: &mut Batches,
    ) -> anyhow::Result<Option<Stopping>> {
        // A comparison that does not belong into the folder decides on no games of it.
        accept(&self.jobs(agents, batches))?;
        let planned = self.entries().map(|(entry, rules)| (key(rules, &entry.agent), entry.games));
        batches.raise(planned)?;
        let Some(budget) = self.budget else {
            let mut later = self.neighbour_jobs(agents);
            later.extend(self.jobs_beyond(beyond, batches));
            play_before(&later, Duration::ZERO, "comparison", &self.jobs(agents, batches))?;
            return Ok(None);
        };
        let started = Instant::now();
        loop {
            let jobs = self.jobs(agents, batches);
            let played = play(&format!("batch {}", batches.looks), &jobs)?;
            let cells = self.progress(&jobs)?;
            let (most, reason) = budget.left(&cells, started.elapsed(), played);
            let more = next_batch(&cells, budget.precision, most);
            if more.iter().all(|games| *games == 0) {
                return Ok(Some(budget.stopped(&cells, reason, batches.looks)));
            }
            let keys = self.entries().map(|(entry, rules)| key(rules, &entry.agent));
            let wanted = keys.zip(cells.iter().zip(more));
            batches.raise(wanted.map(|(key, (cell, more))| (key, cell.games + more)))?;
        }
    }

    /// How far each cell is.
    fn progress(&self, jobs: &[PlayJob<'_>]) -> anyhow::Result<Vec<CellGames>> {
        let options = Options { seed: self.seed, looks: Looks::Any, ..Options::default() };
        jobs.par_iter()
            .map(|job| {
                let games = summaries(job)?;
                Ok(CellGames { games: job.games, width: half_width(&games, &options) })
            })
            .collect()
    }
}

impl Budget {
    /// Most games of the next batch, and what forbids more.
    fn left(&self, cells: &[CellGames], spent: Duration, last: Played) -> (u64, StopReason) {
        let games: u64 = cells.iter().map(|cell| cell.games).sum();
        let allowed = self.max_games.saturating_sub(games);
        let in_time = self.time.map_or(u64::MAX, |time| {
            let left = time.saturating_sub(spent).as_secs_f64();
            // Where the last batch was there already, nothing is known of the speed.
            let speed = if last.games > 0 { last.games as f64 / last.seconds } else { f64::MAX };
            // Zero times a large number is zero; the cast keeps within the type.
            (left * speed) as u64
        });
        if in_time < allowed { (in_time, StopReason::Time) } else { (allowed, StopReason::Games) }
    }

    fn stopped(&self, cells: &[CellGames], reason: StopReason, looks: u32) -> Stopping {
        let precise = cells.iter().all(|cell| cell.width <= self.precision);
        let reason = if precise { StopReason::Precise } else { reason };
        Stopping { precision: self.precision, reason, looks }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_and_time_are_limits() {
        let budget =
            Budget { precision: 0.02, max_games: 1000, time: Some(Duration::from_secs(100)) };
        let cells = [CellGames { games: 400, width: 0.1 }, CellGames { games: 200, width: 0.01 }];
        let left = |spent, games, seconds| {
            let played = Played { games, seconds, ..Played::default() };
            budget.left(&cells, Duration::from_secs(spent), played)
        };
        assert_eq!(left(0, 0, 0.0), (400, StopReason::Games));
        assert_eq!(left(90, 600, 60.0), (100, StopReason::Time));
        assert_eq!(left(100, 0, 0.0), (0, StopReason::Time));
        assert_eq!(left(101, 600, 1.0), (0, StopReason::Time));
        assert_eq!(budget.stopped(&cells, StopReason::Time, 3).reason, StopReason::Time);
        assert_eq!(budget.stopped(&cells[1..], StopReason::Time, 3).reason, StopReason::Precise);
    }
}
