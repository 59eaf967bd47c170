//! `imperial balance`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::agents::{self, Agents, agents_help};
use super::duration::duration;
use super::maker::check_made_by;
use super::measurement::Measurement;
use super::usage::OrUsage as _;
use crate::experiment::{AgentEntry, Compare, RecordedEntry, SurfacePlan};
use crate::run::{BalanceRun, Budget, Lessons, compare, folder_of_taught, most_games, title_of};
use imperial_data::{Lock, keep_rules, load_all, typed};
use imperial_play::agent::AgentSpec;
use imperial_play::play::MOST_GAMES;
use imperial_play::tell;

/// Who plays where nobody is named, besides all trainings of the recipe that knows the rules best.
const USUAL: [&str; 2] = ["random", "rollouts:16"];
/// The playouts of those.
const PLAYOUTS: [u32; 2] = [16, 64];

/// Measure how fair rule sets are: each agent plays itself under each rule set
///
/// Writes FOLDER/report with a page, balance.csv and balance.json, and keeps the games beside it. You
/// can interrupt it at any time: the same command continues. To add games, repeat it with a larger
/// --games. The intervals then become wider, so that they hold however often you look.
#[derive(Debug, clap::Args)]
#[command(after_help = concat!("\
Examples:
  imperial balance imperial-contest tablut-linnaeus --out two-games
  imperial balance my.toml --learn 30m --out mine
                            your own rules: the networks learn them first
  imperial balance copenhagen --beside games/people --out beside
                            people and networks in one report
  imperial balance tablut-corner --surface 60 --out equal-skill
                            who wins when both play equally well
  imperial balance imperial-contest --agents random,network:16 \\
      --precision 2 --out contest
  imperial balance my.toml --agents network:4,network:64 \\
      --precision 1.5 --time-limit 30m --out mine
  imperial balance tablut-corner --agents network:64@net/network.net \\
      --games 400 --out corner", agents_help!()))]
pub(super) struct Args {
    /// Rule sets, by name or as .toml files
    #[arg(value_name = "RULES", required_unless_present = "more_rules")]
    rules: Vec<String>,

    /// Another way to name a rule set; may be repeated
    #[arg(long = "rules", value_name = "NAME")]
    more_rules: Vec<String>,

    /// Agents from the weakest to the strongest, separated by commas; may be repeated. If not given:
    /// random,rollouts:16 and each training of the recipe that knows the boards, with 16 and 64 playouts
    #[arg(long, visible_alias = "agent", value_name = "AGENT,…")]
    agents: Vec<Agents>,

    /// Teach each training these rule sets first, in this time for all together: 30m, 2h. The answer is
    /// provisional until learning no longer moves it
    #[arg(long, value_name = "TIME", value_parser = duration, conflicts_with = "agents")]
    learn: Option<Duration>,

    /// Games per rule set and agent; with --precision, the number to begin with
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    games: u64,

    /// Play until every interval of the attackers' score and share of wins is ±POINTS or narrower
    #[arg(long, value_name = "POINTS", value_parser = points)]
    precision: Option<f64>,

    /// With --precision: limit on the games of all rule sets and agents together
    #[arg(long, value_name = "N", default_value_t = 100_000, requires = "precision", value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    max_games: u64,

    /// With --precision: start no more games after this time, such as 90s, 30m or 2h
    #[arg(long, value_name = "TIME", value_parser = duration, requires = "precision")]
    time_limit: Option<Duration>,

