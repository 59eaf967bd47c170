//! Games between neighbours in the order of strength, which say how far they are apart. Trainings of one recipe stand side
//! by side, so each network also meets itself with fewer playouts.

use std::time::Duration;

use imperial_data::{LoadedRules, read_games};
use imperial_engine::{PerSide, Side, derive_seed};
use rayon::prelude::*;

use super::{BalanceRun, Batches, Beyond};
use crate::experiment::AgentEntry;
use crate::run::batches::key_of_pair;
use imperial_lab::MatchGame;
use imperial_play::agent::{Agent, Judge, SearchSpec};
use imperial_play::play::{OpeningPlies, PlayJob, play_before};

/// Random plies at the start of a pair, where the plan has fewer: agents that play the same way from
/// the same start would else repeat one pair.
const RANDOM_PLIES: u32 = 4;

/// Two neighbours under one rule set, the weaker first.
struct Rung<'a> {
    rules: &'a LoadedRules,
    entries: [&'a AgentEntry; 2],
    agents: [&'a Agent; 2],
}

impl BalanceRun<'_> {
    /// Plays what is missing of the pairs between neighbours, and gives all their games.
    pub(super) fn play_neighbours(
        &self,
        agents: &[Agent],
        beyond: Beyond<'_>,
        batches: &Batches,
    ) -> anyhow::Result<Vec<MatchGame>> {
        let rungs = self.rungs(agents);
        if rungs.is_empty() {
            return Ok(Vec::new());
        }
        let jobs: Vec<PlayJob<'_>> = rungs.iter().map(|rung| self.rung_job(rung)).collect();
        let later = self.jobs_beyond(beyond, batches);
        play_before(&later, Duration::ZERO, "neighbours", &jobs)?;
        let games = rungs.par_iter().zip(&jobs).map(|(rung, job)| rung.games(job));
        Ok(games.collect::<anyhow::Result<Vec<_>>>()?.into_iter().flatten().collect())
    }

    /// What neighbours play.
    pub(super) fn neighbour_jobs<'a>(&'a self, agents: &'a [Agent]) -> Vec<PlayJob<'a>> {
        self.rungs(agents).iter().map(|rung| self.rung_job(rung)).collect()
    }

    /// All neighbours under all rule sets; none where the plan has no games of them.
    fn rungs<'a>(&'a self, agents: &'a [Agent]) -> Vec<Rung<'a>> {
        let neighbours = if self.plan.pairs == 0 { 0 } else { agents.len() };
        let of = |[weaker, stronger]: [usize; 2]| {
            let entries = [&self.plan.agents[weaker], &self.plan.agents[stronger]];
            let agents = [&agents[weaker], &agents[stronger]];
            self.rules.iter().map(move |rules| Rung { rules, entries, agents })
        };
        (1..neighbours).flat_map(|at| meets(&self.plan.agents, at)).flat_map(of).collect()
    }

    fn rung_job<'a>(&self, rung: &Rung<'a>) -> PlayJob<'a> {
        let name = rung.rules.game.name();
        let [weaker, stronger] = rung.entries.map(|entry| entry.agent.to_string());
        let OpeningPlies { random_plies, sampled_plies } = self.plan.opening;
        PlayJob {
            paired: true,
            games: 2 * self.plan.pairs,
            seed: derive_seed(self.seed, &format!("neighbours {name} {weaker} {stronger}")),
            opening: OpeningPlies { random_plies: random_plies.max(RANDOM_PLIES), sampled_plies },
            ..PlayJob::new(
                rung.rules,
                PerSide { attackers: rung.agents[0], defenders: rung.agents[1] },
                self.folder.join(key_of_pair(rung.rules, rung.entries.map(|entry| &entry.agent))),
            )
        }
    }
}

impl Rung<'_> {
    fn games(&self, job: &PlayJob<'_>) -> anyhow::Result<Vec<MatchGame>> {
        let [weaker, stronger] = self.entries.map(|entry| entry.agent.to_string());
        let names = PerSide { attackers: &weaker, defenders: &stronger };
        read_games(&job.path())
            .map(|record| {
                let (_, record) = record?;
                let seated = |side| names[job.seat(record.game, side)].clone();
                Ok(MatchGame {
                    rules: self.rules.game.name().to_owned(),
                    attackers: seated(Side::Attackers),
                    defenders: seated(Side::Defenders),
                    opening: job.stream(record.game),
                    result: record.result,
                })
            })
            .collect()
    }
}

/// Whom an agent meets, by places in the list: the one before, and its own network with the next fewer playouts.
pub(in crate::run) fn meets(agents: &[AgentEntry], at: usize) -> impl Iterator<Item = [usize; 2]> {
    let network = |at: usize| {
        let search = agents[at].agent.search()?;
        let usual = SearchSpec::new(search.judge.clone(), search.playouts);
        (*search == usual && matches!(search.judge, Judge::Network(_))).then(|| search.network())
    };
    let own = network(at).and_then(|own| (0..at).rev().find(|at| network(*at) == Some(own)));
    let own = own.filter(|own| *own != at - 1);
    [Some(at - 1), own].into_iter().flatten().map(move |weaker| [weaker, at])
}
