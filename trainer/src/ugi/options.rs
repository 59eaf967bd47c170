//! What a user can set: rule set, strength, network, seed, and how the search uses the machine.

use std::io::{self, Write};
use std::path::Path;

use imperial_engine::Encode;
use imperial_engine::catalog::{self, AnyGame, Visit};
use imperial_engine::search::SearchParams;

use super::command::{CommandError, number};
use super::trouble::Trouble;
use crate::experiment::load_rules;
use crate::net::{NetFile, device_named};
use crate::net_player::NetPlayer;

/// Most playouts that can be asked for.
pub(super) const MOST_PLAYOUTS: u32 = 1_000_000;
/// Playouts where nothing is said about the length of a search.
const USUAL_PLAYOUTS: u32 = 1000;
/// Names of all options.
const NAMES: [&str; 8] =
    ["Rules", "Playouts", "Network", "Seed", "Memory", "Reuse", "Batch", "Threads"];
/// Most MiB of a tree.
const MOST_MEMORY: u64 = 1 << 20;
/// Most threads.
const MOST_THREADS: u64 = 256;

/// The options and their values.
pub(super) struct Options {
    /// The game.
    pub rules: AnyGame,
    /// Playouts of a search whose length is not given.
    pub playouts: u32,
    /// The network that judges leaves; without one it is random games.
    pub network: Option<NetPlayer>,
    /// Where all chance of a search comes from.
    pub seed: u32,
    /// Most memory of a tree in MiB; a search whose tree is full ends.
    pub memory: u32,
    /// Whether the tree is kept from one search to the next.
    pub reuse: bool,
    /// Most leaves that are evaluated at once.
    pub batch: u16,
    /// Threads that share them.
    pub threads: u16,
}

impl Options {
    pub fn new(rules: AnyGame) -> Self {
        let SearchParams { memory, batch, .. } = SearchParams::rollouts(USUAL_PLAYOUTS);
        Self {
            rules,
            playouts: USUAL_PLAYOUTS,
            network: None,
            seed: 1855,
            memory,
            reuse: true,
            batch,
            threads: 1,
        }
    }

    /// Tells a program what there is to set.
    pub fn list(&self, output: &mut dyn Write) -> io::Result<()> {
        write!(output, "option name Rules type combo default {}", self.rules.name())?;
        for name in catalog::names() {
            write!(output, " var {name}")?;
        }
        writeln!(output)?;
        let Self { playouts, seed, memory, reuse, batch, threads, .. } = self;
        let mut spin = |name, default: u32, least, most: u64| {
            writeln!(
                output,
                "option name {name} type spin default {default} min {least} max {most}"
            )
        };
        spin("Playouts", *playouts, 1, u64::from(MOST_PLAYOUTS))?;
        spin("Seed", *seed, 0, u64::from(u32::MAX))?;
        spin("Memory", *memory, 1, MOST_MEMORY)?;
        spin("Batch", u32::from(*batch), 1, u64::from(SearchParams::MOST_LEAVES))?;
        spin("Threads", u32::from(*threads), 1, MOST_THREADS)?;
        writeln!(output, "option name Reuse type check default {reuse}")?;
        writeln!(output, "option name Network type string default <empty>")
    }

    /// Sets one option. Says whether the game is another one now.
    pub fn set(&mut self, name: &str, value: &str) -> Result<bool, Trouble> {
        let known = NAMES.into_iter().find(|known| known.eq_ignore_ascii_case(name));
        match known {
            Some("Rules") => {
                let rules = load_rules(value).map_err(Trouble::Option)?.game;
                check_fit(self.network.as_ref(), &rules)?;
                self.rules = rules;
                return Ok(true);
            }
            Some("Playouts") => {
                self.playouts = number("Playouts", value, 1, u64::from(MOST_PLAYOUTS))? as u32;
            }
            Some("Network") => {
                let network = load_network(value).map_err(Trouble::Option)?;
                check_fit(network.as_ref(), &self.rules)?;
                self.network = network;
            }
            Some("Seed") => self.seed = number("Seed", value, 0, u64::from(u32::MAX))? as u32,
            Some("Memory") => self.memory = number("Memory", value, 1, MOST_MEMORY)? as u32,
            Some("Batch") => {
                let most = u64::from(SearchParams::MOST_LEAVES);
                self.batch = number("Batch", value, 1, most)? as u16;
            }
            Some("Threads") => self.threads = number("Threads", value, 1, MOST_THREADS)? as u16,
            Some("Reuse") => self.reuse = flag("Reuse", value)?,
            _ => {
                let error = CommandError::UnknownOption(name.to_owned(), NAMES.join(", "));
                return Err(error.into());
            }
        }
        Ok(false)
    }
}

/// Reads a check box.
fn flag(name: &str, value: &str) -> Result<bool, CommandError> {
    let error = || CommandError::Flag { name: name.to_owned(), found: value.to_owned() };
    value.parse().map_err(|_| error())
}

/// The network of a file; nothing and `<empty>`, as UCI writes it, mean none.
fn load_network(file: &str) -> anyhow::Result<Option<NetPlayer>> {
    if file.is_empty() || file == "<empty>" {
        return Ok(None);
    }
    let device = device_named("cpu")?;
    let network = NetFile::load(Path::new(file), &device)?;
    NetPlayer::new(network, &device).map(Some)
}

/// Whether the network was made for games like this one.
fn check_fit(network: Option<&NetPlayer>, rules: &AnyGame) -> Result<(), Trouble> {
    struct Fit<'a>(&'a NetPlayer);

    impl Visit for Fit<'_> {
        type Output = anyhow::Result<()>;

        fn visit<G: Encode + 'static>(self, game: &G) -> Self::Output {
            Ok(self.0.config().check_game(game)?)
        }
    }

    network.map_or(Ok(()), |network| rules.visit(Fit(network)).map_err(Trouble::Option))
}
