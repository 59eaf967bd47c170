//! What a user can set: rule set, strength, network, seed.

use std::io::{self, Write};
use std::path::Path;

use imperial_engine::Encode;
use imperial_engine::catalog::{self, AnyGame, Visit};

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
const NAMES: [&str; 4] = ["Rules", "Playouts", "Network", "Seed"];

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
}

impl Options {
    pub fn new(rules: AnyGame) -> Self {
        Self { rules, playouts: USUAL_PLAYOUTS, network: None, seed: 1855 }
    }

    /// Tells a program what there is to set.
    pub fn list(&self, output: &mut dyn Write) -> io::Result<()> {
        write!(output, "option name Rules type combo default {}", self.rules.name())?;
        for name in catalog::names() {
            write!(output, " var {name}")?;
        }
        writeln!(output)?;
        let Self { playouts, seed, .. } = self;
        writeln!(
            output,
            "option name Playouts type spin default {playouts} min 1 max {MOST_PLAYOUTS}"
        )?;
        writeln!(output, "option name Network type string default <empty>")?;
        writeln!(output, "option name Seed type spin default {seed} min 0 max {}", u32::MAX)
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
            _ => {
                let error = CommandError::UnknownOption(name.to_owned(), NAMES.join(", "));
                return Err(error.into());
            }
        }
        Ok(false)
    }
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
