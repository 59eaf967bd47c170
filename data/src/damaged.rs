//! Files that are not what this program wrote, as opposed to files that were never right.

use std::error::Error;
use std::path::{Path, PathBuf};

use crate::done::DoneError;
use crate::export::ExportError;
use crate::files::sha256_of_file;
use crate::manifest::{FILE, Lines};
use crate::merge::MergeError;
use crate::reader::{ReadError, ReadErrorKind};
use crate::store::StoreError;

/// A file of this program that has changed since it was written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{}` is damaged; {advice}", .file.display())]
pub struct Damaged {
    /// The file.
    pub file: PathBuf,
    /// What the user can do, as the end of the sentence.
    pub advice: &'static str,
}

impl Damaged {
    /// What to do about a file that the command writes anew where there is none.
    pub const DELETE: &'static str =
        "restore it from a copy, or delete it and repeat the command, which writes it again";

    /// For `map_err` and contexts: `file` is damaged, and the command writes it anew.
    pub fn written_again(file: &Path) -> Self {
        Self { file: file.to_owned(), advice: Self::DELETE }
    }

    /// Says so of `file` in the folder `root`, if the manifest there knows other content of it.
    ///
    /// # Errors
    /// When the file is not as it was written. A manifest that is missing says nothing.
    pub fn check(root: &Path, file: &Path) -> Result<(), Self> {
        let Ok(lines) = Lines::read(&root.join(FILE)) else { return Ok(()) };
        let written = Lines::name(root, file).and_then(|name| lines.files.get(&name)?.last.clone());
        let (Some(written), Ok((_, found))) = (written, sha256_of_file(file)) else {
            return Ok(());
        };
        if found == written.sha256 { Ok(()) } else { Err(Self::written_again(file)) }
    }
}

/// Whether an error of this crate says that a file has changed since it was written.
pub fn is_damage(error: &(dyn Error + 'static)) -> bool {
    let lines = |error: &ReadError| match error.kind {
        ReadErrorKind::Io(_) | ReadErrorKind::Format(_) => false,
        ReadErrorKind::Done(ref error) => is_damage(error.as_ref()),
        _ => true,
    };
    let is = |known: Option<bool>| known == Some(true);
    error.is::<Damaged>()
        || is(error.downcast_ref().map(lines))
        || is(error.downcast_ref().map(|error| !matches!(error, DoneError::File(_))))
        || is(error.downcast_ref().map(|error| {
            matches!(error, StoreError::Duplicate { .. } | StoreError::OtherGames { .. })
        }))
        || is(error.downcast_ref().map(|error| matches!(error, MergeError::Unclear { .. })))
        || is(error.downcast_ref().map(|error| match error {
            ExportError::Done(error) => is_damage(error.as_ref()),
            ExportError::Read(error) => lines(error),
            ExportError::Record { .. } | ExportError::Duplicate { .. } => true,
            ExportError::Incomplete(_) => true,
            _ => false,
        }))
}
