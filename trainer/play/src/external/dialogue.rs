//! What is said to an engine, by whichever protocol.

use imperial_engine::Side;

use super::fault::Fault;
use super::otep::Otep;
use super::spec::{EngineSpec, Protocol};
use super::ugi::Ugi;

/// An engine that has greeted us.
pub(super) enum Dialogue {
    Ugi(Ugi),
    Otep(Otep),
}

/// The game that is to be played: everything that an engine is told before its first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NewGame {
    /// The rule set as the protocol calls it: its name or its file, or a rules record.
    pub rules: String,
    /// Number from which the engine may draw its chance.
    pub seed: u32,
}

/// Where a game stands when an engine is asked for its move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked<'a> {
    /// The position string that the game began with; `None` is the start of the rules.
    pub start: Option<&'a str>,
    /// The moves from there, in our notation.
    pub moves: &'a [&'a str],
    /// The position string after them.
    pub position: &'a str,
    /// The side to move.
    pub side: Side,
}

impl Asked<'_> {
    /// The position in words, as UGI tells it.
    pub fn command(&self) -> String {
        let start =
            self.start.map_or("position startpos".to_owned(), |s| format!("position fen {s}"));
        if self.moves.is_empty() { start } else { start + " moves " + &self.moves.join(" ") }
    }
}

impl Dialogue {
    /// Starts the engine.
    pub fn open(spec: &EngineSpec) -> Result<Self, Fault> {
        Ok(match spec.protocol() {
            Protocol::Ugi => Self::Ugi(Ugi::open(spec)?),
            Protocol::Otep => Self::Otep(Otep::open(spec)?),
        })
    }

    /// What the engine calls itself; empty if it does not say.
    pub fn name(&self) -> &str {
        match self {
            Self::Ugi(ugi) => ugi.name(),
            Self::Otep(_) => "",
        }
    }

    /// Begins a game.
    pub fn begin(&mut self, game: &NewGame, spec: &EngineSpec) -> Result<(), Fault> {
        match self {
            Self::Ugi(ugi) => ugi.begin(game, spec),
            Self::Otep(otep) => otep.begin(game, spec),
        }
    }

    /// The move that the engine plays, in our notation but not yet read.
    pub fn best_move(&mut self, asked: &Asked<'_>, spec: &EngineSpec) -> Result<String, Fault> {
        match self {
            Self::Ugi(ugi) => ugi.best_move(&asked.command(), spec),
            Self::Otep(otep) => otep.best_move(asked, spec),
        }
    }

    /// Tells the engine that its move is accepted: the move in our notation, and the position string after it.
    pub fn accept(&mut self, mv: &str, after: &str) {
        match self {
            Self::Ugi(_) => {}
            Self::Otep(otep) => otep.accept(mv, after),
        }
    }

    /// Tells the engine that its move cannot be played.
    pub fn refuse(&mut self) {
        match self {
            Self::Ugi(_) => {}
            Self::Otep(otep) => otep.refuse(),
        }
    }

    /// Tells the engine how the game has ended; `None` where it was broken off.
    pub fn finish(&mut self, winner: Option<Option<Side>>) {
        match self {
            Self::Ugi(_) => {}
            Self::Otep(otep) => otep.finish(winner),
        }
    }
}