    /// Pairs of games between neighbouring agents, sides swapped, to measure their strength in Elo
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u64).range(..=MOST_GAMES / 2))]
    pairs: u64,

    /// Find the handicap that evens the game for the strongest agent, with GAMES games for each
    /// number of playouts tried
    #[arg(long, value_name = "GAMES", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=MOST_GAMES))]
    handicap: u64,

    /// Find who wins at equal skill: each network plays GAMES games with each number of playouts of the attackers
    /// against each of the defenders
    #[arg(long, value_name = "GAMES", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=MOST_GAMES))]
    surface: u64,

    /// With --surface: the numbers of playouts, fewest first
    #[arg(
        long,
        value_name = "N,…",
        value_delimiter = ',',
        default_value = "16,64,256,1024",
        requires = "surface"
    )]
    surface_playouts: Vec<u32>,

    /// Seek a proof for either side after each opening of the last agent's games, looking at NODES positions
    #[arg(long, value_name = "NODES", default_value_t = 0)]
    prove: u64,

    /// A network that `imperial train --against` taught to beat another: it plays --games games against that one, and
    /// bounds what a side can get; several separated by commas
    #[arg(long, value_name = "AGENT,…")]
    exploiter: Vec<Agents>,

    /// A folder of imported games, whose players stand beside the agents; may be repeated
    #[arg(long, value_name = "FOLDER")]
    beside: Vec<PathBuf>,

    #[command(flatten)]
    measurement: Measurement,
}

/// All people of a folder of games.
fn entry_of(folder: &Path) -> RecordedEntry {
    RecordedEntry { folder: folder.to_owned(), agent: None }
}

/// A half-width in percentage points.
fn points(text: &str) -> Result<f64, String> {
    let points: f64 =
        text.parse().map_err(|_| "expected a number of points from 0.1 to 50, such as 2")?;
    let possible = (0.1..=50.0).contains(&points);
    if possible { Ok(points) } else { Err("must be from 0.1 to 50 points".to_owned()) }
}

impl Args {
    pub fn run(mut self) -> anyhow::Result<()> {
        let rules = load_all(&self.rule_names()).or_usage()?;
        let backend = self.measurement.set_up()?;
        let lock = self.learn.map(|_| Lock::of_folder(&self.measurement.out)).transpose()?;
        let names = self.rule_names();
        let Measurement { out, seed, .. } = &self.measurement;
        let lessons = self.learn.map(|time| Lessons {
            rules: &rules,
            names: &names,
            time,
            folder: out,
            seed: *seed,
            backend: &backend,
        });
        if self.agents.is_empty() {
            let usual = lessons.as_ref().map_or_else(
                || agents::usual(&rules, &USUAL, &PLAYOUTS),
                |lessons| [agents::usual(&[], &USUAL, &[]), lessons.agents(&PLAYOUTS)].concat(),
            );
            self.agents.push(Agents(usual));
        }
        let taught = folder_of_taught(out);
        let plan = self.plan(rules.len());
        plan.surface.as_ref().map_or(Ok(()), SurfacePlan::check).or_usage()?;
        self.check_agents(&plan).or_usage()?;
        let comparison = BalanceRun {
            plan: &plan,
            rules: &rules,
            seed: *seed,
            folder: out.join("games"),
            learned: None,
            taught: Some(&taught),
            budget: self.budget(),
            handicap_games: self.handicap,
            hypotheses: &[],
            backend: &backend,
        };
        let beside = comparison.plan.beside(&rules).or_usage()?;
        comparison.exploiters().map(drop).or_usage()?;
        if let Some(lessons) = lessons {
            // What would refuse the games does so before hours of learning.
            check_made_by("balance", out).or_usage()?;
            comparison.check_folder().or_usage()?;
            lessons.teach()?;
        }
        let agents = comparison.agents().or_usage()?;
        let _lock = lock.map_or_else(|| Lock::of_folder(out), Ok)?;
        comparison.check_folder().or_usage()?;
        self.measurement.settle("balance", &backend)?;
        keep_rules(out, &rules)?;
        let compared = compare(&comparison, &agents, beside.as_ref())?;
        let games = self.games_decided(&comparison.folder)?;
        let command = self.command(games);
        let page = self.measurement.write(&compared, &title_of(&rules), &rules, &command)?;
        self.measurement.print(&compared, &rules)?;
        tell!("report: {}", page.display());
        Ok(())
    }

