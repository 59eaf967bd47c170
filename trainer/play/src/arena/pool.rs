//! A pool of agents that play each other, and their ratings.

use std::path::PathBuf;

use anyhow::bail;
use imperial_data::LoadedRules;
use imperial_engine::{PerSide, derive_seed};

use super::count::MatchCounts;
use super::named_agent::NamedAgent;
use super::ratings::{Gathered, RatingReport};
use crate::folder_name::{Alike, folder_name};
use crate::play::{OpeningPlies, PlayJob, play};
use crate::prepare::check_told_apart;
use imperial_stats::{JointModel, Openings, Roles};

/// In the schedule of neighbours, how far apart in the list two agents may be.
const REACH: usize = 2;

/// Who plays whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pairing {
    /// Everybody plays everybody.
    RoundRobin,
    /// Everybody plays the two nearest on each side of the list, and the anchor: for a long row of
    /// networks, each better than the one before.
    Neighbours,
}

/// What is to be played and how it is rated.
#[derive(Debug)]
pub struct Pool<'a> {
    /// At least two agents.
    pub contenders: &'a [NamedAgent],
    /// At least one rule set.
    pub rules: &'a [LoadedRules],
    /// The agent that is rated 0; without one the pool's mean is 0.
    pub anchor: Option<usize>,
    /// Who plays whom.
    pub schedule: Pairing,
    /// Whether attack and defence are rated apart. Of two agents alone nothing tells whether one
    /// attacks well or the other defends badly: they get one rating each.
    pub roles: Roles,
    /// Whether ratings are about one opening or all.
    pub openings: Openings,
    /// Pairs of games of every two agents that meet, under each rule set.
    pub pairs: u64,
    /// Random plies at the start of each pair.
    pub random_plies: u32,
    /// Seed of openings, games and bootstrap.
    pub seed: u64,
    /// Where the games are kept.
    pub folder: PathBuf,
}

/// Two agents under a rule set, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Meeting {
    rules: usize,
    agents: [usize; 2],
}

impl Pool<'_> {
    /// Plays what is missing and rates everybody. A pool that grows keeps the games it has.
    ///
    /// # Errors
    /// As [`check`](Self::check), when games cannot be written or read, or the user interrupts.
    pub fn rate(&self) -> anyhow::Result<RatingReport> {
        self.check()?;
        let meetings = self.meetings();
        let jobs: Vec<PlayJob<'_>> = meetings.iter().map(|meeting| self.job(*meeting)).collect();
        play(&format!("{} agents", self.contenders.len()), &jobs)?;
        let mut gathered = Gathered::new(self.contenders.len(), self.rules.len());
        for (meeting, job) in meetings.iter().zip(&jobs) {
            let counts = MatchCounts::read(job, self.pairs)?;
            gathered.add(meeting.rules, meeting.agents, &counts);
        }
        let roles = if self.contenders.len() > 2 { self.roles } else { Roles::Tied };
        let model = JointModel { roles, anchor: self.anchor, openings: self.openings };
        RatingReport::new(self.contenders, self.rules, &gathered, &model, self.seed)
    }

    /// Whether this is a pool.
    ///
    /// # Errors
    /// When there are fewer than two agents, or two of the same name.
    pub fn check(&self) -> anyhow::Result<()> {
        if self.contenders.len() < 2 {
            bail!("a pool needs at least two agents; add another with --agent");
        }
        for (index, named_agent) in self.contenders.iter().enumerate() {
            for other in &self.contenders[..index] {
                if other.name == named_agent.name {
                    bail!("`{}` is in the pool twice; name it once", named_agent.name);
                }
                check_told_apart(
                    (&other.name, &other.agent),
                    (&named_agent.name, &named_agent.agent),
                )?;
            }
        }
        Ok(())
    }

    /// All meetings. Of two agents, the one whose name comes first in the alphabet is the first, so
    /// that their games do not depend on the order of the list.
    fn meetings(&self) -> Vec<Meeting> {
        let mut meetings = Vec::new();
        let name = |agent: usize| self.contenders[agent].name.as_str();
        for rules in 0..self.rules.len() {
            for b in 0..self.contenders.len() {
                for a in (0..b).filter(|&a| self.meet(a, b)) {
                    let agents = if name(a) < name(b) { [a, b] } else { [b, a] };
                    meetings.push(Meeting { rules, agents });
                }
            }
        }
        meetings
    }

    fn meet(&self, a: usize, b: usize) -> bool {
        let anchored = self.anchor == Some(a) || self.anchor == Some(b);
        self.schedule == Pairing::RoundRobin || anchored || b - a <= REACH
    }

    fn job(&self, meeting: Meeting) -> PlayJob<'_> {
        let rules = &self.rules[meeting.rules];
        let [first, second] = meeting.agents.map(|agent| &self.contenders[agent]);
        let label = format!("rate {} {} {}", rules.game.name(), first.name, second.name);
        let [one, other] = [first, second].map(|agent| folder_name(&agent.name, Alike::Numbered));
        PlayJob {
            paired: true,
            games: 2 * self.pairs,
            seed: derive_seed(self.seed, &label),
            opening: OpeningPlies { random_plies: self.random_plies, sampled_plies: 0 },
            ..PlayJob::new(
                rules,
                PerSide { attackers: &first.agent, defenders: &second.agent },
                self.folder.join(rules.game.name()).join(format!("{one}-v-{other}")),
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::Agent;

    fn pool(contenders: &[NamedAgent], schedule: Pairing, anchor: Option<usize>) -> Pool<'_> {
        Pool {
            contenders,
            rules: &[],
            anchor,
            schedule,
            roles: Roles::Apart,
            openings: Openings::Apart,
            pairs: 1,
            random_plies: 0,
            seed: 0,
            folder: PathBuf::new(),
        }
    }

    fn contenders(names: &[&str]) -> Vec<NamedAgent> {
        let named_agent =
            |name: &&str| NamedAgent { name: (*name).to_owned(), agent: Agent::Random };
        names.iter().map(named_agent).collect()
    }

    #[test]
    fn schedules_let_the_right_agents_meet() {
        let agents = contenders(&["a", "b", "c", "d", "e"]);
        let met = |schedule, anchor| {
            let pool = pool(&agents, schedule, anchor);
            let pairs = (0..5).flat_map(|b| (0..b).map(move |a| (a, b)));
            pairs.filter(|&(a, b)| pool.meet(a, b)).count()
        };
        assert_eq!(met(Pairing::RoundRobin, None), 10);
        assert_eq!(met(Pairing::Neighbours, None), 7);
        assert_eq!(met(Pairing::Neighbours, Some(0)), 9);
    }

    #[test]
    fn pools_of_one_and_twins_are_refused() {
        let one = contenders(&["random"]);
        assert!(pool(&one, Pairing::RoundRobin, None).rate().is_err());
        let twins = contenders(&["random", "random"]);
        let error = pool(&twins, Pairing::RoundRobin, None).rate().expect_err("twins");
        assert!(error.to_string().contains("twice"));
    }
}
