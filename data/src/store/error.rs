//! What can go wrong with a game log.

use std::path::PathBuf;

use super::JobMismatch;
use crate::check::RecordError;
use crate::damaged::Damaged;
use crate::done::{DoneError, PROMISE};
use crate::files::FileError;
use crate::reader::{MAX_LINE_BYTES, ReadError};

/// A game log that cannot be opened or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file system refused.
    #[error("{0}")]
    File(#[from] FileError),
    /// Another process writes this log.
    #[error("`{}` is open in another process; wait until it ends, or choose another folder", .path.display())]
    Locked {
        /// The log.
        path: PathBuf,
    },
    /// A file beside it is not what was written.
    #[error("{0}")]
    Damaged(#[from] Damaged),
    /// A line cannot be read; it is not the last, or it is complete.
    #[error(
        "{0}; `imperial verify --repair` sets such lines aside, and the job plays their games again"
    )]
    Read(#[from] ReadError),
    /// A line is a game of another job.
    #[error("{}:{line}: {mismatch}", .path.display())]
    OtherJob {
        /// The log.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// How the jobs differ.
        mismatch: JobMismatch,
    },
    /// Two lines have the same game number.
    #[error(
        "{}:{line}: game {game} is there already, at line {first}; `imperial verify --repair` keeps one of them",
        .path.display()
    )]
    Duplicate {
        /// The log.
        path: PathBuf,
        /// The second line, from 1.
        line: usize,
        /// The first line.
        first: usize,
        /// The game number.
        game: u64,
    },
    /// The games are not what was finished.
    #[error("{0}")]
    Done(#[from] DoneError),
    /// Healed games are not what they were.
    #[error(
        "`{}` was damaged and is not the same as when it was first finished; delete this file and \
         `{PROMISE}` beside it, and repeat the command, which plays all its games again",
        .path.display()
    )]
    OtherGames {
        /// The log.
        path: PathBuf,
    },
    /// The record to append is flawed.
    #[error("{0}")]
    Record(#[from] RecordError),
    /// The record to append is of another job.
    #[error("game {game}: {mismatch}")]
    NotOfJob {
        /// The game number.
        game: u64,
        /// How the jobs differ.
        mismatch: JobMismatch,
    },
    /// The number of the record to append is there already.
    #[error("game {game} is there already")]
    Exists {
        /// The game number.
        game: u64,
    },
    /// The line of the record would be longer than any that is read.
    #[error("game {game} takes {bytes} bytes, more than the {} MiB of the longest line", MAX_LINE_BYTES >> 20)]
    TooLong {
        /// The game number.
        game: u64,
        /// Length of its line without any search.
        bytes: u64,
    },
    /// A record could not be made into JSON.
    #[error("cannot encode the game: {0}")]
    Encode(serde_json::Error),
    /// An earlier write failed.
    #[error("an earlier write to `{}` failed; open it again to repair it", .path.display())]
    Broken {
        /// The log.
        path: PathBuf,
    },
}
