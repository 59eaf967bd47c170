//! `imperial perft`.

use std::time::Instant;

use imperial_engine::{Encode, perft, with_game};
use serde_json::json;

use super::sides::{SideText, starter};
use super::usage::OrUsage as _;
use crate::cli::say::sayln;
use imperial_data::load_rules;
use imperial_play::tell;

/// Count the sequences of legal moves of a given length
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  imperial perft --rules tablut-linnaeus --depth 4
  imperial perft --rules imperial-contest --first defenders --depth 3 --divide
  imperial perft --rules imperial-contest --depth 2 \\
      --position '3aaa3/4a4/4d4/a3d3a/aaddkddaa/a3d3a/4d4/4a4/3aaa3 d 0 0'")]
pub(super) struct Args {
    /// Rule set, by name or as a .toml file
    #[arg(long, value_name = "NAME")]
    rules: String,

    /// Length of the sequences in plies
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(0..=20))]
    depth: u32,

    /// Position to start from; the start of the game if not given
    #[arg(long, value_name = "TEXT", conflicts_with = "first")]
    position: Option<String>,

    /// The side that moves first, where a lot decides
    #[arg(long, value_name = "SIDE")]
    first: Option<SideText>,

    /// Show the count for each move
    #[arg(long)]
    divide: bool,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

impl Args {
    pub fn run(self) -> anyhow::Result<()> {
        let rules = load_rules(&self.rules).or_usage()?;
        let position = with_game!(&rules.game, |game| self.position(game))?;
        let started = Instant::now();
        let moves = match self.depth {
            0 => Vec::new(),
            depth => perft::divide_text(&rules.game, &position, depth).or_usage()?,
        };
        let seconds = started.elapsed().as_secs_f64();
        let nodes = if self.depth == 0 { 1 } else { moves.iter().map(|(_, nodes)| nodes).sum() };
        let moves = if self.divide { moves } else { Vec::new() };
        if self.json {
            let (rules, depth) = (rules.game.name(), self.depth);
            sayln!(
                "{}",
                json!({"rules": rules, "position": position, "depth": depth, "nodes": nodes, "moves": moves})
            );
        } else {
            moves.iter().for_each(|(mv, nodes)| sayln!("{mv}: {nodes}"));
            sayln!("Nodes searched: {nodes}");
            let speed = nodes as f64 / seconds.max(1e-9) / 1e6;
            tell!("{seconds:.3} s, {speed:.1} million nodes/s");
        }
        Ok(())
    }

    /// Where the sequences begin.
    fn position(&self, game: &impl Encode) -> anyhow::Result<String> {
        let position = match &self.position {
            Some(text) => game.parse_position(text).or_usage()?,
            None => game.start(starter(game, self.first.as_ref(), None).or_usage()?),
        };
        Ok(game.format_position(&position))
    }
}
