//! `imperial play`.

use std::io::{self, BufReader, ErrorKind, IsTerminal as _};
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use imperial_data::{LoadedRules, load_rules};
use imperial_engine::{Encode, Side, game_stream, with_game};

use super::agents::agents_help;
use super::options::{Standing, Thinking};
use super::usage::OrUsage as _;
use crate::cli::say::sayln;
use crate::console::{Archive, Duel, PlayingAgent};
use imperial_learn::truth::table::Table;
use imperial_play::agent::Agent;
use imperial_play::lines::Lines;

/// Seeds that are drawn are smaller, so that they are typed easily.
const MOST_DRAWN: u128 = 1_000_000;

/// Play against the program in the terminal
///
/// The program draws the board before each of your moves, and says what it expects of its own. Type
/// `help` in the game for all that you can type: moves, `moves`, `hint`, `undo`, `board`, `resign`, `quit`.
/// Your moves may also come from a file or a pipe; the game ends where that ends.
#[derive(Debug, clap::Args)]
#[command(after_help = concat!("\
Examples:
  imperial play
  imperial play --rules tablut-linnaeus --side defenders --agent network:1000
  imperial play --rules brandubh --agent rollouts:100 --save games
  imperial play --rules tic-tac-toe --seed 1 < moves.txt
  imperial play --rules fox-and-hounds --side defenders --table hounds.table
  imperial play --rules brandubh --agent 'ugi[movetime=500]:./engine'", agents_help!()))]
pub(super) struct Args {
    /// Rule set, by name or as a .toml file
    #[arg(long, value_name = "NAME", default_value = "imperial-contest")]
    rules: String,

    /// Your side, attackers or defenders; the side to move if not given
    #[arg(long, value_name = "SIDE")]
    side: Option<Side>,

    #[command(flatten)]
    thinking: Thinking,

    #[command(flatten)]
    standing: Standing,

    /// Seed of the lot and of the program's random choices; drawn and shown if not given
    #[arg(long)]
    seed: Option<u64>,

    /// Exact values of this rule set, from `imperial solve`: the program plays by them
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,

    /// Folder for the game, which is kept if the rules end it: FOLDER/RULES/games.jsonl
    #[arg(long, value_name = "FOLDER")]
    save: Option<PathBuf>,
}

impl Args {
    pub fn run(self) -> anyhow::Result<()> {
        let rules = load_rules(&self.rules).or_usage()?;
        let agent = self.thinking.prepare(&rules)?;
        match with_game!(&rules.game, |game| play(game, &self, &rules, &agent)) {
            Err(error) if has_nobody_left(&error) => Ok(()),
            result => result,
        }
    }
}

fn play<G: Encode + 'static>(
    game: &G,
    args: &Args,
    rules: &LoadedRules,
    agent: &Agent,
) -> anyhow::Result<()> {
    let seed = args.seed.unwrap_or_else(drawn_seed);
    let drawn = game.first().draw(&mut game_stream(seed, 0));
    let setup = args.standing.setup(game, Some(drawn))?;
    let side = args.side.unwrap_or(game.side_to_move(&setup.position(game)?));
    let archive = args.save.as_deref().map(|folder| Archive::open(folder, rules));
    let archive = archive.transpose()?;
    if args.seed.is_none() {
        sayln!("Seed {seed}.");
    }
    let table = args.table.as_deref().map(|file| Table::read(game, rules, file));
    let table = table.transpose().or_usage()?;
    let playing = PlayingAgent::new(agent, rules, seed, args.thinking.threads()).with_table(table);
    let input = Lines::open(BufReader::new(io::stdin()));
    let mut output = io::stdout().lock();
    let duel = Duel::new(game, setup.clone(), side, playing, input, &mut output);
    let finished = duel.with_prompt(io::stdin().is_terminal()).play()?;
    drop(output);
    if let (Some(archive), Some(finished)) = (archive, finished) {
        let number = archive.add(game, &setup, finished, side, &agent.label())?;
        sayln!("Kept as game {number}.");
    }
    Ok(())
}

/// A seed from the clock.
fn drawn_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (now.as_nanos() % MOST_DRAWN) as u64
}

/// Whether the reader of the output has gone, which ends the game quietly.
fn has_nobody_left(error: &anyhow::Error) -> bool {
    let error = error.downcast_ref::<io::Error>();
    error.is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}
