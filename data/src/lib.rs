//! Game records: written safely, read back, checked through the engine.
//!
//! - [`GameRecord`] is a game as it was played, one line of JSON.
//! - [`GameLog`] appends records to a file that survives being killed; [`read_games`] reads it.
//! - [`replay`] plays a record through the engine and shows every position on the way.
//! - [`opentafl`] reads and writes the rules, positions and games of OpenTafl; [`move_lists`] reads
//!   games that are lists of moves.
//! - [`verify_folder`] checks all that a folder holds; [`export`] walks through it, for those who make
//!   something else of the games.
//!
//! `docs/data.md` documents the formats for users.

#![forbid(unsafe_code)]

mod canonical;
mod check;
pub mod checksums;
mod compared;
mod damaged;
mod done;
pub mod export;
mod files;
mod find_games;
mod fresh;
mod hash;
mod imported;
mod input;
mod is_damage;
mod kept_rules;
mod kernel;
mod line;
mod load;
mod lock;
mod manifest;
mod merge;
pub mod move_lists;
pub mod opentafl;
mod provenance;
mod reader;
mod record;
mod repair;
mod replay;
mod rulebook;
mod shard;
pub mod storage;
mod store;
mod sweep;
mod typed;
mod verify;
mod writable;

pub use canonical::{canonical_ply, make_canonical};
pub use check::{Flaw, MoveList, RecordError};
pub use compared::is_lost;
pub use damaged::{BATCHES_FILE, Damaged, has_lost, was_written};
pub use done::{Done, DoneError};
pub use export::ExportError;
pub use files::{
    FileError, NewFile, find_files, folder_of, make_folder, read_text_if_there, remove, sha256,
    sha256_of_file, write_atomically, write_whole,
};
pub use find_games::find_games;
pub use fresh::FreshFolder;
pub use input::{open_file, read_file, read_named_text, read_text};
pub use is_damage::{file_error, is_damage};
pub use kept_rules::{KeepError, keep_rules};
pub use kernel::{OtherKernel, check_kernel};
pub use load::{LoadError, load_all, load_rules};
pub use lock::{Lock, LockError};
pub use merge::{MergeError, Merged, merge};
pub use provenance::{Provenance, first_difference};
pub use reader::{GameReader, MAX_LINE_BYTES, ReadError, ReadErrorKind, read_games};
pub use record::{
    FORMAT_VERSION, GAMES_FILE, GameRecord, GameResult, JOB_FILE, MoveText, PlyRecord,
};
pub use repair::{Healed, repair_folder};
pub use replay::{Replayed, Step, place_from, policy_over, replay, replay_any, start};
pub use rulebook::{LoadedRules, RuleBook, RulesError, rules_hash};
pub use shard::{ShardError, ShardFile};
pub use store::{Existing, GameLog, Job, JobMismatch, StoreError};
pub use typed::typed;
pub use verify::{FileReport, Problem, ProblemKind, VerifyReport, verify_folder};
pub use writable::{check_replaceable, check_writable};

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
