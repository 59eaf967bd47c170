//! Why shares cannot be joined.

use std::path::PathBuf;

use crate::check::RecordError;
use crate::damaged::Damaged;
use crate::done::DoneError;
use crate::files::FileError;
use crate::lock::LockError;
use crate::reader::ReadError;
use crate::shard::ShardError;

/// Shares that cannot be joined.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// The file system refused.
    #[error("{0}")]
    File(#[from] FileError),
    /// Somebody still plays.
    #[error("{0}")]
    Locked(#[from] LockError),
    /// A line of a share cannot be read.
    #[error(
        "{0}; `imperial verify --repair` sets such lines aside, and the same command plays their games again"
    )]
    Read(#[from] ReadError),
    /// What a share says of itself is not so.
    #[error("{0}")]
    Shard(#[from] ShardError),
    /// A file of a share is not what was written.
    #[error("{0}")]
    Damaged(#[from] Damaged),
    /// All games are there, but nothing says that they are whole.
    #[error(
        "the share of `{}` was stopped before its end; repeat the command with --shard that plays it", .log.display()
    )]
    Unsealed {
        /// The log of the share.
        log: PathBuf,
    },
    /// A game is flawed.
    #[error("{0}")]
    Record(#[from] RecordError),
    /// The joined log was finished before, and is not what it was.
    #[error("{0}")]
    Done(#[from] DoneError),
    /// A share would be written over.
    #[error("`{}` is one of the shares; choose another folder for the whole", .folder.display())]
    Itself {
        /// The folder.
        folder: PathBuf,
    },
    /// A folder holds no share.
    #[error("`{}` holds no share of a job: play one with --shard K/N", .folder.display())]
    NoShare {
        /// The folder.
        folder: PathBuf,
    },
    /// A file cannot be understood.
    #[error("`{}`: {error}", .path.display())]
    Unclear {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: serde_json::Error,
    },
    /// Shares of different jobs, or played otherwise.
    #[error("`{}` and `{}` are not of one job: {how}", .one.display(), .other.display())]
    Different {
        /// A file of one share.
        one: PathBuf,
        /// That of another.
        other: PathBuf,
        /// The first difference.
        how: String,
    },
    /// A share is not there, or twice.
    #[error("`{}`: share {shard}/{of} is {}", .log.display(), if *.twice { "there twice" } else { "missing" })]
    Share {
        /// The log inside the folders.
        log: PathBuf,
        /// Number of the share.
        shard: u64,
        /// Number of shares.
        of: u64,
        /// Twice, or not at all.
        twice: bool,
    },
    /// Games are not there.
    #[error(
        "`{}` lacks {missing} of its games, the first of them number {first}; repeat the command with --shard that plays \
         this share", .log.display()
    )]
    Missing {
        /// The log of the share.
        log: PathBuf,
        /// How many.
        missing: u64,
        /// The first.
        first: u64,
    },
    /// A game is not of the share, or there twice.
    #[error("{}:{line}: game {game} {}", .log.display(), if *.twice { "is there twice" } else { "is not of this share" })]
    Game {
        /// The log of the share.
        log: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The game.
        game: u64,
        /// Twice, or of another share.
        twice: bool,
    },
    /// A game is of another job than the first.
    #[error("{}:{line}: {mismatch}", .log.display())]
    OtherJob {
        /// The log of the share.
        log: PathBuf,
        /// The line, from 1.
        line: usize,
        /// How the jobs differ.
        mismatch: crate::store::JobMismatch,
    },
    /// What is in the folder to write to is something else.
    #[error("`{}` is there and is not what these shares make; choose another folder", .path.display())]
    OtherThere {
        /// The file.
        path: PathBuf,
    },
}
