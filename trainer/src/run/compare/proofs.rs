//! Which of the positions after the openings are proven to be won.

use std::collections::HashSet;

use imperial_data::{LoadedRules, read_games};

use super::BalanceRun;
use crate::experiment::AgentEntry;
use crate::run::batches::Batches;
use imperial_lab::ProvenOpenings;
use imperial_play::agent::Agent;
use imperial_play::play::PlayJob;
use imperial_truth::proofs::{Opening, ProofTable, Share};

impl BalanceRun<'_> {
    /// Asks about the openings of the strongest agent's games, by all of its trainings, where that is wanted.
    pub(super) fn prove_openings(
        &self,
        agents: &[Agent],
        batches: &Batches,
    ) -> anyhow::Result<Vec<ProvenOpenings>> {
        let strongest = strongest(&self.plan.agents);
        let (Some(last), true) = (strongest.last(), self.plan.prove > 0) else {
            return Ok(Vec::new());
        };
        let jobs = self.jobs(agents, batches);
        // Jobs of one agent stand together, one per rule set.
        let own = &jobs[jobs.len() - self.rules.len() * strongest.len()..];
        let mut openings = Vec::new();
        for (place, rules) in self.rules.iter().enumerate() {
            let of_rules: Vec<_> = own.iter().skip(place).step_by(self.rules.len()).collect();
            openings.extend(self.openings(&of_rules, rules)?);
        }
        let nodes = self.plan.prove;
        let file = self.folder.join("proofs").join(format!("nodes-{nodes}.csv"));
        let rows = ProofTable::open(&file, openings, nodes)?.fill()?;
        let agent = match strongest.len() {
            1 => last.agent.to_string(),
            _ => last.agent.without_network().to_string(),
        };
        let proven = |rules: &LoadedRules| {
            let Share { rules, openings, proven } = Share::of(rules, &rows);
            ProvenOpenings { rules, agent: agent.clone(), openings, nodes, proven }
        };
        Ok(self.rules.iter().map(proven).collect())
    }

    /// The different openings of the games of some jobs. The number of each is that of the first game that has it: game
    /// *g* of job *j* of *n* counts as *gn + j*, so it is the same when more games are played.
    fn openings<'a>(
        &self,
        jobs: &[&PlayJob<'_>],
        rules: &'a LoadedRules,
    ) -> anyhow::Result<Vec<Opening<'a>>> {
        let plies = self.plan.opening.random_plies + self.plan.opening.sampled_plies;
        let (mut seen, mut openings) = (HashSet::new(), Vec::new());
        for (place, job) in jobs.iter().enumerate() {
            for record in read_games(&job.path()) {
                let (_, game) = record?;
                let opening = game.plies.iter().take(plies as usize);
                let moves: Vec<String> = opening.map(|ply| ply.mv.clone()).collect();
                if seen.insert((game.first, moves.clone())) {
                    let number = game.game * jobs.len() as u64 + place as u64;
                    openings.push(Opening { rules, number, first: game.first, moves });
                }
            }
        }
        Ok(openings)
    }
}

/// The last agents of the list that differ in nothing but their networks: the trainings of the strongest one. The
/// openings of one alone would say what that training likes to play.
fn strongest(agents: &[AgentEntry]) -> &[AgentEntry] {
    let many = agents.last().map_or(0, |last| {
        let bare = last.agent.without_network();
        agents.iter().rev().take_while(|entry| entry.agent.without_network() == bare).count()
    });
    &agents[agents.len() - many..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strongest_are_all_of_its_trainings() {
        let many = |names: &[&str]| {
            let entry =
                |name: &&str| AgentEntry { agent: name.parse().expect("an agent"), games: 1 };
            strongest(&names.iter().map(entry).collect::<Vec<_>>()).len()
        };
        assert_eq!(many(&[]), 0);
        assert_eq!(many(&["random", "rollouts:8"]), 1);
        assert_eq!(many(&["network:4@a.net", "network:8@a.net", "network:8@b.net"]), 2);
        assert_eq!(many(&["network:8@a.net", "puct:8@a.net", "network:8@b.net"]), 1);
    }
}
