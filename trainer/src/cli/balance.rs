//! `imperial balance`.

use std::path::PathBuf;

use super::options::{Compute, colour};
use super::usage::OrUsage as _;
use crate::agent::AgentSpec;
use crate::experiment::{Compare, Contestant, load_all};
use crate::files::write_atomically;
use crate::play::Opening;
use crate::run::{Comparison, Origin, compare, write_report};

/// Measure how fair rule sets are: each agent plays itself under each rule set
///
/// Writes FOLDER/report with a page, balance.csv and balance.json, and keeps the games beside it.
/// Interrupted at any instant, the same command continues.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  imperial balance --rules imperial-contest --rules tablut-linnaeus --out balance
  imperial balance --rules my.toml --agent random --agent rollouts:64 --games 400 --out balance
  imperial balance --rules tablut-corner --agent network:64@net/network.net --out balance")]
pub(super) struct Args {
    /// Rule set, by name or as a .toml file; may be repeated
    #[arg(long, value_name = "NAME", required = true)]
    rules: Vec<String>,

    /// Agents from the weakest to the strongest; may be repeated
    #[arg(long = "agent", value_name = "AGENT", default_values = ["random", "rollouts:16"])]
    agents: Vec<AgentSpec>,

    /// Games per rule set and agent
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,

    /// Random plies at the start of each game
    #[arg(long, value_name = "N", default_value_t = 0)]
    random_plies: u32,

    /// Plies after those that are drawn from the search's policy
    #[arg(long, value_name = "N", default_value_t = 10)]
    sampled_plies: u32,

    /// Seed of games and intervals
    #[arg(long, default_value_t = 1855)]
    seed: u64,

    /// Folder of games and report
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,

    /// Print the report as JSON instead of a table
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    compute: Compute,
}

impl Args {
    pub fn run(self) -> anyhow::Result<()> {
        let rules = load_all(&self.rules).or_usage()?;
        let device = self.compute.set_up()?;
        for rules in &rules {
            let file = self.out.join("rules").join(format!("{}.toml", rules.game.name()));
            write_atomically(&file, rules.text.as_bytes())?;
        }
        let agents = self.agents.iter();
        let plan = Compare {
            agents: agents
                .map(|agent| Contestant { agent: agent.clone(), games: self.games })
                .collect(),
            opening: Opening { random_plies: self.random_plies, sampled_plies: self.sampled_plies },
        };
        let comparison = Comparison {
            plan: &plan,
            rules: &rules,
            seed: self.seed,
            folder: self.out.join("games"),
            network: None,
            device: &device,
        };
        let compared = compare(&comparison)?;
        let origin = Origin {
            title: "Balance of tafl rule sets",
            rules: &rules,
            seed: self.seed,
            command: self.command(),
            experiment: String::new(),
            curves: Vec::new(),
        };
        let page = write_report(&self.out.join("report"), &compared, origin)?;
        let report = compared.report;
        if self.json {
            println!("{}", report.to_json()?);
        } else {
            println!("{}", report.table(colour()));
        }
        eprintln!("report: {}", page.display());
        Ok(())
    }

    /// The command that makes the same report.
    fn command(&self) -> String {
        let rules = self.rules.iter().map(|rules| format!(" --rules {rules}"));
        let agents = self.agents.iter().map(|agent| format!(" --agent {agent}"));
        let options: String = rules.chain(agents).collect();
        let Self { games, random_plies, sampled_plies, seed, .. } = self;
        format!(
            "imperial balance{options} --games {games} --random-plies {random_plies} \
             --sampled-plies {sampled_plies} --seed {seed} --out {}",
            self.out.display()
        )
    }
}
