//! Other programs as agents: the other end of the protocols UGI and OTEP, OpenTafl's.
//!
//! - `spec`: how users write an engine: a command, its limits, its options.
//! - `process`, `birth`: a program that is talked to line by line, with deadlines; how it is started.
//! - `asked`: a game, and the move in a position.
//! - `dialogue`: what is said to an engine and what it may answer, in `ugi` and in `otep`.
//! - `record`: the rules as an engine of OpenTafl is told them.
//! - `player`: an engine that plays many games at once, each in a process of its own.
//!
//! # When an engine fails
//!
//! An engine that dies, is silent for too long or breaks off is started again and asked once more, since
//! a question holds the whole game. When it fails again, or plays a move that is not legal, the match
//! stops with an error that says what happened: such a game has no result by the rules, and a result
//! made up for it would be counted as strength. Games that are finished are kept; the same command
//! continues.

mod asked;
mod birth;
mod dialogue;
mod fault;
mod otep;
mod player;
mod process;
mod record;
mod spec;
#[cfg(all(test, unix))]
mod tests;
mod ugi;

pub use fault::Fault;
pub use player::{ExternalPlayer, Seat};
pub use spec::{EngineSpec, ParseEngineError, Protocol};
