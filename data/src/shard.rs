//! The share of a job that one machine plays, and what it says of itself.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::files::{FileError, folder_of, hex, remove, write_whole};
use crate::input::read_found;
use crate::reader::{ReadError, ReadErrorKind, read_lines};
use crate::typed::typed;

/// Which games the log of a share is to have, and who plays them; stored as `games.shard.json` beside it until all
/// shares are joined. The log may have others besides, with which it was copied from the whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShardFile {
    /// Games of this share leave this number when theirs is divided by `of`.
    pub shard: u64,
    /// Number of shares.
    pub of: u64,
    /// Numbers of the games that all shares are to have together: the first of a range, and the first after it.
    pub games: Vec<(u64, u64)>,
    /// Version of the program that plays.
    pub version: String,
    /// Where the networks compute that play, by the names of `--device`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    /// What [`digest`] gives of the games, since they are all there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sealed: Option<String>,
    /// The same from before the games were healed, as long as they are not that again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    promised: Option<String>,
}

/// A share that cannot be relied on.
#[derive(Debug, thiserror::Error)]
pub enum ShardError {
    /// The file system refused.
    #[error("{0}")]
    File(#[from] FileError),
    /// What a share says of itself cannot be understood.
    #[error("`{}`: {error}; restore it from a copy, or delete it and repeat the command with --shard that \
             plays it", .path.display())]
    Unclear {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: serde_json::Error,
    },
    /// The games are not those of the share when it was complete.
    #[error(
        "`{}` has changed since its share was complete; restore it from a copy, or `imperial verify --repair {}` keeps \
         what is good of it, and the command with --shard plays the rest again",
        .games.display(), typed(folder_of(.games).display())
    )]
    Changed {
        /// The log.
        games: PathBuf,
    },
    /// Healed games are not what they were.
    #[error(
        "`{}` was damaged and is not the same as when its share was first complete; delete this file and `{}` beside \
         it, and repeat the command, which plays all its games again",
        .games.display(), ShardFile::NAME
    )]
    OtherGames {
        /// The log.
        games: PathBuf,
    },
}

impl ShardFile {
    /// Its name.
    pub const NAME: &str = "games.shard.json";

    /// A share that this program begins to play.
    pub fn new((shard, of): (u64, u64), games: Vec<(u64, u64)>, device: Option<String>) -> Self {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Self { shard, of, games, version, device, sealed: None, promised: None }
    }

    /// Where it stands for a log.
    pub fn path(games: &Path) -> PathBuf {
        games.with_file_name(Self::NAME)
    }

    /// What is said of the log at `games`; `None` where it is no share.
    ///
    /// # Errors
    /// When the file is there and cannot be read or understood.
    pub fn read(games: &Path) -> Result<Option<Self>, ShardError> {
        let path = Self::path(games);
        match read_found(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            text => serde_json::from_slice(&text.map_err(FileError::on("read", &path))?)
                .map(Some)
                .map_err(|error| ShardError::Unclear { path, error }),
        }
    }

    /// Writes it beside the log.
    ///
    /// # Errors
    /// When the file system refuses.
    pub fn write(&self, games: &Path) -> Result<(), FileError> {
        let path = Self::path(games);
        let text = serde_json::to_string(self).map_err(io::Error::other);
        let text = text.map_err(FileError::on("write", &path))? + "\n";
        write_whole(&path, &text).map(drop)
    }

    /// Takes away what is said of the log at `games`, which is a share no more.
    ///
    /// # Errors
    /// When the file system refuses.
    pub fn remove(games: &Path) -> Result<(), FileError> {
        let path = Self::path(games);
        if path.exists() { remove(&path) } else { Ok(()) }
    }

    /// Goes on with the share `before`: of the same games it stays known what they were.
    #[must_use]
    pub fn after(self, before: Self) -> Self {
        let promised = before.promised.filter(|_| before.games == self.games);
        Self { promised, ..self }
    }

    /// Notes that all games of the share are in the log at `games`, and writes it.
    ///
    /// # Errors
    /// When they were healed and are not what they were; when the file system refuses.
    pub fn seal(self, games: &Path) -> Result<(), ShardError> {
        let sealed = digest(games)?;
        if self.promised.is_some_and(|promised| promised != sealed) {
            return Err(ShardError::OtherGames { games: games.to_owned() });
        }
        Ok(Self { sealed: Some(sealed), promised: None, ..self }.write(games)?)
    }

    /// Whether all games of the share are there.
    pub fn is_sealed(&self) -> bool {
        self.sealed.is_some()
    }

    /// Whether the games with this [`digest`] are those of the sealed share; any are of one that is not.
    pub(crate) fn is_of(&self, digest: impl FnOnce() -> String) -> bool {
        self.sealed.as_ref().is_none_or(|sealed| *sealed == digest())
    }

    /// Checks that the log at `games` is what it was when the share was complete, if it was.
    ///
    /// # Errors
    /// When it has changed; when it cannot be read.
    pub fn check(&self, games: &Path) -> Result<(), ShardError> {
        match &self.sealed {
            Some(sealed) if *sealed != digest(games)? => {
                Err(ShardError::Changed { games: games.to_owned() })
            }
            _ => Ok(()),
        }
    }

    /// The share without its seal, for games that are healed.
    pub(crate) fn opened(self) -> Self {
        let promised = self.sealed.or(self.promised);
        Self { sealed: None, promised, ..self }
    }
}

/// SHA-256 of the SHA-256 of each line, in the order of the games. Lines that are no games count nothing, so that a log
/// that lacks a game differs.
fn digest(games: &Path) -> Result<String, FileError> {
    let mut lines = BTreeMap::new();
    let mut reader = read_lines(games);
    while let Some(line) = reader.next() {
        match line {
            Ok((_, record)) => {
                lines.insert(record.game, reader.hash_of_line());
            }
            // A disk that fails says nothing of the games. A log that is gone has none.
            Err(ReadError { kind: ReadErrorKind::Io(error), .. })
                if error.kind() != io::ErrorKind::NotFound =>
            {
                return Err(FileError::on("read", games)(error));
            }
            Err(_) => {}
        }
    }
    Ok(digest_of(lines.values()))
}

/// The same from the hashes of lines in the order of the games.
pub(crate) fn digest_of<'a>(lines: impl Iterator<Item = &'a [u8; 32]>) -> String {
    let mut hasher = Sha256::new();
    lines.for_each(|line| hasher.update(line));
    hex(&hasher.finalize())
}
