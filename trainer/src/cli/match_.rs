//! `imperial match`.

use std::path::PathBuf;

use imperial_engine::{PerSide, derive_seed};

use super::agents::agents_help;
use super::maker::settled;
use super::options::Sharing;
use super::usage::OrUsage as _;
use crate::cli::say::sayln;
use imperial_data::load_all;
use imperial_play::agent::AgentSpec;
use imperial_play::arena::{Contest, Limit, MatchReport};
use imperial_play::play::{OpeningPlies, PlayJob};
use imperial_play::prepare::{Purpose, check_told_apart, prepare_for};
use imperial_stats::Sprt;

/// Pairs of a match without a test.
const USUAL_PAIRS: u64 = 100;
/// Pairs after which a test that has not ended is given up.
const MOST_PAIRS: u64 = 20_000;

/// Let two agents play each other: pairs of games with the same opening and sides swapped
///
/// An agent is random, rollouts:PLAYOUTS, network:PLAYOUTS@FILE or another program that speaks UGI or OpenTafl's
/// protocol. Such a program is written ugi:COMMAND or ugi[nodes=N,movetime=MS,timeout=MS,OPTION=VALUE]:COMMAND, or
/// otep:COMMAND or otep[movetime=MS,timeout=MS,name=NAME,extensions=on]:COMMAND. It is started once for each
/// game in progress. If it hangs or dies, it is started again, once. If it fails again, or plays a move that
/// is not legal, the match stops.
///
/// With --out the same command continues the match; a larger --pairs or another --sprt extends it.
/// Intervals hold for a number of pairs that was fixed beforehand, not for one that was raised after a look
/// at the result. With --sprt the interval of Elo holds however often you look.
#[derive(Debug, clap::Args)]
#[command(after_help = concat!("\
Examples:
  imperial match --rules imperial-contest \\
      --agent rollouts:64 --against rollouts:16 --pairs 100
  imperial match --rules tablut-linnaeus \\
      --agent network:64@net/network.net --against random --out match --json
  imperial match --rules tablut-linnaeus \\
      --agent network:64@new.net --against network:64@old.net \\
      --sprt elo0=0,elo1=20
  imperial match --rules brandubh --agent rollouts:64 \\
      --against 'ugi[movetime=200]:./engine --quiet'", agents_help!()))]
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

    /// Pairs of games per rule set; 100 if not given. With --sprt the most pairs; 20000 if not given
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pairs: Option<u64>,

    /// Play until it is clear whether the agent is ahead by elo1 rather than elo0, in logistic Elo.
    /// alpha and beta are the shares of wrong answers, 0.05 each if not given
    #[arg(long, value_name = "elo0=N,elo1=N[,alpha=P,beta=P]")]
    sprt: Option<Sprt>,

    /// Random plies at the start of each pair
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(..=i64::from(OpeningPlies::MOST_PLIES)))]
    random_plies: u32,

    /// Seed of openings and games
    #[arg(long, default_value_t = 1855)]
    seed: u64,

    /// Folder for the games; without it they are not kept
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,

    /// Print one JSON object per rule set instead of text
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    compute: Sharing,
}

impl Args {
    pub fn run(self) -> anyhow::Result<()> {
        let backend = self.compute.set_up_for(self.out.as_deref())?;
        let rules = load_all(&self.rules).or_usage()?;
        let prepared = |spec| prepare_for(spec, &rules, Purpose::Measuring, &backend).or_usage();
        let agents =
            PerSide { attackers: &prepared(&self.agent)?, defenders: &prepared(&self.against)? };
        let names = [&self.agent, &self.against].map(ToString::to_string);
        check_told_apart((&names[0], agents.attackers), (&names[1], agents.defenders))
            .or_usage()?;
        let scratch = tempfile::tempdir()?;
        let out = self.out.as_deref().unwrap_or(scratch.path());
        let mut jobs = Vec::new();
        for rules in &rules {
            let name = rules.game.name();
            let label = format!("match {name} {} {}", self.agent, self.against);
            jobs.push(PlayJob {
                paired: true,
                seed: derive_seed(self.seed, &label),
                opening: OpeningPlies { random_plies: self.random_plies, sampled_plies: 0 },
                ..PlayJob::new(rules, agents, out.join(name))
            });
        }
        let (agent, against) = (self.agent.to_string(), self.against.to_string());
        let usual = if self.sprt.is_some() { MOST_PAIRS } else { USUAL_PAIRS };
        let limit = Limit { pairs: self.pairs.unwrap_or(usual), sprt: self.sprt };
        let made = (self.seed, &[agents.attackers, agents.defenders][..], &backend);
        let play = || Contest { agent, against, jobs, limit }.play();
        let reports = settled(out, &rules, made, play)?;
        for (number, report) in reports.iter().enumerate() {
            self.show(number, report)?;
        }
        Ok(())
    }

    fn show(&self, number: usize, report: &MatchReport) -> anyhow::Result<()> {
        if self.json {
            sayln!("{}", serde_json::to_string(report)?);
        } else {
            let gap = if number > 0 { "\n" } else { "" };
            sayln!("{gap}{report}");
        }
        Ok(())
    }
}
