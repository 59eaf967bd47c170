//! The notation of OpenTafl: rules records, position records and game records (`.otg`).
//!
//! - [`read_rules`] and [`write_rules`] translate rule sets. Switches that OpenTafl has no key for
//!   travel in keys that begin with [`EXTENSION`], which OpenTafl ignores.
//! - [`read_position`] and [`write_position`] translate boards. A position record has neither the
//!   side to move nor clocks; they are given apart.
//! - [`GameReader`] and [`write_game`] translate games, every move through the engine.
//! - [`read_move`], [`write_move`] and [`load_record`] translate what engines tell each other.
//! - [`import_opentafl`] and [`export_opentafl`] do it with whole folders.
//!
//! Reading is tolerant, writing conservative: every key that matters is written out, in the form
//! that OpenTafl's own parser is known to read. What one side cannot say is refused by name.
//! `docs/opentafl.md` has the tables for users.

mod export;
mod extension;
mod file;
mod formations;
mod game_end;
mod game_error;
mod grid;
mod import;
mod keys;
mod kinds;
mod moves;
mod play;
mod read_game;
mod read_rules;
mod special;
mod spoken;
mod squares;
mod text;
mod toml_text;
mod write_game;
mod write_rules;

pub use export::{OpenTaflExport, RefusedGame, export_opentafl};
pub use file::MAX_GAME_BYTES;
pub use game_error::{GameFileError, GameTrouble};
pub use grid::{MAX_POSITION_BYTES, read_position, write_position};
pub use keys::EXTENSION;
pub(crate) use play::{looks_like_a_move, play_written};
pub(crate) use text::shorten;

pub use import::{ImportError, ImportReport, Problem, import_opentafl};
pub use keys::{Law, MAX_RULES_BYTES, RulesRecordError};
pub use read_game::{GameReader, ReadGame};
pub use read_rules::{RulesRecord, read_rules};
pub use spoken::{load_record, read_move, simple_move, write_move};
pub use write_game::{WriteGameError, write_game};
pub use write_rules::write_rules;
