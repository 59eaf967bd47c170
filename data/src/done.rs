//! The small file that says that a job is finished.

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::compared::{is_lost, known_hash};
use crate::files::{
    FileError, folder_of, remove, remove_for_good, sha256, sha256_of_file, sha256_of_start,
    write_atomically, write_whole,
};
use crate::input::read_found;
use crate::manifest;
pub(crate) use crate::record::DONE;
use crate::typed::typed;

/// Name of the file that says what a damaged file of games was.
pub(crate) const PROMISE: &str = "games.promise.json";

/// What a finished file of games holds; stored as `games.done.json` beside `games.jsonl`, written
/// last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Done {
    /// Format of the games.
    pub format: u32,
    /// Number of games.
    pub games: u64,
    /// Number of plies in all games.
    pub plies: u64,
    /// Length of the file.
    pub bytes: u64,
    /// SHA-256 of the file in hexadecimal digits.
    pub sha256: String,
}

/// What was said about a finished file of games and cannot be relied on.
#[derive(Debug, thiserror::Error)]
pub enum DoneError {
    /// The file system refused.
    #[error("{0}")]
    File(#[from] FileError),
    /// The file of a finished job is not the one that was finished.
    #[error(
        "`{}` has changed since it was finished; restore it from a copy, or `imperial verify --repair {}` keeps \
         what is good of it, and the job plays the rest again",
        .path.display(), typed(folder_of(.path).display())
    )]
    Changed {
        /// The log.
        path: PathBuf,
    },
    /// The file that says what was finished is gone, and the games are not what it said.
    #[error(
        "`{}` is gone although the games were finished; restore it from a copy, repeat the command that played them, \
         or let `imperial verify --repair {}` find out which games are good", .path.display(),
        typed(folder_of(.path).display())
    )]
    Gone {
        /// That file.
        path: PathBuf,
    },
    /// The file that says what was finished cannot be understood.
    #[error(
        "`{}`: {error}; `imperial verify --repair {}` finds out which games are good", .path.display(),
        typed(folder_of(.path).display())
    )]
    Unclear {
        /// That file.
        path: PathBuf,
        /// What is wrong with it.
        error: serde_json::Error,
    },
}

impl Done {
    /// Where it stands for a file of games.
    pub(crate) fn path(games: &Path) -> PathBuf {
        games.with_extension("done.json")
    }

    /// Where it stands while a finished file of games is being healed.
    fn promise_path(games: &Path) -> PathBuf {
        games.with_file_name(PROMISE)
    }

    /// Opens a finished file of games again; what it was stays known, so that the games that are played again
    /// can be compared. Not if what was said of it `is_true` no more.
    pub(crate) fn reopen(games: &Path, is_true: bool) -> Result<(), FileError> {
        let path = Self::path(games);
        let text = read_found(&path).map_err(FileError::on("read", &path))?;
        if is_true && serde_json::from_slice::<Self>(&text).is_ok() {
            write_atomically(&Self::promise_path(games), &text)?;
        }
        Self::remove(games)
    }

    /// What a file of games was before it was healed, as long as it is not that again.
    pub(crate) fn promised(games: &Path) -> Result<Option<Self>, FileError> {
        let path = Self::promise_path(games);
        match read_found(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            text => text
                .map(|text| serde_json::from_slice(&text).ok())
                .map_err(FileError::on("read", &path)),
        }
    }

    /// Whether a healed file of games, which is finished again as `self`, begins with what it was before, or will.
    pub(crate) fn keeps_promise(&self, games: &Path) -> Result<bool, FileError> {
        let Some(promise) = Self::promised(games)? else { return Ok(true) };
        if promise.games > self.games {
            // More are to be played, and then it is asked again.
            return Ok(true);
        }
        if sha256_of_start(games, promise.bytes)? != promise.sha256 {
            return Ok(false);
        }
        remove(&Self::promise_path(games)).map(|()| true)
    }

    /// What is said about a file of games; `None` if it is not finished.
    ///
    /// # Errors
    /// When the file is there and cannot be read or understood.
    pub fn read(games: &Path) -> Result<Option<Self>, DoneError> {
        let path = Self::path(games);
        let text = match read_found(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            text => text.map_err(FileError::on("read", &path))?,
        };
        serde_json::from_slice(&text).map(Some).map_err(|error| DoneError::Unclear { path, error })
    }

    /// As [`read`](Self::read), for those who only read the games: what was said and is gone is an error.
    ///
    /// # Errors
    /// As of [`read`](Self::read), and when it is gone.
    pub(crate) fn read_if_there(games: &Path) -> Result<Option<Self>, DoneError> {
        match Self::read(games)? {
            None if Self::is_lost(games) => Err(Self::gone(games)),
            done => Ok(done),
        }
    }

    fn gone(games: &Path) -> DoneError {
        DoneError::Gone { path: Self::path(games) }
    }

    /// Whether it was said that the file of games is finished, and that is gone.
    pub(crate) fn is_lost(games: &Path) -> bool {
        is_lost(&Self::path(games))
    }

    /// What would be said of a file of so many games and plies, as it is now.
    pub(crate) fn of(
        games: &Path,
        format: u32,
        (count, plies): (u64, u64),
    ) -> Result<Self, FileError> {
        let (bytes, sha256) = sha256_of_file(games)?;
        Ok(Self { format, games: count, plies, bytes, sha256 })
    }

    /// Writes again what was said and is gone.
    ///
    /// # Errors
    /// When something else was said; when the file system refuses.
    pub(crate) fn say_again(self, games: &Path) -> Result<Self, DoneError> {
        let path = Self::path(games);
        let text = self.text().map_err(FileError::on("write", &path))?;
        if known_hash(&path) != Some(sha256(&text)) {
            return Err(Self::gone(games));
        }
        write_whole(&path, &text)?;
        Ok(self)
    }

    /// Checks that the file of games is still what was finished, byte for byte.
    ///
    /// # Errors
    /// When it has changed, or cannot be read.
    pub fn check(&self, games: &Path) -> Result<(), DoneError> {
        if self.is_of(games)? {
            return Ok(());
        }
        Err(DoneError::Changed { path: games.to_owned() })
    }

    /// Whether the file of games is the one that was finished.
    pub(crate) fn is_of(&self, games: &Path) -> Result<bool, FileError> {
        Ok(sha256_of_file(games)? == (self.bytes, self.sha256.clone()))
    }

    /// Writes it, whole or not at all.
    pub(crate) fn write(&self, games: &Path) -> Result<(), FileError> {
        let path = Self::path(games);
        let text = self.text().map_err(FileError::on("write", &path))?;
        write_whole(&path, &text).map(drop)
    }

    /// The content of its file.
    fn text(&self) -> io::Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// Notes that it is gone for good.
    pub(crate) fn forget(games: &Path) -> Result<(), FileError> {
        let path = Self::path(games);
        manifest::forget(&path).map_err(FileError::on("write the manifest for", &path))
    }

    /// Takes it away, because the file is about to grow. Should it come back, the games would count as damaged.
    pub(crate) fn remove(games: &Path) -> Result<(), FileError> {
        remove_for_good(&Self::path(games))
    }
}
