//! `imperial analyse`.

use anyhow::Context as _;
use imperial_data::LoadedRules;
use imperial_engine::{Encode, with_game};

use super::agents::agents_help;
use super::options::{Standing, Thinking};
use super::usage::OrUsage as _;
use crate::cli::say::{say, sayln};
use crate::console::{Analysis, Thinker};
use imperial_data::load_rules;
use imperial_play::agent::Agent;

/// Look at one position: the best moves with visits, values and probabilities, and the line expected
///
/// Values are absolute, as in game records: from -1, the defenders win, to 1, the attackers win, whoever
/// is to move. `prior` is what the network thinks of a move at first sight, `policy` what it would learn
/// from the search.
#[derive(Debug, clap::Args)]
#[command(after_help = concat!("\
Examples:
  imperial analyse --rules tablut-linnaeus
  imperial analyse --rules tablut-linnaeus --moves 'd9-d8 e6-f6' --agent puct:2000
  imperial analyse --rules imperial-contest --agent network:1000 --json \\
      --position '3aaa3/4a4/4d4/a3d3a/aaddkddaa/a3d3a/4d4/4a4/3aaa3 d 0 0'", agents_help!()))]
pub(super) struct Args {
    /// Rule set, by name or as a .toml file
    #[arg(long, value_name = "NAME")]
    rules: String,

    #[command(flatten)]
    thinking: Thinking,

    #[command(flatten)]
    standing: Standing,

    /// Moves that the table shows
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,

    /// Seed of all chance
    #[arg(long, default_value_t = 1855)]
    seed: u64,

    /// One JSON object with all moves instead of the table
    #[arg(long)]
    json: bool,
}

impl Args {
    pub fn run(self) -> anyhow::Result<()> {
        let rules = load_rules(&self.rules).or_usage()?;
        let agent = self.thinking.prepare(&rules)?;
        with_game!(&rules.game, |game| analyse(game, &self, &rules, &agent))
    }
}

fn analyse<G: Encode + 'static>(
    game: &G,
    args: &Args,
    rules: &LoadedRules,
    agent: &Agent,
) -> anyhow::Result<()> {
    let searches = agent.search().map(drop).with_context(|| {
        let label = agent.label();
        format!("`{label}` gives no figures; --agent rollouts:N, network:N and puct:N do")
    });
    searches.or_usage()?;
    let setup = args.standing.setup(game, None)?;
    let position = setup.position(game)?;
    let mut thinker = Thinker::new(agent, rules, args.seed, args.thinking.threads());
    let thought = thinker.think(game, &setup).or_usage()?;
    let result = thought.result.context("an agent that searches has a result")?;
    let analysis = Analysis::new(game, &position, agent.label(), &result);
    if args.json {
        sayln!("{}", serde_json::to_string(&analysis)?);
    } else {
        say!("{}\n{}", game.draw_signs(&position), analysis.table(args.top));
    }
    Ok(())
}
