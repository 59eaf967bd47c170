//! `imperial bench`.

mod measuring;
mod net;
mod search;
mod tactics;
mod truth;

use std::num::NonZeroUsize;
use std::time::Duration;

use clap::Subcommand;
use imperial_engine::catalog;

use measuring::{numbers_of_threads, seconds, shown};

use super::usage::OrUsage as _;
use crate::cli::say::sayln;
use imperial_data::load_rules;
use imperial_net::bench::figure::{BenchFigure, headline};
use imperial_play::bench::{MEASUREMENTS, bench};
use imperial_play::progress::Progress;

/// Seconds of measuring from which on progress is shown.
const LONG: f64 = 2.0;

/// Measure how fast this program is, and how well it searches
#[derive(Debug, clap::Args)]
#[command(
    hide = true,
    after_help = "\
Examples:
  imperial bench rules             rules and searches, all rule sets
  imperial bench net --size 4x32   a network: judging positions and learning
  imperial bench search            one search, on one thread and on all
  imperial bench truth             how well it plays where the truth is known
  imperial bench tactics games     wins and losses that agents overlooked"
)]
pub(super) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Rules(RulesArgs),
    Net(net::NetArgs),
    Search(search::SearchArgs),
    Truth(truth::TruthArgs),
    Tactics(tactics::TacticsArgs),
}

impl Args {
    pub fn run(self) -> anyhow::Result<()> {
        match self.what {
            What::Rules(args) => args.run(),
            What::Net(args) => args.run(),
            What::Search(args) => args.run(),
            What::Truth(args) => args.run(),
            What::Tactics(args) => args.run(),
        }
    }
}

/// Measure the rules engine: perft, random games and searches with rollouts
///
/// Each figure is measured on one thread and on all. Its checksum is of a fixed part of the work. So it
/// is the same on every machine, and changes only when the program plays differently.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  imperial bench rules                                  all rule sets
  imperial bench rules --rules tablut-linnaeus --seconds 5
  imperial bench rules --rules my.toml --threads 1 --json

Random games make uniformly random moves until the rules end them, repetition
included.
On Linux, time that other programs take from the cores does not count.")]
struct RulesArgs {
    /// Rule set, by name or as a .toml file; may be repeated [default: all]
    #[arg(long, value_name = "NAME")]
    rules: Vec<String>,

    /// Seconds for each measurement
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = seconds)]
    seconds: f64,

    /// Measure on this number of threads only [default: one, then all cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,

    /// Print one JSON object per line instead of a table
    #[arg(long)]
    json: bool,
}

impl RulesArgs {
    fn run(self) -> anyhow::Result<()> {
        let names = if self.rules.is_empty() {
            catalog::names().map(str::to_owned).collect()
        } else {
            self.rules.clone()
        };
        let games = names
            .iter()
            .map(|name| Ok(load_rules(name).or_usage()?.game))
            .collect::<anyhow::Result<Vec<_>>>()?;
        let threads = numbers_of_threads(self.threads)?;
        let measurements = MEASUREMENTS * (games.len() * threads.len()) as u64;
        let progress = (measurements as f64 * self.seconds > LONG)
            .then(|| Progress::start("bench rules", "measurements", "", 0, measurements));
        if !self.json {
            sayln!("{}", headline());
        }
        let time = Duration::from_secs_f64(self.seconds);
        let mut report =
            |figure: BenchFigure| sayln!("{}", shown(&figure, self.json, BenchFigure::row));
        let mut measured = || progress.iter().for_each(Progress::advance);
        for game in &games {
            bench(game, time, &threads, &mut report, &mut measured);
        }
        progress.into_iter().for_each(Progress::finish);
        Ok(())
    }
}
