//! `imperial attribute`.

use super::agents::{self, Agents, agents_help};
use super::measurement::Measurement;
use super::usage::{OrUsage as _, wrong};
use crate::run::{Attribute, attribute, check_ends, ready};
use imperial_data::{Lock, load_all, typed};
use imperial_play::play::MOST_GAMES;
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
  imperial attribute tablut-linnaeus my.toml \\
      --agents rollouts:64 --games 1000 --out attribution", agents_help!()))]
pub(super) struct Args {
    /// The rule set to start from, by name or as a .toml file
    #[arg(value_name = "FROM")]
    from: String,

    /// The rule set to end with
    #[arg(value_name = "TO")]
    to: String,

    /// Agents, separated by commas; may be repeated. If not given: each training of the
    /// recipe that knows the boards, with 16 playouts; rollouts:16 on boards that none knows
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

    #[command(flatten)]
    measurement: Measurement,
}

impl Args {
    pub fn run(mut self) -> anyhow::Result<()> {
        if self.from == self.to {
            return wrong(format!(
                "`{}` stands at both ends; name two rule sets that differ",
                self.to
            ));
        }
        let rules = load_all(&[self.from.clone(), self.to.clone()]).or_usage()?;
        if self.agents.is_empty() {
            self.agents.push(Agents(agents::measuring(&rules)));
        }
        let Measurement { seed, out, .. } = &self.measurement;
        let backend = self.measurement.set_up()?;
        check_ends([&rules[0], &rules[1]]).or_usage()?;
        let specs = agents::all(&self.agents);
        let agents = ready(&specs, &rules, &backend).or_usage()?;
        let _lock = Lock::of_folder(out)?;
        self.measurement.settle("attribute", &backend)?;
        let task = Attribute {
            ends: [&rules[0], &rules[1]],
            specs: &specs,
            games: self.games,
            exact: self.exact as usize,
            pairs: self.orders as usize,
            opening: self.measurement.opening(),
            seed: *seed,
            folder: out.clone(),
        };
        let compared = attribute(&task, &agents)?;
        let title = "Which rule makes the difference";
        let page = self.measurement.write(&compared, title, &rules, &self.command())?;
        self.measurement.print(&compared, &rules)?;
        tell!("report: {}", page.display());
        Ok(())
    }

    /// The command that makes the same report, with its own options.
    fn command(&self) -> String {
        let Self { games, exact, orders, .. } = self;
        let [from, to] = [&self.from, &self.to].map(typed);
        let agents = agents::argument(&agents::all(&self.agents));
        format!(
            "attribute {from} {to} --agents {agents} --games {games} --exact {exact} --orders {orders}"
        )
    }
}
