//! Games in which one side of a network searches more than the other, on a grid of playouts.

use std::time::Duration;

use imperial_data::LoadedRules;
use imperial_engine::{PerSide, derive_seed};
use rayon::prelude::*;

use super::grid::{Grid, Strength, folder_of_cell, of_grids};
use super::{BalanceRun, Batches, Beyond, knowledge, summaries};
use crate::run::batches::key;
use imperial_lab::{Cell, Knowledge, SurfaceGames};
use imperial_play::agent::{Agent, AgentSpec};
use imperial_play::play::{PlayJob, play_before};
use imperial_watch::GameSummary;

impl BalanceRun<'_> {
    /// The networks that play grids, where that is wanted.
    pub(super) fn grids(&self, agents: &[Agent]) -> anyhow::Result<Vec<Grid>> {
        let Some(plan) = &self.plan.surface else { return Ok(Vec::new()) };
        let specs = self.plan.agents.iter().map(|entry| &entry.agent);
        let all: Vec<(&AgentSpec, &Agent)> = specs.zip(agents).collect();
        let grid = |place: usize| {
            let of = |playouts: &u32| {
                let spec = all[place].0.with_playouts(*playouts)?;
                Some(self.prepare(&spec).map(|agent| Strength { playouts: *playouts, spec, agent }))
            };
            let strengths: Vec<Strength> =
                plan.playouts.iter().filter_map(of).collect::<anyhow::Result<_>>()?;
            let strongest = strengths.last().map_or(all[place], |one| (&one.spec, &one.agent));
            let label = self.label(strongest.0, strongest.1, place);
            Ok(Grid { label, strengths })
        };
        of_grids(&all).into_iter().map(grid).collect()
    }

    /// What grids play beside the games of agents against themselves.
    pub(super) fn surface_jobs<'a>(
        &'a self,
        grids: &'a [Grid],
        batches: &Batches,
    ) -> Vec<PlayJob<'a>> {
        let of = |grid: &'a Grid| {
            let jobs = self.rules.iter().flat_map(move |rules| self.jobs_of(grid, rules, batches));
            jobs.map(|(_, job)| job)
        };
        grids.iter().flat_map(of).collect()
    }

    /// The job of each cell of a grid, with its name in [`Batches`]. A cell of equal playouts holds the games of that
    /// agent against itself, and plays only what these lack.
    fn jobs_of<'a>(
        &'a self,
        grid: &'a Grid,
        rules: &'a LoadedRules,
        batches: &Batches,
    ) -> Vec<(String, PlayJob<'a>)> {
        let wanted = self.plan.surface.as_ref().map_or(0, |plan| plan.games);
        let job = |attackers: &'a Strength, defenders: &'a Strength| {
            let name = rules.game.name();
            let key = folder_of_cell(name, &attackers.spec, defenders.playouts);
            let own = if attackers.playouts == defenders.playouts {
                self.own_games(&attackers.spec, rules, batches)
            } else {
                0
            };
            let label = format!("surface {name} {} {}", attackers.spec, defenders.playouts);
            let sides = PerSide { attackers: &attackers.agent, defenders: &defenders.agent };
            let job = PlayJob {
                games: batches.games(&key).max(wanted.saturating_sub(own)),
                seed: derive_seed(self.seed, &label),
                opening: self.plan.opening,
                ..PlayJob::new(rules, sides, self.folder.join(&key))
            };
            (key, job)
        };
        let all = grid.strengths.iter();
        all.flat_map(|a| grid.strengths.iter().map(move |d| (a, d)))
            .map(|(a, d)| job(a, d))
            .collect()
    }

    /// Number of games that an agent plays against itself under a rule set.
    fn own_games(&self, spec: &AgentSpec, rules: &LoadedRules, batches: &Batches) -> u64 {
        let entry = self.plan.agents.iter().find(|entry| entry.agent == *spec);
        entry.map_or(0, |entry| batches.games(&key(rules, &entry.agent)).max(entry.games))
    }

    /// Plays what is missing of the grids, and gives their games together with those of `cells` that belong to them.
    pub(super) fn play_surfaces(
        &self,
        Beyond { grids, exploiters }: Beyond<'_>,
        cells: &[Cell],
        batches: &mut Batches,
    ) -> anyhow::Result<Vec<SurfaceGames>> {
        if grids.is_empty() {
            return Ok(Vec::new());
        }
        let pairs: Vec<(&Grid, &LoadedRules)> = grids
            .iter()
            .flat_map(|grid| self.rules.iter().map(move |rules| (grid, rules)))
            .collect();
        let jobs: Vec<Vec<(String, PlayJob<'_>)>> =
            pairs.iter().map(|&(grid, rules)| self.jobs_of(grid, rules, batches)).collect();
        let filled = || jobs.iter().flatten().filter(|(_, job)| job.games > 0);
        batches.raise(filled().map(|(key, job)| (key.clone(), job.games)))?;
        let all: Vec<PlayJob<'_>> = filled().map(|(_, job)| job.clone()).collect();
        let later = self.exploiter_jobs(exploiters, batches);
        play_before(&later, Duration::ZERO, "surfaces", &all)?;
        let surface =
            |((grid, rules), jobs): (&(&Grid, &LoadedRules), &Vec<(String, PlayJob<'_>)>)| {
                let games =
                    jobs.iter().zip(grid.pairs()).map(|((_, job), pair)| games(job, pair, cells));
                anyhow::Ok(SurfaceGames {
                    rules: rules.game.name().to_owned(),
                    agent: grid.label.clone(),
                    knowledge: self.knowledge_of(grid, rules)?,
                    playouts: grid.strengths.iter().map(|one| one.playouts).collect(),
                    games: games.collect::<anyhow::Result<_>>()?,
                })
            };
        pairs.par_iter().zip(&jobs).map(surface).collect()
    }

    /// What the network of a grid knows of a rule set.
    fn knowledge_of(&self, grid: &Grid, rules: &LoadedRules) -> anyhow::Result<Option<Knowledge>> {
        let Some(Strength { spec, agent, .. }) = grid.strengths.last() else { return Ok(None) };
        knowledge(spec, agent, rules, self.learned)
    }
}

/// The games of a cell, with those of an agent against itself.
fn games(
    job: &PlayJob<'_>,
    [attackers, defenders]: [&Strength; 2],
    cells: &[Cell],
) -> anyhow::Result<Vec<GameSummary>> {
    let mut games = if job.games > 0 { summaries(job)? } else { Vec::new() };
    if attackers.playouts == defenders.playouts {
        let name = attackers.spec.to_string();
        let own = cells
            .iter()
            .filter(|cell| cell.rules == job.rules.game.name() && cell.agent.name == name);
        games.extend(own.flat_map(|cell| cell.games.iter().cloned()));
    }
    Ok(games)
}
