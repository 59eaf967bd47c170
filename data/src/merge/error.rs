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
    /// A share would be written over, or get the whole into it.
    #[error("`{}` is one of the shares, and the whole must not lie in it; choose another folder", .folder.display())]
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
    /// A folder has finished what another still holds a share of.
    #[error(
        "`{}` holds a share of games that `{}` has from the whole: it was copied from an older state of the whole. Copy \
         that again, and repeat the command with --shard there", .share.display(), .whole.display()
    )]
    Stale {
        /// The folder with the share.
        share: PathBuf,
        /// The folder with all games.
        whole: PathBuf,
    },
    /// A folder has no share where another has one.
    #[error(
        "`{}` is no share, and `{}` holds one: play it with --shard K/N. If it has nothing to play, one of both was \
         copied from an older state of the whole; copy that again", .log.display(), .share.display()
    )]
    NotPlayed {
        /// The log that is not there, or is no share.
        log: PathBuf,
        /// The folder with a share.
        share: PathBuf,
    },
    /// Shares are not there, or twice.
    #[error("`{}`: {}", .log.display(), shares_in_words(.shards, *.count, *.of, *.twice))]
    Shares {
        /// The log inside the folders.
        log: PathBuf,
        /// Numbers of the first of them.
        shards: Vec<u64>,
        /// How many there are.
        count: u64,
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
    /// A game is there twice.
    #[error("{}:{line}: game {game} is there twice", .log.display())]
    Twice {
        /// The log of the share.
        log: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The game.
        game: u64,
    },
    /// A game is not the same wherever it is.
    #[error(
        "{}:{line}: game {game} is another than in `{}`: one of both was played otherwise; play that share again from a \
         fresh copy of the whole", .other.display(), .one.display()
    )]
    OtherGame {
        /// A log.
        one: PathBuf,
        /// Another.
        other: PathBuf,
        /// The line in the other, from 1.
        line: usize,
        /// The game.
        game: u64,
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

impl MergeError {
    /// Most shares that a message names.
    pub(super) const SHARES_NAMED: usize = 10;
}

/// What is wrong with so many shares, the first of which are `shards`.
fn shares_in_words(shards: &[u64], count: u64, of: u64, twice: bool) -> String {
    let what = if twice { "there twice" } else { "missing" };
    if let ([alone], 1) = (shards, count) {
        return format!("share {alone}/{of} is {what}");
    }
    let named = &shards[..shards.len().min(MergeError::SHARES_NAMED)];
    let numbers: Vec<String> = named.iter().map(u64::to_string).collect();
    let more = match count - named.len() as u64 {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("the shares {}{more} of {of} are {what}", numbers.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_shares_are_named_shortly() {
        assert_eq!(shares_in_words(&[1], 1, 2, false), "share 1/2 is missing");
        assert_eq!(shares_in_words(&[1, 4], 2, 8, true), "the shares 1, 4 of 8 are there twice");
        let first: Vec<u64> = (3..13).collect();
        let told = shares_in_words(&first, 90, 99, false);
        assert_eq!(
            told,
            "the shares 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 80 more of 99 are missing"
        );
    }
}
