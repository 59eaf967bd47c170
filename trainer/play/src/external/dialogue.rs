//! What is said to an engine, by whichever protocol.

use imperial_engine::Side;

use super::asked::{Asked, NewGame};
use super::fault::Fault;
use super::otep::Otep;
use super::spec::{EngineSpec, Protocol};
use super::ugi::Ugi;

/// An engine that has greeted us.
pub(super) enum Dialogue {
    Ugi(Ugi),
    Otep(Otep),
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
