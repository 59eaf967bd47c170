//! An engine that plays many games at once, each in a process of its own.

use std::fmt;
use std::path::absolute;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::Context as _;
use imperial_data::LoadedRules;

use super::dialogue::{Dialogue, NewGame};
use super::fault::Fault;
use super::spec::EngineSpec;
use crate::tell;

/// Characters of a position that an error shows; the end matters most.
const LONGEST_SHOWN: usize = 200;

/// An engine that is ready to play. Clones share their processes.
#[derive(Clone)]
pub struct ExternalPlayer {
    shared: Arc<Shared>,
}

struct Shared {
    spec: EngineSpec,
    name: String,
    /// Processes that play no game.
    idle: Mutex<Vec<Dialogue>>,
}

impl ExternalPlayer {
    /// Starts the engine once, to see whether it works.
    ///
    /// # Errors
    /// When it cannot be started, does not answer or lacks an option.
    pub fn new(spec: &EngineSpec) -> anyhow::Result<Self> {
        let engine = Dialogue::open(spec).with_context(|| telling(spec))?;
        let program = spec.command().first().map_or("engine", String::as_str);
        let name = if engine.name().is_empty() { program } else { engine.name() }.to_owned();
        let idle = Mutex::new(vec![engine]);
        Ok(Self { shared: Arc::new(Shared { spec: spec.clone(), name, idle }) })
    }

    /// The name in records: `ugi:imperial 0.1.0 (nodes 200)`.
    pub fn label(&self) -> String {
        format!("ugi:{} ({})", self.shared.name, self.shared.spec.settings())
    }

    /// Checks that the engine accepts a rule set.
    ///
    /// # Errors
    /// When it complains.
    pub fn check_rules(&self, rules: &LoadedRules) -> anyhow::Result<()> {
        self.sit_down(rules, 0).engine().map(drop).with_context(|| telling(&self.shared.spec))
    }

    /// Takes part in a new game. `seed` is what the engine may draw its chance from.
    pub fn sit_down(&self, rules: &LoadedRules, seed: u32) -> Seat {
        let file = rules.file.as_ref().map(|file| absolute(file).unwrap_or_else(|_| file.clone()));
        let name = || rules.game.name().to_owned();
        let rules = file.map_or_else(name, |file| file.display().to_string());
        Seat { player: self.clone(), game: NewGame { rules, seed }, engine: None }
    }
}

impl Shared {
    fn idle(&self) -> MutexGuard<'_, Vec<Dialogue>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for ExternalPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExternalPlayer").field("name", &self.shared.name).finish_non_exhaustive()
    }
}

/// An engine's part in one game.
pub struct Seat {
    player: ExternalPlayer,
    game: NewGame,
    /// The process, from its first move on.
    engine: Option<Dialogue>,
}

impl Seat {
    /// Asks for the move in the position that `moves` lead to from `start`, a position string, or
    /// from the start of the game. `read` makes a move of the answer.
    ///
    /// # Errors
    /// When the engine fails twice, complains, or its move cannot be read; when the user interrupts.
    pub fn choose<M>(
        &mut self,
        start: Option<&str>,
        moves: &[&str],
        read: impl Fn(&str) -> Result<M, imperial_engine::MoveError>,
    ) -> anyhow::Result<M> {
        let mut position =
            start.map_or("position startpos".to_owned(), |s| format!("position fen {s}"));
        if !moves.is_empty() {
            position = position + " moves " + &moves.join(" ");
        }
        let answer = match self.ask(&position) {
            Err(fault) if fault.is_passing() => {
                tell!("warning: {} {fault}; it is started again", telling(self.spec()));
                self.ask(&position)
            }
            answer => answer,
        };
        let chosen = answer.and_then(|text| Ok(read(&text)?));
        chosen.map_err(|fault| self.explained(fault, &position))
    }

    fn spec(&self) -> &EngineSpec {
        &self.player.shared.spec
    }

    fn ask(&mut self, position: &str) -> Result<String, Fault> {
        let shared = Arc::clone(&self.player.shared);
        let answer = self.engine()?.best_move(position, &shared.spec);
        if answer.is_err() {
            // What it may say later would be taken for an answer to something else.
            self.engine = None;
        }
        answer
    }

    /// The process that plays this game; one that is idle, or a new one.
    fn engine(&mut self) -> Result<&mut Dialogue, Fault> {
        let shared = &self.player.shared;
        let engine = match self.engine.take() {
            Some(engine) => engine,
            None => {
                let idle = shared.idle().pop();
                let mut engine = idle.map_or_else(|| Dialogue::open(&shared.spec), Ok)?;
                engine.begin(&self.game, &shared.spec)?;
                engine
            }
        };
        Ok(self.engine.insert(engine))
    }

    fn explained(&self, fault: Fault, position: &str) -> anyhow::Error {
        match fault {
            Fault::Interrupted(interrupted) => interrupted.into(),
            fault => anyhow::Error::new(fault).context(format!(
                "the match stops at `{}`, finished games are kept: {}",
                tail(position),
                telling(self.spec()),
            )),
        }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        if let Some(engine) = self.engine.take() {
            self.player.shared.idle().push(engine);
        }
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seat").field("game", &self.game).finish_non_exhaustive()
    }
}

fn telling(spec: &EngineSpec) -> String {
    format!("the engine `ugi{spec}`")
}

/// The end of a long text.
fn tail(text: &str) -> String {
    let cut = text.chars().count().saturating_sub(LONGEST_SHOWN);
    let dots = if cut > 0 { "…" } else { "" };
    dots.chars().chain(text.chars().skip(cut)).collect()
}
