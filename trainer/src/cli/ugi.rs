//! `imperial ugi`.

use std::io;

use super::options::Computing;
use super::usage::OrUsage as _;
use crate::cli::say::Output;
use imperial_data::load_rules;
use imperial_serve::bridges::ugi;

/// Play for another program by the UGI protocol, on standard input and output
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Commands of the protocol:
  ugi, isready, uginewgame, d, stop, quit
  setoption name NAME value VALUE
  position startpos|fen POSITION [moves MOVE ...]
  query gameover|p1turn|result
  go [nodes N] [movetime MS] [depth PLIES] [infinite]
     [p1time MS] [p2time MS] [p1inc MS] [p2inc MS]
  go perft N

Player one is the attackers. Errors are answered by `error: ...`.
docs/ugi.md explains the commands, the options and the answers.

Examples:
  imperial ugi
  printf 'position startpos\\nd\\ngo nodes 2000\\n' | imperial ugi
  printf 'setoption name Rules value brandubh\\ngo perft 3\\n' | imperial ugi
  imperial match --rules brandubh --against rollouts:200 \\
      --agent 'ugi[nodes=200]:imperial ugi --network rollouts'")]
pub(super) struct Args {
    /// Rule set to begin with, by name or as a .toml file
    #[arg(long, value_name = "NAME", default_value = "imperial-contest")]
    rules: String,

    /// The network to search with: a file, or one that comes with the program. `rollouts` uses random
    /// games instead. `auto` uses the program's network where it fits the rules, else rollouts
    #[arg(long, value_name = "NETWORK", default_value = "auto")]
    network: String,

    /// Playouts of a search where `go` has no limit
    #[arg(long, value_name = "N", default_value_t = 1000,
          value_parser = clap::value_parser!(u32).range(1..=i64::from(ugi::MOST_PLAYOUTS)))]
    playouts: u32,

    #[command(flatten)]
    computing: Computing,
}

impl Args {
    pub fn run(self) -> anyhow::Result<()> {
        let rules = load_rules(&self.rules).or_usage()?.game;
        let options =
            ugi::Options::new(rules, &self.computing.backend()?)?.with_playouts(self.playouts);
        let options = options.with_network(&self.network).or_usage()?;
        ugi::serve(options, io::BufReader::new(io::stdin()), &mut Output)
    }
}
