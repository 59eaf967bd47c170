//! `imperial rate`.

use std::path::{Path, PathBuf};

use imperial_data::{Damaged, LoadedRules, Lock, check_replaceable, load_all, write_atomically};

use super::agents::agents_help;
use super::maker::settled;
use super::options::Sharing;
use super::usage::OrUsage as _;
use crate::cli::say::{say, sayln};
use imperial_net::Backend;
use imperial_play::agent::{AgentSpec, Judge, SearchSpec};
use imperial_play::arena::{NamedAgent, Pairing, Pool, RatingReport};
use imperial_play::play::OpeningPlies;
use imperial_play::prepare::{Purpose, prepare_for};
use imperial_stats::{Openings, Roles};

/// Rate a pool of agents: all play each other, and one scale is fitted to all games
///
/// Attack and defence are rated apart, by the joint model of docs/methods.md. What the attackers' side is
/// worth is given between two copies of each agent, and as the mean of the pool. Another pool has another
/// mean: games cannot tell how much of it the rules give. --out keeps the games, ratings.csv and
/// ratings.json. The same command then continues, and you may add agents, rule sets and pairs later.
#[derive(Debug, clap::Args)]
#[command(after_help = concat!("\
Examples:
  imperial rate --rules brandubh \\
      --agent random --agent rollouts:16 --agent rollouts:64
  imperial rate --rules imperial-contest --agent random --agent rollouts:64 \\
      --networks training/networks/*.net --playouts 64 \\
      --schedule neighbours --out ratings", agents_help!()))]
pub(super) struct Args {
    /// Rule set, by name or as a .toml file; may be repeated
    #[arg(long, value_name = "NAME", required = true)]
    rules: Vec<String>,

    /// An agent of the pool, as in `imperial match`; may be repeated
    #[arg(long = "agent", value_name = "AGENT")]
    agents: Vec<AgentSpec>,

    /// Networks of the pool, such as those of a training run; they come after the agents
    #[arg(long, value_name = "FILE", num_args = 1..)]
    networks: Vec<PathBuf>,

    /// Playouts per move of these networks; with several numbers, each network plays with each
    #[arg(long, value_name = "N", num_args = 1.., default_values_t = [64], requires = "networks",
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    playouts: Vec<u32>,

    /// The agent that is rated 0; random if it is in the pool, else the mean is 0
    #[arg(long, value_name = "AGENT")]
    anchor: Option<AgentSpec>,

    /// Who plays whom
    #[arg(long, value_enum, default_value_t = Meetings::RoundRobin)]
    schedule: Meetings,

    /// Pairs of games of every two agents that meet, under each rule set
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pairs: u64,

    /// Give one rating per agent, not one for attack and one for defence; always so for two agents
    #[arg(long)]
    tied: bool,

    /// Rate scores over all openings, not from one: leads are smaller, since some openings decide the
    /// game, and say which score to expect
    #[arg(long)]
    averaged: bool,

    /// Random plies at the start of each pair
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(..=i64::from(OpeningPlies::MOST_PLIES)))]
    random_plies: u32,

    /// Seed of openings and games
    #[arg(long, default_value_t = 1855)]
    seed: u64,

    /// Folder for games and ratings; without it they are not kept
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,

    /// Print JSON instead of tables
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    compute: Sharing,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Meetings {
    /// Every agent plays every other
    RoundRobin,
    /// Every agent plays the two nearest on each side of the list, and the anchor: for a long row of
    /// networks, each better than the one before
    Neighbours,
}

impl Args {
    pub fn run(self) -> anyhow::Result<()> {
        let backend = self.compute.set_up_for(self.out.as_deref())?;
        let rules = load_all(&self.rules).or_usage()?;
        let specs = self.pool();
        let anchor = self.anchor_in(&specs).or_usage()?;
        let contenders = contenders(&specs, &rules, &backend).or_usage()?;
        let scratch = tempfile::tempdir()?;
        let out = self.out.as_deref().unwrap_or(scratch.path());
        let pool = Pool {
            contenders: &contenders,
            rules: &rules,
            anchor,
            schedule: match self.schedule {
                Meetings::RoundRobin => Pairing::RoundRobin,
                Meetings::Neighbours => Pairing::Neighbours,
            },
            roles: if self.tied { Roles::Tied } else { Roles::Apart },
            openings: if self.averaged { Openings::Averaged } else { Openings::Apart },
            pairs: self.pairs,
            random_plies: self.random_plies,
            seed: self.seed,
            folder: out.to_owned(),
        };
        pool.check().or_usage()?;
        check_place(out).or_usage()?;
        let agents: Vec<_> = contenders.iter().map(|contender| &contender.agent).collect();
        let report = settled(out, &rules, (self.seed, &agents, &backend), || pool.rate())?;
        let _settling = Lock::to_settle(out)?;
        self.tell(&report, out)
    }

    /// All agents, in order.
    fn pool(&self) -> Vec<AgentSpec> {
        let network = |file: &PathBuf, playouts: &u32| {
            AgentSpec::Search(SearchSpec::new(Judge::Network(Some(file.clone())), *playouts))
        };
        let networks = self
            .networks
            .iter()
            .flat_map(|file| self.playouts.iter().map(move |n| network(file, n)));
        self.agents.iter().cloned().chain(networks).collect()
    }

    /// The number of the anchor in the pool.
    fn anchor_in(&self, specs: &[AgentSpec]) -> anyhow::Result<Option<usize>> {
        let position = |anchor: &AgentSpec| specs.iter().position(|spec| spec == anchor);
        match &self.anchor {
            None => Ok(position(&AgentSpec::Random)),
            Some(anchor) => match position(anchor) {
                None => {
                    anyhow::bail!("the anchor `{anchor}` is not in the pool; add it with --agent")
                }
                found => Ok(found),
            },
        }
    }

    fn tell(&self, report: &RatingReport, out: &Path) -> anyhow::Result<()> {
        let json = serde_json::to_string_pretty(report)? + "\n";
        if self.out.is_some() {
            write_atomically(&out.join("ratings.csv"), &report.csv()?)?;
            write_atomically(&out.join("ratings.json"), json.as_bytes())?;
        }
        if self.json {
            say!("{json}");
        } else {
            sayln!("{report}");
        }
        Ok(())
    }
}

/// The tables of a rating, with what stands near the beginning of each.
const TABLES: [(&str, &str); 2] = [("ratings.csv", "rating_low"), ("ratings.json", "\"anchor\"")];

/// Refuses a folder in which the tables would take the place of files of others.
fn check_place(out: &Path) -> anyhow::Result<()> {
    if !out.exists() {
        return Ok(());
    }
    // A table that has changed is no file of others.
    Damaged::check(out)?;
    TABLES.iter().try_for_each(|(name, mark)| check_replaceable(&out.join(name), mark))?;
    Ok(())
}

fn contenders(
    specs: &[AgentSpec],
    rules: &[LoadedRules],
    backend: &Backend,
) -> anyhow::Result<Vec<NamedAgent>> {
    specs
        .iter()
        .map(|spec| {
            let agent = prepare_for(spec, rules, Purpose::Measuring, backend)?;
            Ok(NamedAgent { name: spec.to_string(), agent })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_replace_ratings_and_nothing_else() {
        let folder = tempfile::tempdir().expect("a folder");
        check_place(&folder.path().join("new")).expect("nothing is there");
        for (name, mark) in TABLES {
            let file = folder.path().join(name);
            std::fs::write(&file, "of others").expect("written");
            let refused = check_place(folder.path()).expect_err(name).to_string();
            assert!(refused.contains(name) && refused.contains("would be lost"), "{refused}");
            std::fs::write(&file, format!("agent,{mark}")).expect("written");
            check_place(folder.path()).expect("a table of ratings");
        }
    }
}
