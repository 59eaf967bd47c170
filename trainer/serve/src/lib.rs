//! A page on which people play against the agents, look at positions and go through games; bridges to other programs.
//!
//! | module | what it does |
//! |---|---|
//! | [`caps`] | every limit |
//! | `listen`, `room`, `guard`, `asked`, `trouble` | connections, and who makes way where they are many; who may ask; questions read within limits; errors in words |
//! | `server`, `routes`, `assets` | what answers share; what can be asked for; the files of the page |
//! | `rules`, `sheet`, `line`, `records` | rule sets, what the page must know of them, games, and games as text |
//! | `players`, `public` | the agents that pages may ask for; what everybody may ask |
//! | `queue`, `answers` | searches in turns, and what they tell |
//! | `searching`, `look_ahead`, `paced`, `shares` | searches, made to pause; what they say of wins, draws and losses |
//! | `thinking`, `think`, `analyse`, `review` | an agent at a position; its move, an analysis, a game gone through |
//! | [`report`] | games gone through as a page of their own |
//! | [`bridges`] | protocols by which other programs ask the agents |
//!
//! The page knows no rules: the server says what stands where, and which moves are legal. The server keeps no
//! games: every question says how its game went.

mod analyse;
mod answers;
mod asked;
mod assets;
pub mod bridges;
pub mod caps;
#[cfg(fuzzing)]
pub mod fuzzing;
mod guard;
mod line;
mod listen;
mod look_ahead;
mod paced;
mod players;
mod public;
mod queue;
mod records;
pub mod report;
mod review;
mod room;
mod routes;
mod rules;
mod searching;
mod server;
mod shares;
mod sheet;
mod think;
mod thinking;
mod trouble;

use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::Context as _;
use imperial_data::LoadedRules;
use imperial_net::Backend;
use imperial_play::agent::AgentSpec;

use players::Players;
use public::Public;
use queue::Queue;
use routes::routes;
use rules::{Shelf, Wanted};
use server::Server;

/// How to serve.
#[derive(Debug)]
pub struct Settings {
    /// Address and port; port 0 is any that is free.
    pub address: SocketAddr,
    /// Names of this machine that browsers may use, beside `localhost` and addresses in figures.
    pub names: Vec<String>,
    /// The rule set that is shown first.
    pub rules: LoadedRules,
    /// Agents that are offered beside the usual ones. Only they may have networks in files.
    pub agents: Vec<AgentSpec>,
    /// Where networks compute.
    pub backend: Backend,
    /// Threads for all searches.
    pub threads: u16,
    /// Whether everybody may come: only play, and only so often.
    pub public: bool,
}

/// Threads that share one search where there are many.
const THREADS_OF_SEARCH: u16 = 4;

impl Settings {
    fn server(self) -> Server {
        let each = self.threads.clamp(1, THREADS_OF_SEARCH);
        let first = match self.rules.file {
            Some(_) => Wanted::Text(self.rules.text),
            None => Wanted::Name(self.rules.game.name().to_owned()),
        };
        let mut hosts = self.names;
        hosts.push("localhost".to_owned());
        let shelf = Shelf::default();
        if self.public {
            shelf.close(&first);
        }
        Server {
            shelf,
            players: Arc::new(Players::new(self.backend, self.agents, self.public)),
            public: self.public.then(Public::default),
            queue: Queue::new(usize::from(self.threads.max(1).div_ceil(each))),
            room: Server::all_room(),
            threads: each,
            hosts,
            first,
        }
    }
}

/// Where a browser on this machine finds the page of a server at `address`. One that listens at all addresses of the
/// machine has none that is one.
pub fn page_at(address: SocketAddr) -> String {
    if address.ip().is_unspecified() {
        format!("http://localhost:{}/", address.port())
    } else {
        format!("http://{address}/")
    }
}

/// Serves until `stops` says so. `ready` is told the address once the page can be opened.
///
/// # Errors
/// When an agent of the settings cannot play here, or the address cannot be listened at.
pub fn serve(
    settings: Settings,
    ready: impl FnOnce(SocketAddr),
    stops: impl Fn() -> bool,
) -> anyhow::Result<()> {
    let address = settings.address;
    let server = Arc::new(settings.server());
    server.players.load_own()?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .worker_threads(2)
        .max_blocking_threads(caps::SHORT_THREADS)
        .build()
        .context("cannot start the server")?;
    runtime.block_on(async {
        let listener = listen::bind(address).await?;
        ready(listener.local_addr().context("the system does not say which port")?);
        listen::listen(listener, routes(Arc::clone(&server)), stops).await;
        server.queue.close();
        anyhow::Ok(())
    })?;
    // Searches that are in a turn need not end it.
    runtime.shutdown_background();
    Ok(())
}

/// What answers the questions of pages, without connections: for fuzzing.
#[cfg(fuzzing)]
pub fn fuzzed(settings: Settings) -> axum::Router {
    routes(Arc::new(settings.server()))
}

#[cfg(test)]
mod tests;
