//! Rules, boards, moves and search of the tafl games. No files, clock, threads or tensors.

pub mod catalog;
mod encode;
mod game;
pub mod games;
mod outcome;
pub mod perft;
mod pieces;
pub mod search;
mod side;
mod streams;

pub use encode::{Action, BoardShape, Choice, Encode};
pub use game::{First, Game, MoveError, PositionError};
pub use outcome::{Advantage, Cause, Outcome, ParseCauseError, Utility, Wdl};
pub use pieces::PieceKind;
pub use side::{ParseSideError, PerSide, Side};
pub use streams::{derive_seed, game_stream};

/// Version of the engine, as records name it.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
