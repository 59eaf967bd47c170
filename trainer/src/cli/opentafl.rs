//! `imperial opentafl`.

use std::io;
use std::time::Duration;

use anyhow::Context as _;
use imperial_data::opentafl::write_rules;
use imperial_data::{LoadedRules, load_rules};
use imperial_engine::PerSide;
use imperial_play::agent::AgentSpec;
use imperial_play::analysis::all_cores;
use imperial_play::prepare::{Purpose, prepare_for};
use imperial_play::tell;
use imperial_serve::bridges::opentafl::{Options, host, serve};

use super::agents::agents_help;
use super::options::{Computing, Thinking};
use super::usage::{OrUsage as _, unmarked};
use crate::cli::say::{Output, say};

/// Seconds for a move where nobody says anything about time.
const USUAL_TIME: f64 = 5.0;

/// Play for OpenTafl as one of its engines, or against such engines
///
/// Speaks OpenTafl's engine protocol (OTEP). Wherever agents play, they may be such engines: otep:COMMAND.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  imperial opentafl engine
  imperial opentafl host --rules brandubh --attackers network:400 \\
      --defenders 'otep[movetime=2000]:java -jar OpenTafl.jar --engine'
docs/otep.md has the file with which OpenTafl starts the engine.")]
pub(super) struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, clap::Subcommand)]
enum Task {
    Engine(Engine),
    Host(Host),
}

/// Be an engine of OpenTafl, on standard input and output
///
/// Without --agent it searches with the program's network, or with rollouts where that does not fit, as long as the
/// clock allows. Other agents play as they always do, and stop earlier where the clock demands it.
#[derive(Debug, clap::Args)]
#[command(after_help = concat!("\
Lines of the host that are understood:
  rules RECORD, position RECORD, side SIDE, clock ..., play SIDE,
  opponent-move MOVE POSITION, move POSITION, error CODE,
  analyze MOVES SECONDS, finish CODE, goodbye

Examples:
  imperial opentafl engine
  imperial opentafl engine --agent level:club
  imperial match --rules brandubh --against random \\
      --agent 'otep:imperial opentafl engine'", agents_help!()))]
struct Engine {
    #[command(flatten)]
    thinking: Thinking,

    /// Seconds for a move where the host gives no clock; 5 if not given, and the agent's own limits with --agent
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<f64>,

    /// Seed of everything random
    #[arg(long, default_value_t = 1855)]
    seed: u64,
}

/// Let two agents play one game, and print it as OpenTafl reads it
#[derive(Debug, clap::Args)]
#[command(after_help = concat!("\
Examples:
  imperial opentafl host --rules brandubh \\
      --attackers random --defenders rollouts:50 > game.otg
  imperial opentafl host --rules copenhagen --attackers network:400 \\
      --defenders 'otep[movetime=2000]:java -jar OpenTafl.jar --engine'", agents_help!()))]
struct Host {
    /// Rule set, by name or as a .toml file
    #[arg(long, value_name = "NAME")]
    rules: String,

    /// The agent of the attackers
    #[arg(id = "attacking", long = "attackers", value_name = "AGENT")]
    attackers: AgentSpec,

    /// The agent of the defenders
    #[arg(id = "defending", long = "defenders", value_name = "AGENT")]
    defenders: AgentSpec,

    #[command(flatten)]
    computing: Computing,

    /// Seed of everything random
    #[arg(long, default_value_t = 1855)]
    seed: u64,
}

/// A game that OpenTafl could not read need not be played.
fn check_tafl(rules: &LoadedRules) -> anyhow::Result<()> {
    let tafl = rules.game.tafl_rules();
    let name = rules.game.name();
    let tafl =
        tafl.with_context(|| format!("`{name}` is not a tafl game; OpenTafl knows no other"))?;
    write_rules(tafl, None).with_context(|| format!("OpenTafl cannot hold {name}"))?;
    Ok(())
}

/// Reads a time in seconds.
fn seconds(text: &str) -> Result<f64, String> {
    let found = text.parse().ok().filter(|seconds| (0.01..=86_400.0).contains(seconds));
    found.ok_or_else(|| "expected seconds from 0.01 to 86400".to_owned())
}

impl Args {
    pub fn run(self) -> anyhow::Result<()> {
        match self.task {
            Task::Engine(args) => args.run(),
            Task::Host(args) => args.run(),
        }
    }
}

impl Engine {
    fn run(&self) -> anyhow::Result<()> {
        let usual = self.thinking.agent().is_none().then_some(USUAL_TIME);
        let time = self.time.or(usual).map(Duration::from_secs_f64);
        let options = Options { time, seed: self.seed, threads: self.thinking.threads() };
        let prepare = |rules: &LoadedRules| self.thinking.prepare_by_clock(rules).map_err(unmarked);
        serve(options, prepare, io::BufReader::new(io::stdin()), &mut Output)
    }
}

impl Host {
    fn run(&self) -> anyhow::Result<()> {
        let rules = load_rules(&self.rules).or_usage()?;
        check_tafl(&rules).or_usage()?;
        let backend = self.computing.backend()?;
        let ready = |spec| -> anyhow::Result<_> {
            prepare_for(spec, [&rules], Purpose::Measuring, &backend).or_usage()
        };
        let agents =
            PerSide { attackers: ready(&self.attackers)?, defenders: ready(&self.defenders)? };
        let mut plies = 0;
        let (text, outcome) = host(&rules, &agents, (self.seed, all_cores()), &mut |mv| {
            plies += 1;
            tell!("{plies}. {mv}");
        })?;
        say!("{text}");
        tell!("{outcome}");
        Ok(())
    }
}
