//! How a file compares with what the manifest says of it.

use std::path::Path;

use crate::files::{FileError, has_part, is_gone, sha256_of_file};
use crate::manifest::{Content, History, Lines};

/// How a file compares with its lines.
#[derive(Debug)]
pub(crate) enum State {
    AsWritten,
    /// Its writer was stopped before it could put the new file in place of the old one.
    Pending,
    /// It is not there, and should be.
    Gone,
    /// It has another content.
    Other,
    /// It cannot be read.
    Unread(FileError),
}

impl State {
    /// That of the file at `path`, of which so much is known.
    pub(crate) fn of(path: &Path, known: &History) -> Self {
        let is_pending = |is_before: bool| is_before && has_part(path);
        if is_gone(path) {
            return match &known.last {
                None => Self::AsWritten,
                Some(_) if is_pending(known.before.is_none()) => Self::Pending,
                Some(_) => Self::Gone,
            };
        }
        let found = match sha256_of_file(path) {
            Ok((bytes, sha256)) => Some(Content { bytes, sha256 }),
            Err(error) => return Self::Unread(error),
        };
        match () {
            // A disk may do what it says that it has not done.
            () if found == known.last || found == known.undone => Self::AsWritten,
            () if is_pending(found == known.before) => Self::Pending,
            () => Self::Other,
        }
    }
}

/// SHA-256 of the file at `path` as the nearest manifest knows it.
pub(crate) fn known_hash(path: &Path) -> Option<String> {
    Lines::nearest(path)?.last.map(|last| last.sha256)
}

/// Whether the file at `path` is not what was written, as a manifest knows.
pub(crate) fn has_changed(path: &Path) -> bool {
    Lines::nearest(path).is_some_and(|known| matches!(State::of(path, &known), State::Other))
}

/// Whether there is no file at `path`, and should be, as a manifest knows. One whose writer was stopped was never there.
pub fn is_lost(path: &Path) -> bool {
    is_gone(path) && !has_part(path) && known_hash(path).is_some()
}
