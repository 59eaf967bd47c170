//! An engine that plays many games at once, each in a process of its own.

use std::fmt;
use std::path::{Path, absolute};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::Context as _;
use imperial_data::LoadedRules;
use imperial_engine::{Game, Outcome};

use super::asked::{Asked, NewGame};
use super::dialogue::Dialogue;
use super::fault::Fault;
use super::record::rules_record;
use super::spec::{EngineSpec, Protocol};
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
        let name = name_of(spec, engine.name());
        let idle = Mutex::new(vec![engine]);
        Ok(Self { shared: Arc::new(Shared { spec: spec.clone(), name, idle }) })
    }

    /// The name in records: `ugi:imperial 0.1.0 (nodes 200)`, `otep:OpenTafl (movetime 1000)`.
    pub fn label(&self) -> String {
        let Shared { spec, name, .. } = &*self.shared;
        format!("{}:{name} ({})", spec.protocol().word(), spec.settings())
    }

    /// Checks that the engine accepts a rule set.
    ///
    /// # Errors
    /// When it complains, or the rules cannot be told to it.
    pub fn check_rules(&self, rules: &LoadedRules) -> anyhow::Result<()> {
        self.sit_down(rules, 0)?.engine().map(drop).with_context(|| telling(&self.shared.spec))
    }

    /// Takes part in a new game. `seed` is what the engine may draw its chance from.
    ///
    /// # Errors
    /// When the rules cannot be told to it.
    pub fn sit_down(&self, rules: &LoadedRules, seed: u32) -> anyhow::Result<Seat> {
        let spec = &self.shared.spec;
        let rules = match spec.protocol() {
            Protocol::Ugi => name_or_file(rules),
            Protocol::Otep => {
                rules_record(rules, spec.extensions()).with_context(|| telling(spec))?
            }
        };
        Ok(Seat { player: self.clone(), game: NewGame { rules, seed }, engine: None })
    }
}

/// The name of a rule set, or its file.
fn name_or_file(rules: &LoadedRules) -> String {
    let file = rules.file.as_ref().map(|file| absolute(file).unwrap_or_else(|_| file.clone()));
    file.map_or_else(|| rules.game.name().to_owned(), |file| file.display().to_string())
}

/// The name of an engine in records: what the user or it says, else its program without the folders.
fn name_of(spec: &EngineSpec, its_own: &str) -> String {
    let said = spec.name().or(Some(its_own).filter(|name| !name.is_empty()));
    let program = || spec.command().first().map_or("engine", String::as_str);
    match (said, spec.protocol()) {
        (Some(name), _) => name.to_owned(),
        (None, Protocol::Ugi) => program().to_owned(),
        (None, Protocol::Otep) => {
            let file = Path::new(program()).file_name().map(|name| name.to_string_lossy());
            file.map_or_else(|| program().to_owned(), std::borrow::Cow::into_owned)
        }
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
    /// Asks for the move in `position`, to which `moves` lead from `start`, a position string, or from the
    /// start of the game.
    ///
    /// # Errors
    /// When the engine fails twice, complains, or its move cannot be read; when the user interrupts.
    pub fn choose<G: Game>(
        &mut self,
        game: &G,
        position: &G::Position,
        start: Option<&str>,
        moves: &[&str],
    ) -> anyhow::Result<G::Move> {
        let (text, side) = (game.format_position(position), game.side_to_move(position));
        let asked = Asked { start, moves, position: &text, side };
        let answer = match self.ask(&asked) {
            Err(fault) if fault.is_passing() => {
                tell!("warning: {} {fault}; it is started again", telling(self.spec()));
                self.ask(&asked)
            }
            answer => answer,
        };
        let chosen = answer.and_then(|text| Ok(game.parse_move(position, &text)?));
        self.reply(game, position, &chosen);
        chosen.map_err(|fault| self.explained(fault, &asked.command()))
    }

    /// Tells the engine whether its move is accepted.
    fn reply<G: Game>(
        &mut self,
        game: &G,
        position: &G::Position,
        chosen: &Result<G::Move, Fault>,
    ) {
        let Some(engine) = &mut self.engine else { return };
        match chosen {
            Ok(mv) => {
                let mut after = position.clone();
                game.play(&mut after, *mv);
                engine.accept(&game.format_move(position, *mv), &game.format_position(&after));
            }
            Err(Fault::Move(_)) => engine.refuse(),
            Err(_) => {}
        }
    }

    /// Tells the engine how the game has ended.
    pub fn finish(&mut self, outcome: Outcome) {
        if let Some(engine) = &mut self.engine {
            engine.finish(Some(outcome.winner));
        }
    }

    fn spec(&self) -> &EngineSpec {
        &self.player.shared.spec
    }

    fn ask(&mut self, asked: &Asked<'_>) -> Result<String, Fault> {
        let shared = Arc::clone(&self.player.shared);
        let answer = self.engine()?.best_move(asked, &shared.spec);
        if answer.as_ref().is_err_and(|fault| !matches!(fault, Fault::Move(_))) {
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
                "play stops at `{}`; games that ended before are kept where a folder is given: {}",
                tail(position),
                telling(self.spec()),
            )),
        }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        if let Some(mut engine) = self.engine.take() {
            engine.finish(None);
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
    format!("the engine `{spec}`")
}

/// The end of a long text.
fn tail(text: &str) -> String {
    let cut = text.chars().count().saturating_sub(LONGEST_SHOWN);
    let dots = if cut > 0 { "…" } else { "" };
    dots.chars().chain(text.chars().skip(cut)).collect()
}
