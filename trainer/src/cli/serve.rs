//! `imperial serve`.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::process::{Command, Stdio};

use imperial_serve::{Settings, page_at};

use super::agents::agents_help;
use super::options::Computing;
use super::usage::OrUsage as _;
use crate::cli::say::sayln;
use imperial_data::load_rules;
use imperial_play::agent::AgentSpec;
use imperial_play::analysis::all_cores;
use imperial_play::{interrupt, tell};

/// Play, analyse and review on a page in your browser
///
/// Opens a page on this machine. On it you play any rule set against an agent or another person, or let two
/// agents play. You look at positions with the network, and have every move of a game graded. The page asks for nothing
/// elsewhere. Ctrl-C ends it.
#[derive(Debug, clap::Args)]
#[command(after_help = concat!("\
Examples:
  imperial serve --open
  imperial serve --rules copenhagen --port 8000
  imperial serve --agent network:400@mine.net
  imperial serve --host 0.0.0.0 --name board.home
                               for the machines around you
  imperial serve --public --name play.example.org
                               for everybody, behind a reverse proxy", agents_help!()))]
pub(super) struct Args {
    /// Rule set to begin with, by name or as a .toml file
    #[arg(long, value_name = "NAME", default_value = "imperial-contest")]
    rules: String,

    /// An agent to offer beside the usual ones; may be repeated. The first with playouts looks at positions, too
    #[arg(long, value_name = "AGENT")]
    agent: Vec<AgentSpec>,

    /// Port to listen at; 0 is any that is free
    #[arg(long, value_name = "PORT", default_value_t = 1855)]
    port: u16,

    /// Address to listen at. Others than 127.0.0.1 let other machines in; there is no password
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,

    /// A name of this machine by which browsers may ask for the page; may be given several times
    #[arg(long, value_name = "NAME")]
    name: Vec<String>,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,

    /// Serve everybody, behind a reverse proxy: only play, by the program's rule sets, and only so often
    #[arg(long)]
    public: bool,

    #[command(flatten)]
    computing: Computing,

    /// Threads that search; all cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
}

impl Args {
    pub fn run(self) -> anyhow::Result<()> {
        let settings = Settings {
            address: SocketAddr::new(self.host, self.port),
            names: self.name,
            rules: load_rules(&self.rules).or_usage()?,
            agents: self.agent,
            backend: self.computing.backend()?,
            threads: self.threads.unwrap_or_else(all_cores),
            public: self.public,
        };
        let ready = |address: SocketAddr| {
            let page = page_at(address);
            sayln!("The page is at {page} until you press Ctrl-C.");
            if address.ip().is_unspecified() {
                tell!(
                    "note: on other machines use this one's address, or a name that --name gives it"
                );
            }
            if self.open && !open(&page) {
                tell!("note: no browser could be started; open the page yourself");
            }
        };
        imperial_serve::serve(settings, ready, || interrupt::check().is_err()).or_usage()?;
        // It ends when it is asked to, and with the exit code that says so.
        Ok(interrupt::check()?)
    }
}

/// Asks the system to show a page. Whether somebody took it.
fn open(page: &str) -> bool {
    let program = match () {
        () if cfg!(target_os = "macos") => "open",
        () if cfg!(target_os = "windows") => "explorer",
        () => "xdg-open",
    };
    let command =
        Command::new(program).arg(page).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    command.is_ok()
}