    /// The games of each rule set and agent: more than `--games` where an earlier command asked for more.
    fn games_decided(&self, folder: &Path) -> anyhow::Result<u64> {
        let most = most_games(folder)?;
        if self.precision.is_some() || most <= self.games {
            return Ok(self.games);
        }
        tell!("an earlier command asked for up to {most} games each in this folder: all count");
        Ok(most)
    }

    fn rule_names(&self) -> Vec<String> {
        self.rules.iter().chain(&self.more_rules).cloned().collect()
    }

    fn plan(&self, rules: usize) -> Compare {
        let agents = agents::all(&self.agents);
        let cells = (agents.len() * rules).max(1) as u64;
        let games = match self.precision {
            Some(_) => self.games.min(self.max_games / cells).max(1),
            None => self.games,
        };
        let entry = |agent: &AgentSpec| AgentEntry { agent: agent.clone(), games };
        Compare {
            agents: agents.iter().map(entry).collect(),
            pairs: self.pairs,
            prove: self.prove,
            opening: self.measurement.opening(),
            surface: self.surface(),
            exploiters: self.exploiters().iter().map(entry).collect(),
            recorded: self.beside.iter().map(|folder| entry_of(folder)).collect(),
        }
    }

    /// Refuses what none of the agents can do.
    fn check_agents(&self, plan: &Compare) -> anyhow::Result<()> {
        let has_playouts = |entry: &AgentEntry| entry.agent.playouts().is_some();
        anyhow::ensure!(
            self.surface == 0 || plan.agents.iter().any(has_playouts),
            "--surface plays agents with playouts, such as rollouts:16, and none of these has any"
        );
        anyhow::ensure!(
            self.handicap == 0 || plan.agents.last().is_some_and(has_playouts),
            "--handicap takes playouts from the last agent, which has none; name one such as rollouts:16 last"
        );
        Ok(())
    }

    fn exploiters(&self) -> Vec<AgentSpec> {
        agents::all(&self.exploiter)
    }

    fn surface(&self) -> Option<SurfacePlan> {
        let plan = || SurfacePlan { playouts: self.surface_playouts.clone(), games: self.surface };
        (self.surface > 0).then(plan)
    }

    fn budget(&self) -> Option<Budget> {
        self.precision.map(|points| Budget {
            precision: points / 100.0,
            max_games: self.max_games,
            time: self.time_limit,
        })
    }

    /// The command that makes the same report, with its own options.
    fn command(&self, games: u64) -> String {
        let who = match self.learn {
            Some(time) => format!("--learn {}s", time.as_secs_f64()),
            None => format!("--agents {}", agents::argument(&agents::all(&self.agents))),
        };
        let rules: Vec<String> = self.rule_names().iter().map(typed).collect();
        let rules = rules.join(" ");
        let mut command = format!("balance {rules} {who} --games {games}");
        if let Some(points) = self.precision {
            command += &format!(" --precision {points} --max-games {}", self.max_games);
        }
        if let Some(time) = self.time_limit {
            command += &format!(" --time-limit {}s", time.as_secs_f64());
        }
        if self.prove > 0 {
            command += &format!(" --prove {}", self.prove);
        }
        if self.surface > 0 {
            let playouts: Vec<String> =
                self.surface_playouts.iter().map(ToString::to_string).collect();
            let (games, playouts) = (self.surface, playouts.join(","));
            command += &format!(" --surface {games} --surface-playouts {playouts}");
        }
        if !self.exploiter.is_empty() {
            command += &format!(" --exploiter {}", agents::argument(&self.exploiters()));
        }
        for folder in &self.beside {
            command += &format!(" --beside {}", typed(folder.display()));
        }
        let Self { pairs, handicap, .. } = self;
        command + &format!(" --pairs {pairs} --handicap {handicap}")
    }
}
