//! What a user can set: rule set, strength, network, seed, and how the search uses the machine.

use std::io::{self, Write};

use imperial_engine::catalog::{self, AnyGame};
use imperial_engine::search::SearchParams;

use super::command::{CommandError, number};
use super::evaluator::{AUTO, EvaluatorChoice};
use super::trouble::Trouble;
use imperial_data::load_rules;
use imperial_net::Backend;
use imperial_play::analysis::USUAL_LEAVES;

/// Most playouts that can be asked for.
pub const MOST_PLAYOUTS: u32 = 1_000_000;
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
#[derive(Debug)]
pub struct Options {
    /// The game.
    pub(super) rules: AnyGame,
    /// Playouts of a search whose length is not given.
    pub(super) playouts: u32,
    /// Who evaluates leaves.
    pub(super) evaluator: EvaluatorChoice,
    /// Where all chance of a search comes from.
    pub(super) seed: u32,
    /// Most memory of a tree in MiB; a search whose tree is full ends.
    pub(super) memory: u32,
    /// Whether the tree is kept from one search to the next.
    pub(super) reuse: bool,
    /// Most leaves that are evaluated at once; a search of few playouts takes fewer.
    pub(super) batch: u16,
    /// Threads that share them; 0: all cores.
    pub(super) threads: u16,
}

impl Options {
    /// The defaults: a thousand playouts, judged by the network of the program where it fits.
    ///
    /// # Errors
    /// When that network cannot be loaded.
    pub fn new(rules: AnyGame, backend: &Backend) -> anyhow::Result<Self> {
        Ok(Self {
            evaluator: EvaluatorChoice::choose(AUTO, &rules, backend)?,
            rules,
            playouts: USUAL_PLAYOUTS,
            seed: 1855,
            memory: SearchParams::MEMORY,
            reuse: true,
            batch: USUAL_LEAVES,
            threads: 0,
        })
    }

    /// Another default number of playouts.
    #[must_use]
    pub fn with_playouts(self, playouts: u32) -> Self {
        Self { playouts, ..self }
    }

    /// Another evaluator: the name or the file of a network, `rollouts` or `auto`.
    ///
    /// # Errors
    /// When there is no such network, or it was made for other games.
    pub fn with_network(self, chosen: &str) -> anyhow::Result<Self> {
        Ok(Self { evaluator: self.evaluator.choose_again(chosen, &self.rules)?, ..self })
    }

    /// Tells a program what there is to set.
    pub(super) fn list(&self, output: &mut dyn Write) -> io::Result<()> {
        write!(output, "option name Rules type combo default {}", self.rules.name())?;
        for name in catalog::names() {
            write!(output, " var {name}")?;
        }
        writeln!(output)?;
        let Self { playouts, evaluator, seed, memory, reuse, batch, threads, .. } = self;
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
        spin("Threads", u32::from(*threads), 0, MOST_THREADS)?;
        writeln!(output, "option name Reuse type check default {reuse}")?;
        writeln!(output, "option name Network type string default {}", evaluator.chosen)?;
        self.tell_judges(output)
    }

    /// Says who evaluates leaves.
    pub(super) fn tell_judges(&self, output: &mut dyn Write) -> io::Result<()> {
        writeln!(output, "info string {}", self.evaluator)
    }

    /// Sets one option. Says whether the game is another one now.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<bool, Trouble> {
        let known = NAMES.into_iter().find(|known| known.eq_ignore_ascii_case(name));
        match known {
            Some("Rules") => {
                let rules = load_rules(value).map_err(|error| Trouble::Option(error.into()))?.game;
                self.evaluator = self.evaluator.under(&rules).map_err(Trouble::Option)?;
                self.rules = rules;
                return Ok(true);
            }
            Some("Playouts") => {
                self.playouts = number("Playouts", value, 1, u64::from(MOST_PLAYOUTS))? as u32;
            }
            Some("Network") => {
                self.evaluator =
                    self.evaluator.choose_again(value, &self.rules).map_err(Trouble::Option)?;
            }
            Some("Seed") => self.seed = number("Seed", value, 0, u64::from(u32::MAX))? as u32,
            Some("Memory") => self.memory = number("Memory", value, 1, MOST_MEMORY)? as u32,
            Some("Batch") => {
                let most = u64::from(SearchParams::MOST_LEAVES);
                self.batch = number("Batch", value, 1, most)? as u16;
            }
            Some("Threads") => self.threads = number("Threads", value, 0, MOST_THREADS)? as u16,
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
