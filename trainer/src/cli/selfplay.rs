//! `imperial selfplay`.

use std::path::PathBuf;

use imperial_engine::{PerSide, derive_seed};

use super::agents::agents_help;
use super::maker::settled;
use super::options::Sharing;
use super::usage::OrUsage as _;
use imperial_data::load_all;
use imperial_play::agent::AgentSpec;
use imperial_play::play::{Detail, MOST_GAMES, OpeningPlies, PlayJob, play};
use imperial_play::prepare::{Purpose, prepare_for};
use imperial_play::tell;

/// Play games of an agent against itself and record them
///
/// Writes games to FOLDER/RULES/games.jsonl as they finish. You can interrupt it at any time: the same
/// command continues. With a larger --games it plays more.
#[derive(Debug, clap::Args)]
#[command(after_help = concat!("\
Examples:
  imperial selfplay --rules imperial-contest --agent rollouts:64 --out games
  imperial selfplay --rules tablut-linnaeus --rules my.toml \\
      --agent random --games 500 --out games
  imperial selfplay --rules tablut-corner --agent network:32@best.net \\
      --sampled-plies 16 --out games", agents_help!()))]
pub(super) struct Args {
    /// Rule set, by name or as a .toml file; may be repeated
    #[arg(long, value_name = "NAME", required = true)]
    rules: Vec<String>,

    /// The agent that plays
    #[arg(long, value_name = "AGENT", default_value = "rollouts:64")]
    pub(super) agent: AgentSpec,

    /// Games per rule set
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(..=MOST_GAMES))]
    games: u64,

    /// Random plies at the start of each game
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(..=i64::from(OpeningPlies::MOST_PLIES)))]
    random_plies: u32,

    /// Plies after the random ones that draw their move from the search's policy
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(..=i64::from(OpeningPlies::MOST_PLIES)))]
    sampled_plies: u32,

    /// Seed of all games
    #[arg(long, default_value_t = 1855)]
    seed: u64,

    /// Folder for the games
    #[arg(long, value_name = "FOLDER")]
    pub(super) out: PathBuf,

    #[command(flatten)]
    compute: Sharing,
}

impl Args {
    pub fn run(self) -> anyhow::Result<()> {
        let rules = load_all(&self.rules).or_usage()?;
        let backend = self.compute.set_up()?;
        let agent = prepare_for(&self.agent, &rules, Purpose::Learning, &backend).or_usage()?;
        let opening =
            OpeningPlies { random_plies: self.random_plies, sampled_plies: self.sampled_plies };
        let mut jobs = Vec::new();
        for rules in &rules {
            let name = rules.game.name();
            jobs.push(PlayJob {
                games: self.games,
                seed: derive_seed(self.seed, name),
                opening,
                detail: PerSide::from_fn(|_| Detail::Learning),
                ..PlayJob::new(rules, PerSide::from_fn(|_| &agent), self.out.join(name))
            });
        }
        let played = || play(&format!("self-play: {}", self.agent), &jobs);
        settled(&self.out, &rules, (self.seed, &[&agent], &backend), played)?;
        tell!("games: {}", self.out.display());
        Ok(())
    }
}
