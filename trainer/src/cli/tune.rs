//! `imperial tune`.

use std::str::FromStr;

use imperial_data::{Lock, load_rules, typed};
use imperial_play::play::MOST_GAMES;
use imperial_play::tell;
use serde_json::json;

use super::agents::{self, Agents, agents_help};
use super::measurement::{Measurement, print_report};
use super::usage::OrUsage as _;
use crate::cli::say::sayln;
use crate::lists::split_outside;
use crate::run::{Candidates, Tune, Tuned, Vary, ready, tune};

/// Find the fairest of the rule sets that differ in a few switches or men
///
/// Makes all rule sets with other values of the switches named, up to 64. Each agent plays all of them against
/// itself. The half nearest to the target plays on with twice as many games, until two are left. The best of many is
/// lucky, too: so the winner is measured anew, beside the rule set that it came from. You can interrupt it at any
/// time: the same command continues.
#[derive(Debug, clap::Args)]
#[command(after_help = concat!("\
Examples:
  imperial tune my.toml --vary throne_hostile,king_capture --out fairer
  imperial tune tablut-linnaeus --target 50 --out fairer \\
      --vary king_arms=both/none,goal=edge/corner
  imperial tune tablut-corner --vary without,first --out fairer
  imperial tune fox-and-geese --vary first --agents rollouts:64 \\
      --games 200 --out fairer

Then: imperial play --rules fairer/fairest.toml", agents_help!()))]
pub(super) struct Args {
    /// The rule set to change, by name or as a .toml file
    #[arg(value_name = "RULES")]
    rules: String,

    /// Switches to vary, separated by commas: keys of the rule file, with values or without; then those of the
    /// program's rule sets are tried. `without` leaves out men of tafl as a handicap: each pair that stands opposite
    /// each other, or those named, such as without=d1+f9
    #[arg(long, value_name = "KEY[=VALUE/…],…", required = true)]
    vary: Vec<Varied>,

    /// The attackers' score that is wanted, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 50.0, value_parser = percent)]
    target: f64,

    /// Agents, separated by commas; may be repeated. If not given: each training of the
    /// recipe that knows the boards, with 16 playouts; rollouts:16 on boards that none knows
    #[arg(long, visible_alias = "agent", value_name = "AGENT,…")]
    agents: Vec<Agents>,

    /// Games of each agent under each rule set in the first round
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u64).range(2..=MOST_GAMES >> 8))]
    games: u64,

    /// Games of each agent that measure the winner
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u64).range(2..=MOST_GAMES))]
    final_games: u64,

    #[command(flatten)]
    measurement: Measurement,
}

/// Switches to vary, separated by commas.
#[derive(Clone, Debug)]
struct Varied(Vec<Vary>);

impl FromStr for Varied {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        split_outside(text, ',').map(str::parse).collect::<Result<_, _>>().map(Self)
    }
}

/// A score in percent.
fn percent(text: &str) -> Result<f64, String> {
    let percent: f64 = text.parse().map_err(|_| "expected a number from 0 to 100, such as 50")?;
    let possible = (0.0..=100.0).contains(&percent);
    if possible { Ok(percent) } else { Err("must be from 0 to 100".to_owned()) }
}

impl Args {
    pub fn run(mut self) -> anyhow::Result<()> {
        let rules = load_rules(&self.rules).or_usage()?;
        let candidates = Candidates::new(&rules, &self.vary()).or_usage()?;
        let Measurement { seed, out, .. } = &self.measurement;
        let backend = self.measurement.set_up()?;
        if self.agents.is_empty() {
            self.agents.push(Agents(agents::measuring(candidates.rules())));
        }
        let specs = agents::all(&self.agents);
        let agents = ready(&specs, candidates.rules(), &backend).or_usage()?;
        let _lock = Lock::of_folder(out)?;
        let task = Tune {
            candidates: &candidates,
            specs: &specs,
            target: self.target / 100.0,
            games: self.games,
            final_games: self.final_games,
            opening: self.measurement.opening(),
            seed: *seed,
            folder: out.clone(),
            backend: &backend,
        };
        task.check_folder().or_usage()?;
        self.measurement.settle("tune", &backend)?;
        self.tell(&tune(&task, &agents)?)
    }

    fn tell(&self, found: &Tuned) -> anyhow::Result<()> {
        let title = "The fairest of many rule sets";
        let page = self.measurement.write(&found.compared, title, &found.ends, &self.command())?;
        if self.measurement.json {
            let report: serde_json::Value =
                serde_json::from_str(&found.compared.report.to_json()?)?;
            let all = json!({
                "search": found.standings, "refused": found.refused, "file": found.file, "report": report,
            });
            sayln!("{all:#}");
        } else {
            sayln!("{}", found.table());
            print_report(&found.compared.report, &found.ends, false)?;
        }
        if let Some(outcome) = found.outcome(self.target / 100.0) {
            tell!("{outcome}");
        }
        tell!("{}", found.compared.words());
        tell!("the fairest: {}", found.file.display());
        tell!("report: {}", page.display());
        Ok(())
    }

    fn vary(&self) -> Vec<Vary> {
        self.vary.iter().flat_map(|some| some.0.iter().cloned()).collect()
    }

    /// The command that makes the same report, with its own options.
    fn command(&self) -> String {
        let Self { target, games, final_games, .. } = self;
        let rules = typed(&self.rules);
        let vary: Vec<String> = self.vary().iter().map(ToString::to_string).collect();
        let agents = agents::argument(&agents::all(&self.agents));
        format!(
            "tune {rules} --vary {} --target {target} --agents {agents} --games {games} --final-games {final_games}",
            typed(vary.join(","))
        )
    }
}
