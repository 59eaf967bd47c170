//! Playing a match until its end.

use super::count::MatchCounts;
use super::report::MatchReport;
use crate::play::{PlayJob, play};
use crate::tell;
use imperial_stats::Sprt;

/// Pairs between two looks at a sequential test, at first.
const FIRST_PAIRS: u64 = 32;
/// Later looks come when the pairs have grown by this share, so that counting stays cheap.
const GROWTH: u64 = 8;

/// When a match ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limit {
    /// Pairs under each rule set, at most.
    pub pairs: u64,
    /// Ends the match under a rule set as soon as a hypothesis is accepted.
    pub sprt: Option<Sprt>,
}

impl Limit {
    /// Numbers of pairs after which the match may end. They do not depend on what is played, or on
    /// how many threads play, so neither does the result.
    fn looks(self) -> impl Iterator<Item = u64> {
        let first = if self.sprt.is_some() { FIRST_PAIRS } else { self.pairs };
        let next = move |pairs: &u64| {
            let grown = pairs + FIRST_PAIRS.max(pairs / GROWTH);
            (*pairs < self.pairs).then_some(grown.min(self.pairs))
        };
        std::iter::successors(Some(first.min(self.pairs)), next)
    }
}

/// A match of two agents under some rule sets.
#[derive(Debug)]
pub struct Contest<'a> {
    /// What the first agent is called; it has the attackers' seat in every job.
    pub agent: String,
    /// What the second agent is called.
    pub against: String,
    /// One paired job per rule set. Their numbers of games are set by the limit.
    pub jobs: Vec<PlayJob<'a>>,
    /// When it ends.
    pub limit: Limit,
}

impl Contest<'_> {
    /// Plays what is missing and reports on each rule set, in the order of the jobs.
    ///
    /// # Errors
    /// When games cannot be written or read, or the user interrupts.
    pub fn play(mut self) -> anyhow::Result<Vec<MatchReport>> {
        let mut reports = Vec::new();
        reports.resize_with(self.jobs.len(), || None);
        for pairs in self.limit.looks() {
            let open: Vec<usize> =
                (0..self.jobs.len()).filter(|&job| !is_over(reports[job].as_ref())).collect();
            if open.is_empty() {
                break;
            }
            self.play_on(&open, pairs)?;
            for job in open {
                reports[job] = Some(self.report(job, pairs)?);
            }
        }
        Ok(reports.into_iter().flatten().collect())
    }

    fn play_on(&mut self, open: &[usize], pairs: u64) -> anyhow::Result<()> {
        let mut jobs = Vec::new();
        for &job in open {
            self.jobs[job].games = 2 * pairs;
            jobs.push(self.jobs[job].clone());
        }
        play(&format!("{} v {}", self.agent, self.against), &jobs)?;
        Ok(())
    }

    fn report(&self, job: usize, pairs: u64) -> anyhow::Result<MatchReport> {
        let Self { agent, against, limit, .. } = self;
        let job = &self.jobs[job];
        let counts = MatchCounts::read(job, pairs)?;
        let rules = job.rules.game.name();
        let report = MatchReport::new(rules, [agent, against], &counts, limit.sprt)?;
        if let Some(test) = &report.sprt {
            let told = test.to_string().replace('\n', ", ");
            tell!("{rules}, {pairs} pairs: Elo {}, {told}", report.elo);
        }
        Ok(report)
    }
}

fn is_over(report: Option<&MatchReport>) -> bool {
    report.is_some_and(|report| report.sprt.is_some_and(|test| test.ratio.accepted.is_some()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_come_at_fixed_numbers_of_pairs() {
        let looks = |pairs, sprt| Limit { pairs, sprt }.looks().collect::<Vec<_>>();
        let test = "elo0=0,elo1=5".parse().ok();
        assert_eq!(looks(100, None), [100]);
        assert_eq!(looks(100, test), [32, 64, 96, 100]);
        assert_eq!(looks(20, test), [20]);
        let many = looks(20_000, test);
        assert!(many.len() < 60 && many.is_sorted() && many.last() == Some(&20_000), "{many:?}");
        assert_eq!(looks(30_000, test)[..40], many[..40]);
    }
}
