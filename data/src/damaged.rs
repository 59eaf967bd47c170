//! Files that are not what this program wrote, as opposed to files that were never right.

use std::fmt;
use std::fs::File;
use std::path::{Path, PathBuf};

use crate::compared::{State, has_changed, is_lost, known_hash};
use crate::done::DONE;
use crate::files::{is_called, is_gone, sha256};
use crate::manifest::{FILE, Lines, Start};

/// How many games a report has decided on, and how often somebody has looked at them: nothing else knows it.
pub const BATCHES_FILE: &str = "batches.json";

/// A file of this program that has changed since it was written, or is gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damaged {
    /// The file.
    pub file: PathBuf,
    /// What the user can do, as the end of the sentence.
    pub advice: &'static str,
    /// Whether it was gone when that was found.
    is_gone: bool,
}

impl std::error::Error for Damaged {}

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = if self.is_gone { "gone" } else { "damaged" };
        write!(f, "`{}` is {how}; {}", self.file.display(), self.advice)
    }
}

impl Damaged {
    /// What to do about a file without which the command knows its way.
    const DELETE: &'static str = "restore it from a copy, or delete it and repeat the command";

    /// What to do about a file that only the command that wrote it can write again.
    const THE_SAME: &'static str =
        "restore it from a copy, or repeat the very command that wrote it";

    /// What to do about a file that nothing can write again.
    const RESTORE: &'static str = "restore it from a copy, or choose another folder";

    /// What to do about a rule set that games were played by.
    const RULES: &'static str = "restore it from a copy, or let `imperial verify --repair` write it anew if the program has it";

    /// What to do about what is said of finished games.
    const REPAIR: &'static str = "`imperial verify --repair` finds out which games are good";

    /// What to do about a manifest that was there.
    const NO_MANIFEST: &'static str =
        "restore it from a copy; to go on without, delete it and the `.lock` files beside it";

    /// What to do about a file with results of long work.
    pub const FROM_A_COPY: &'static str = "restore it from a copy";

    /// A file that is damaged, or gone if it is not there now, and what the user can do.
    pub fn new(file: &Path, advice: &'static str) -> Self {
        Self { file: file.to_owned(), advice, is_gone: is_gone(file) }
    }

    /// For `map_err` and contexts: `file` is damaged, and the command knows its way without it.
    pub fn written_again(file: &Path) -> Self {
        Self::new(file, Self::DELETE)
    }

    /// What to do about a file that is another than was written, by its name.
    pub(crate) fn advice(file: &Path) -> &'static str {
        match () {
            () if is_called(file, DONE) => Self::REPAIR,
            () if is_called(file, BATCHES_FILE) => Self::RESTORE,
            () => Self::DELETE,
        }
    }

    /// Checks all files that the manifest of `folder` speaks of: one that is another than was written would be
    /// taken for true, and what it says would be written again. Files that are gone are left to whoever needs them.
    /// Gives the files whose writers were stopped before they put the new one in place.
    ///
    /// # Errors
    /// Names the first file that has changed.
    pub fn check(folder: &Path) -> Result<Vec<PathBuf>, Self> {
        let mut pending = Vec::new();
        let Ok(lines) = Lines::read(&folder.join(FILE)) else { return Ok(pending) };
        for (name, history) in &lines.files {
            let file = folder.join(name);
            match State::of(&file, history) {
                State::Other => return Err(Self::new(&file, Self::advice(&file))),
                State::Pending => pending.push(file),
                _ => {}
            }
        }
        Ok(pending)
    }

    /// Checks that the kept rule set at `path` is what was written, for those who cannot use it.
    ///
    /// # Errors
    /// When a manifest knows that it has changed.
    pub(crate) fn check_rules(path: &Path) -> Result<(), Self> {
        match has_changed(path) {
            true => Err(Self::new(path, Self::RULES)),
            false => Ok(()),
        }
    }

    /// Checks that the file at `path` is what was written, for those who only read it.
    ///
    /// # Errors
    /// When a manifest beside it, or above, knows that it has changed or was there.
    pub fn check_file(path: &Path) -> Result<(), Self> {
        match has_changed(path) || is_lost(path) {
            true => Err(Self::new(path, Self::THE_SAME)),
            false => Ok(()),
        }
    }

    /// Checks that a file that is gone is written again with the content that the manifest knows.
    ///
    /// # Errors
    /// When it was there and had other content.
    pub fn check_again(path: &Path, content: &[u8]) -> Result<(), Self> {
        match known_hash(path).filter(|_| is_gone(path)) {
            Some(known) if known != sha256(content) => Err(Self::new(path, Self::THE_SAME)),
            _ => Ok(()),
        }
    }

    /// Checks that the file at `path` is there if it was ever written, for those who cannot write it again.
    ///
    /// # Errors
    /// When it is gone.
    pub fn check_there(path: &Path) -> Result<(), Self> {
        match is_lost(path) {
            true => Err(Self::new(path, Self::RESTORE)),
            false => Ok(()),
        }
    }

    /// Checks that the manifest beside the file of a lock is there, and begins as it did, if that says that there was one.
    ///
    /// # Errors
    /// When it is gone or was cut.
    pub(crate) fn check_manifest(path: &Path, lock: &File) -> Result<(), Self> {
        let file = path.with_file_name(FILE);
        let was_there = lock.metadata().is_ok_and(|lock| lock.len() > 0);
        match was_there && (is_gone(&file) || Start::is_broken_beside(path)) {
            true => Err(Self::new(&file, Self::NO_MANIFEST)),
            false => Ok(()),
        }
    }
}

/// Whether a manifest knows that `content` was written as the file at `path`, which may be gone.
pub fn was_written(path: &Path, content: &[u8]) -> bool {
    known_hash(path).is_some_and(|known| known == sha256(content))
}

/// Whether files are gone in `folder` or below, as its manifest or one above it knows.
pub fn has_lost(folder: &Path) -> bool {
    let has_lost = |root: &Path| {
        let Ok(lines) = Lines::read(&root.join(FILE)) else { return false };
        let known = lines.files.iter().filter(|(_, history)| history.last.is_some());
        let mut paths = known.map(|(name, _)| root.join(name));
        paths.any(|path| path.starts_with(folder) && is_gone(&path))
    };
    folder.ancestors().any(has_lost)
}
