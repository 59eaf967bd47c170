//! Which of the positions after the openings are proven to be won.

use std::collections::HashSet;

use imperial_data::{LoadedRules, read_games};

use super::Comparison;
use crate::run::batches::Batches;
use imperial_lab::ProvenOpenings;
use imperial_play::agent::Agent;
use imperial_play::play::PlayJob;
use imperial_truth::proofs::{Opening, Share, Table};

impl Comparison<'_> {
    /// Asks about the openings of the strongest agent's games, where that is wanted.
    pub(super) fn prove_openings(
        &self,
        agents: &[Agent],
        batches: &Batches,
    ) -> anyhow::Result<Vec<ProvenOpenings>> {
        let (Some(entry), true) = (self.plan.agents.last(), self.plan.prove > 0) else {
            return Ok(Vec::new());
        };
        let jobs = self.jobs(agents, batches);
        // Jobs of one agent stand together, one per rule set.
        let own = &jobs[jobs.len() - self.rules.len()..];
        let mut openings = Vec::new();
        for (job, rules) in own.iter().zip(self.rules) {
            openings.extend(self.openings(job, rules)?);
        }
        let nodes = self.plan.prove;
        let file = self.folder.join("proofs").join(format!("nodes-{nodes}.csv"));
        let rows = Table::open(&file, openings, nodes)?.fill()?;
        let agent = entry.agent.to_string();
        let proven = |rules: &LoadedRules| {
            let Share { rules, openings, proven } = Share::of(rules, &rows);
            ProvenOpenings { rules, agent: agent.clone(), openings, nodes, proven }
        };
        Ok(self.rules.iter().map(proven).collect())
    }

    /// The different openings of a job's games, by the number of the first game that has each.
    fn openings<'a>(
        &self,
        job: &PlayJob<'_>,
        rules: &'a LoadedRules,
    ) -> anyhow::Result<Vec<Opening<'a>>> {
        let plies = self.plan.opening.random_plies + self.plan.opening.sampled_plies;
        let (mut seen, mut openings) = (HashSet::new(), Vec::new());
        for record in read_games(&job.path()) {
            let (_, game) = record?;
            let opening = game.plies.iter().take(plies as usize);
            let moves: Vec<String> = opening.map(|ply| ply.mv.clone()).collect();
            if seen.insert((game.first, moves.clone())) {
                openings.push(Opening { rules, number: game.game, first: game.first, moves });
            }
        }
        Ok(openings)
    }
}
