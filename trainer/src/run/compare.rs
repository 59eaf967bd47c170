//! The comparison: every agent plays every rule set against itself, and the report is made.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use burn::tensor::Device;
use imperial_data::{LoadedRules, read_games};
use imperial_engine::catalog::Visit;
use imperial_engine::{Encode, PerSide, derive_seed};
use rayon::prelude::*;

use super::Run;
use crate::agent::Agent;
use crate::balance::{AgentLabel, BalanceReport, Cell, GameSummary, Options, Story, Storyteller};
use crate::experiment::Compare;
use crate::opponents::{Purpose, check_fit, prepare};
use crate::play::{Detail, PlayJob, play};

/// A comparison to be played.
#[derive(Debug)]
pub struct Comparison<'a> {
    /// Agents, games and openings.
    pub plan: &'a Compare,
    /// The rule sets.
    pub rules: &'a [LoadedRules],
    /// Seed of games and intervals.
    pub seed: u64,
    /// Where the games are kept.
    pub folder: PathBuf,
    /// The network of agents that name none.
    pub network: Option<&'a Path>,
    /// Where burn computes.
    pub device: &'a Device,
}

/// Plays what is missing of a comparison and computes its report.
///
/// # Errors
/// When an agent cannot play, a game cannot be written or read, or the user interrupts.
pub fn compare(comparison: &Comparison<'_>) -> anyhow::Result<Compared> {
    let agents = comparison.agents()?;
    let jobs = comparison.jobs(&agents);
    play("comparison", &jobs)?;
    let (cells, stories) = comparison.cells(&jobs)?.into_iter().unzip();
    let options = Options { seed: comparison.seed, ..Options::default() };
    Ok(Compared { report: BalanceReport::new(cells, &options), stories })
}

/// What a comparison found.
#[derive(Clone, Debug)]
pub struct Compared {
    /// The figures.
    pub report: BalanceReport,
    /// How the games of each agent under each rule set went.
    pub stories: Vec<Story>,
}

impl Comparison<'_> {
    fn agents(&self) -> anyhow::Result<Vec<Agent>> {
        let agents = self
            .plan
            .agents
            .iter()
            .map(|entry| prepare(&entry.agent, Purpose::Measuring, self.network, self.device))
            .collect::<anyhow::Result<Vec<_>>>()?;
        for (agent, rules) in agents.iter().flat_map(|a| self.rules.iter().map(move |r| (a, r))) {
            check_fit(agent, rules)?;
        }
        Ok(agents)
    }

    /// One job per agent and rule set; those of one agent stand together.
    fn jobs<'a>(&'a self, agents: &'a [Agent]) -> Vec<PlayJob<'a>> {
        let entries = self.plan.agents.iter().zip(agents);
        entries
            .flat_map(|(entry, agent)| {
                self.rules.iter().map(move |rules| {
                    let name = rules.game.name();
                    let label = entry.agent.to_string();
                    PlayJob {
                        rules,
                        agents: PerSide::from_fn(|_| agent),
                        paired: false,
                        games: entry.games,
                        seed: derive_seed(self.seed, &format!("compare {name} {label}")),
                        opening: self.plan.opening,
                        detail: Detail::Values,
                        folder: self.folder.join(name).join(folder_name(&label)),
                    }
                })
            })
            .collect()
    }

    fn cells(&self, jobs: &[PlayJob<'_>]) -> anyhow::Result<Vec<(Cell, Story)>> {
        jobs.par_iter()
            .enumerate()
            .map(|(index, job)| {
                // Jobs of one agent stand together, one per rule set.
                let strength = index / self.rules.len();
                let spec = &self.plan.agents[strength].agent;
                let agent = AgentLabel {
                    name: spec.to_string(),
                    description: spec.description(),
                    strength: strength as u32,
                };
                let (games, story) = watch(job, &agent.name)?;
                Ok((Cell { rules: job.rules.game.name().to_owned(), agent, games }, story))
            })
            .collect()
    }
}

/// `network:64@nets/a.net` as the name of a folder.
fn folder_name(label: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '.' { c } else { '-' };
    label.chars().map(plain).collect()
}

/// The games of a finished job, replayed through the engine.
fn watch(job: &PlayJob<'_>, agent: &str) -> anyhow::Result<(Vec<GameSummary>, Story)> {
    struct Watch<'a> {
        path: &'a Path,
        names: (&'a str, &'a str),
    }

    impl Visit for Watch<'_> {
        type Output = anyhow::Result<(Vec<GameSummary>, Story)>;

        fn visit<G: Encode + 'static>(self, game: &G) -> Self::Output {
            let mut teller = Storyteller::new(game);
            for record in read_games(self.path) {
                teller.watch(&record?.1)?;
            }
            let wanted = teller.choose();
            let mut chosen = Vec::new();
            for record in read_games(self.path) {
                let (_, record) = record?;
                let why = wanted.iter().find(|(_, game)| *game == record.game);
                chosen.extend(why.map(|(why, _)| (*why, record)));
            }
            Ok(teller.tell(self.names, &chosen)?)
        }
    }

    let path = job.path();
    let names = (job.rules.game.name(), agent);
    job.rules
        .game
        .visit(Watch { path: &path, names })
        .with_context(|| format!("cannot use the games of `{}`", path.display()))
}

impl Run {
    /// Plays the comparison and writes the report.
    pub(super) fn compare_and_report(
        &self,
        network: Option<&Path>,
    ) -> anyhow::Result<BalanceReport> {
        let compared = compare(&Comparison {
            plan: &self.experiment.compare,
            rules: &self.rules,
            seed: derive_seed(self.experiment.seed, "compare"),
            folder: self.folder.comparison(),
            network,
            device: &self.device,
        })?;
        self.write_report(&compared)?;
        Ok(compared.report)
    }
}
