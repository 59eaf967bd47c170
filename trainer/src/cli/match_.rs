//! `imperial match`.

use std::path::PathBuf;

use imperial_engine::{PerSide, Side, derive_seed};

use super::options::Compute;
use super::usage::OrUsage as _;
use crate::agent::AgentSpec;
use crate::arena::{MatchReport, score_pairs};
use crate::experiment::load_all;
use crate::files::write_atomically;
use crate::opponents::{Purpose, check_fit, prepare};
use crate::play::{Detail, Effort, Opening, PlayJob, play};

/// Let two agents play each other: pairs of games with the same opening and sides swapped
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  imperial match --rules imperial-contest --agent rollouts:64 --against rollouts:16 --pairs 100
  imperial match --rules tablut-linnaeus --agent network:64@net/network.net --against random \\
      --out match --json")]
pub(super) struct Args {
    /// Rule set, by name or as a .toml file; may be repeated
    #[arg(long, value_name = "NAME", required = true)]
    rules: Vec<String>,

    /// The agent whose score is shown
    #[arg(long, value_name = "AGENT")]
    agent: AgentSpec,

    /// Its opponent
    #[arg(long, value_name = "AGENT")]
    against: AgentSpec,

    /// Pairs of games per rule set
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pairs: u64,

    /// Random plies at the start of each pair
    #[arg(long, value_name = "N", default_value_t = 4)]
    random_plies: u32,

    /// Seed of openings and games
    #[arg(long, default_value_t = 1855)]
    seed: u64,

    /// Folder that keeps the games; without it they are thrown away
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,

    /// One JSON object per rule set instead of text
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    compute: Compute,
}

impl Args {
    pub fn run(self) -> anyhow::Result<()> {
        let device = self.compute.set_up()?;
        let prepared = |spec| prepare(spec, Purpose::Measuring, None, &device).or_usage();
        let agents =
            PerSide { attackers: &prepared(&self.agent)?, defenders: &prepared(&self.against)? };
        let rules = load_all(&self.rules).or_usage()?;
        let scratch = tempfile::tempdir()?;
        let out = self.out.as_deref().unwrap_or(scratch.path());
        let mut jobs = Vec::new();
        for rules in &rules {
            Side::ALL.into_iter().try_for_each(|side| check_fit(agents[side], rules)).or_usage()?;
            let name = rules.game.name();
            let file = out.join("rules").join(format!("{name}.toml"));
            write_atomically(&file, rules.text.as_bytes())?;
            let label = format!("match {name} {} {}", self.agent, self.against);
            jobs.push(PlayJob {
                rules,
                agents,
                paired: true,
                first_game: 0,
                games: 2 * self.pairs,
                seed: derive_seed(self.seed, &label),
                opening: Opening { random_plies: self.random_plies, sampled_plies: 0 },
                detail: PerSide::from_fn(|_| Detail::Values),
                effort: Effort::FULL,
                folder: out.join(name),
            });
        }
        play(&format!("{} v {}", self.agent, self.against), &jobs)?;
        for job in &jobs {
            self.show(&score_pairs(job, &self.agent.to_string(), &self.against.to_string())?)?;
        }
        Ok(())
    }

    fn show(&self, report: &MatchReport) -> anyhow::Result<()> {
        if self.json {
            println!("{}", serde_json::to_string(report)?);
        } else {
            println!("{report}");
        }
        Ok(())
    }
}
