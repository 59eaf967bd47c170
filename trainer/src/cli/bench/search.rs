//! `imperial bench search`.

use std::time::Instant;

use anyhow::Context as _;
use imperial_data::{LoadedRules, load_rules};
use imperial_engine::with_game;

use crate::cli::options::{Standing, Thinking};
use crate::cli::say::sayln;
use crate::cli::usage::OrUsage as _;
use imperial_lab::counted;
use imperial_play::agent::Agent;
use imperial_play::analysis::Searched;
use imperial_play::playing_agent::PlayingAgent;
use imperial_play::progress::Progress;
use imperial_stats::quantile;

/// There is nothing to search.
const NOTHING: &str =
    "no position takes a search from there on; give another --position or fewer --moves";

/// Measure one search: playouts per second on one thread and on several
///
/// An agent plays a game against itself. It searches every position from nothing, once on one thread and
/// once on several, so other programs disturb both alike. Prints the medians, and the median of the ratios
/// with its quartiles. Positions that take no playouts are left out.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  imperial bench search --agent puct:8000
  imperial bench search --rules tablut-unibo --agent puct:2000 \\
      --positions 40 --threads 4")]
pub(super) struct SearchArgs {
    /// Rule set, by name or as a .toml file
    #[arg(long, value_name = "NAME", default_value = "imperial-contest")]
    rules: String,

    /// Number of positions to search
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..))]
    positions: u16,

    #[command(flatten)]
    thinking: Thinking,

    #[command(flatten)]
    standing: Standing,
}

impl SearchArgs {
    pub fn run(self) -> anyhow::Result<()> {
        let rules = load_rules(&self.rules).or_usage()?;
        let agent = self.thinking.prepare(&rules)?;
        let searches = agent.search().context(
            "this agent does not search, so it cannot be measured; use --agent rollouts:N, network:N \
             or puct:N",
        );
        searches.or_usage()?;
        with_game!(&rules.game, |game| race(game, &self, &rules, &agent))
    }
}

fn race<G: Searched>(
    game: &G,
    args: &SearchArgs,
    rules: &LoadedRules,
    agent: &Agent,
) -> anyhow::Result<()> {
    let mut setup = args.standing.setup(game, None)?;
    let numbers = match args.thinking.threads() {
        1 => vec![1],
        threads => vec![1, threads],
    };
    let progress = Progress::start("bench search", "positions", "", 0, u64::from(args.positions));
    let mut speeds = vec![Vec::new(); numbers.len()];
    for _ in 0..args.positions {
        let position = setup.position(game)?;
        if game.outcome(&position).is_some() {
            break;
        }
        let mut best = None;
        let mut here = Vec::new();
        for threads in &numbers {
            let mut playing = PlayingAgent::new(agent, rules, 0, *threads);
            let started = Instant::now();
            let chosen = playing.think(game, &setup).or_usage()?;
            let result = chosen.result.context("an agent that searches has a result")?;
            here.push(f64::from(result.playouts) / started.elapsed().as_secs_f64());
            best = Some(chosen.mv);
        }
        // Where the move is known without playouts, there is no speed.
        if here.iter().all(|speed| *speed > 0.0) {
            speeds.iter_mut().zip(here).for_each(|(speeds, speed)| speeds.push(speed));
        }
        setup.moves.extend(best.map(|mv| game.format_move(&position, mv)));
        progress.advance();
    }
    progress.finish();
    tell(&numbers, &speeds)
}

/// Prints the playouts per second of each number of threads and, where there are two, their ratio.
fn tell(numbers: &[u16], speeds: &[Vec<f64>]) -> anyhow::Result<()> {
    let at = |figures: &[f64], share| {
        let mut figures = figures.to_vec();
        figures.sort_by(f64::total_cmp);
        quantile(&figures, share).context(NOTHING)
    };
    for (threads, speeds) in numbers.iter().zip(speeds) {
        let threads = counted(u64::from(*threads), "thread", "threads");
        sayln!("{threads}: {:.0} playouts/s", at(speeds, 0.5)?);
    }
    if let [one, other] = speeds {
        let ratios: Vec<f64> = one.iter().zip(other).map(|(one, other)| other / one).collect();
        let [low, median, high] = [0.25, 0.5, 0.75].map(|share| at(&ratios, share));
        sayln!("ratio: {:.2} ({:.2} to {:.2})", median?, low?, high?);
    }
    Ok(())
}
