//! `imperial ugi`.

use std::io;

use super::usage::OrUsage as _;
use crate::experiment::load_rules;
use crate::ugi;

/// Play for another program, by the protocol UGI on standard input and output
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Commands: ugi, isready, uginewgame, setoption name NAME value VALUE,
position startpos|fen POSITION [moves MOVE ...], query gameover|p1turn|result,
go [nodes N] [movetime MS] [depth PLIES] [p1time MS] [p2time MS] [p1inc MS] [p2inc MS] [infinite],
go perft N, d, stop, quit. Player one is the attackers. What cannot be done is answered by `error: ...`.

Examples:
  imperial ugi
  printf 'position startpos\\nd\\ngo nodes 2000\\n' | imperial ugi --rules tablut-linnaeus
  printf 'setoption name Rules value brandubh\\ngo perft 3\\n' | imperial ugi")]
pub(super) struct Args {
    /// Rule set to begin with, by name or as a .toml file
    #[arg(long, value_name = "NAME", default_value = "imperial-contest")]
    rules: String,
}

impl Args {
    pub fn run(self) -> anyhow::Result<()> {
        let rules = load_rules(&self.rules).or_usage()?.game;
        ugi::serve(rules, io::BufReader::new(io::stdin()), &mut io::stdout().lock())
    }
}
