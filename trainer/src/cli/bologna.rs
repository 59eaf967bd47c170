//! `imperial bologna`.

use std::net::{IpAddr, Ipv4Addr, TcpListener, TcpStream};
use std::time::Duration;

use anyhow::Context as _;
use imperial_data::{LoadedRules, load_rules};
use imperial_engine::catalog::AnyGame;
use imperial_engine::{PerSide, Side};
use imperial_serve::bridges::bologna::{RULES, Turn, enter, host, port};

use super::agents::agents_help;
use super::options::Thinking;
use super::usage::OrUsage as _;
use crate::cli::say::sayln;

/// Play in the Tablut competition of the University of Bologna, or hold one
///
/// Speaks the TCP protocol of the competition, under the rules tablut-unibo. White has the defenders.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  imperial bologna host --time 60
  imperial bologna play --side defenders --agent network:400")]
pub(super) struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, clap::Subcommand)]
enum Task {
    Play(Box<Play>),
    Host(Host),
}

/// Play one game on a server of the competition
#[derive(Debug, clap::Args)]
#[command(after_help = concat!("\
Examples:
  imperial bologna play --side defenders
  imperial bologna play --side attackers --server 192.168.1.20 \\
      --agent alphabeta:50s", agents_help!()))]
struct Play {
    /// Your side: attackers are black, defenders white
    #[arg(long, value_name = "SIDE")]
    side: Side,

    /// The server
    #[arg(long, value_name = "NAME", default_value = "localhost")]
    server: String,

    /// Its port; 5800 for the defenders and 5801 for the attackers if not given
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,

    /// The name that the server hears
    #[arg(long, value_name = "NAME", default_value = "imperial")]
    name: String,

    #[command(flatten)]
    thinking: Thinking,

    /// Seed of everything random
    #[arg(long, default_value_t = 1855)]
    seed: u64,
}

/// Let two players play one game, and print it
///
/// Who sends no legal move in time loses.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  imperial bologna host
  imperial bologna host --time 10 --address 0.0.0.0")]
struct Host {
    /// Seconds for a move
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    time: u64,

    /// Address to listen at. Others than 127.0.0.1 let other machines in
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
}

impl Args {
    pub fn run(self) -> anyhow::Result<()> {
        let rules = load_rules(RULES)?;
        match self.task {
            Task::Play(args) => args.run(&rules),
            Task::Host(args) => args.run(&rules.game),
        }
    }
}

impl Play {
    fn run(&self, rules: &LoadedRules) -> anyhow::Result<()> {
        let agent = self.thinking.prepare(rules)?;
        let door = (self.server.as_str(), self.port.unwrap_or(port(self.side)));
        let mut stream = TcpStream::connect(door)
            .with_context(|| format!("no server answers at {}:{}", door.0, door.1))?;
        stream.set_nodelay(true)?;
        let (named, chance) = ((self.side, &*self.name), (self.seed, self.thinking.threads()));
        let end = enter(rules, &mut stream, named, &agent, chance, &mut |mv| sayln!("{mv}"))?;
        sayln!("{}", result(end));
        Ok(())
    }
}

impl Host {
    fn run(&self, game: &AnyGame) -> anyhow::Result<()> {
        let open = |side| {
            let door = (self.address, port(side));
            TcpListener::bind(door)
                .with_context(|| format!("cannot listen at {}, port {}", door.0, door.1))
        };
        let doors = PerSide {
            attackers: open(Side::Attackers).or_usage()?,
            defenders: open(Side::Defenders).or_usage()?,
        };
        sayln!("Waiting for white at port 5800 and for black at port 5801.");
        let hosted = host(game, &doors, Duration::from_secs(self.time))?;
        sayln!("{} (white) against {} (black)", hosted.names.defenders, hosted.names.attackers);
        sayln!("{}", hosted.moves.join(" "));
        if let Some(fault) = hosted.fault {
            sayln!("{fault}");
        }
        sayln!("{}", result(hosted.end));
        Ok(())
    }
}

fn result(end: Turn) -> &'static str {
    match end.winner() {
        Some(Some(Side::Defenders)) => "White wins.",
        Some(Some(Side::Attackers)) => "Black wins.",
        Some(None) => "The game is drawn.",
        None => "The game has no end.",
    }
}
