//! `imperial attribute`.

use std::path::PathBuf;

use super::agents::{self, Agents, agents_help};
use super::figures::Figures;
use super::options::{Sharing, colour};
use super::usage::OrUsage as _;
use crate::cli::say::sayln;
use crate::run::{Attribute, Origin, attribute, check_ends, write_report};
use imperial_data::{Lock, load_all};
use imperial_play::play::{MOST_GAMES, Opening};
use imperial_play::tell;
use imperial_stats::shapley::MOST_EXACT;

/// Find out which rule makes the difference between two rule sets
///
/// Makes the rule sets between the two, in which the switches that differ are flipped one by one. Each
/// agent plays all of them against itself. Shapley values then share out the difference in the
/// attackers' score among the switches; they add up to the whole. The rule sets are kept in
/// FOLDER/rules. You can interrupt it at any time: the same command continues.
#[derive(Debug, clap::Args)]
#[command(after_help = concat!("\
Examples:
  imperial attribute imperial-contest tablut-linnaeus --out attribution
  imperial attribute tablut-linnaeus my.toml --agents rollouts:64 --games 1000 --out attribution", agents_help!()))]
pub(super) struct Args {
    /// The rule set to start from, by name or as a .toml file
    #[arg(value_name = "FROM")]
    from: String,

    /// The rule set to end with
    #[arg(value_name = "TO")]
    to: String,

    /// Agents, separated by commas; may be repeated. If not given: each training of tafl9
    /// with 16 playouts on 9x9, else rollouts:16
    #[arg(long, visible_alias = "agent", value_name = "AGENT,…")]
    agents: Vec<Agents>,

    /// Games per agent for each number of flipped switches; the rule sets with that number share them
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u64).range(2..=MOST_GAMES))]
    games: u64,

    /// Use all orders of flipping if at most N switches differ; else draw orders at random
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u64).range(1..=MOST_EXACT as u64))]
    exact: u64,

    /// Number of orders to draw, each with its reverse
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(2..=10_000))]
    orders: u64,

    /// Random plies at the start of each game; 0 for the bare starting position
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(..=i64::from(Opening::MOST_PLIES)))]
    random_plies: u32,

    /// Plies after the random ones that draw their move from the search's policy
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(..=i64::from(Opening::MOST_PLIES)))]
    sampled_plies: u32,

    /// Seed of games, orders and intervals
    #[arg(long, default_value_t = 1855)]
    seed: u64,

    /// Folder for rule sets, games and report
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,

    /// Print the report as JSON instead of a table
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    figures: Figures,

    #[command(flatten)]
    compute: Sharing,
}

impl Args {
    pub fn run(mut self) -> anyhow::Result<()> {
        let rules = load_all(&[self.from.clone(), self.to.clone()]).or_usage()?;
        if self.agents.is_empty() {
            self.agents.push(Agents(agents::measuring(&rules)));
        }
        self.figures.folder()?;
        let backend = self.compute.set_up()?;
        check_ends([&rules[0], &rules[1]]).or_usage()?;
        let _lock = Lock::of_folder(&self.out)?;
        let compared = attribute(&Attribute {
            ends: [&rules[0], &rules[1]],
            agents: &agents::all(&self.agents),
            games: self.games,
            exact: self.exact as usize,
            pairs: self.orders as usize,
            opening: Opening { random_plies: self.random_plies, sampled_plies: self.sampled_plies },
            seed: self.seed,
            folder: self.out.clone(),
            backend: &backend,
        })?;
        let origin = Origin {
            title: "Which rule makes the difference",
            rules: &rules,
            seed: self.seed,
            command: self.command(),
            experiment: String::new(),
            learning: Vec::new(),
            figures: self.figures.folder()?,
        };
        let page = write_report(&self.out.join("report"), &compared, origin)?;
        if self.json {
            sayln!("{}", compared.report.to_json()?);
        } else {
            sayln!("{}", compared.report.table(colour()));
        }
        tell!("{}", compared.opening);
        tell!("report: {}", page.display());
        Ok(())
    }

    /// The command that makes the same report.
    fn command(&self) -> String {
        let Self { from, to, games, exact, orders, random_plies, sampled_plies, seed, .. } = self;
        format!(
            "imperial attribute {from} {to} --agents {} --games {games} --exact {exact} --orders \
             {orders} --random-plies {random_plies} --sampled-plies {sampled_plies} --seed {seed} \
             --out {}",
            agents::argument(&agents::all(&self.agents)),
            self.out.display()
        )
    }
}
