//! One process at a time in a folder.

use std::path::{Path, PathBuf};

use crate::files::{FileError, make_folder};
use crate::lock::{FileLock, LockError};

/// Name of the file, which is empty and stays.
const FILE: &str = "folder.lock";

/// A folder that cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum FolderLockError {
    /// Another command works there, or this one does already.
    #[error("another process works on `{}`", .0.display())]
    Held(PathBuf),
    /// The file system refused.
    #[error(transparent)]
    File(#[from] FileError),
}

/// The lock of a folder that one command writes into, held as long as this lives. The logs of games
/// below have locks of their own, for commands that only add games.
#[derive(Debug)]
pub struct FolderLock {
    _lock: FileLock,
}

impl FolderLock {
    /// Takes the lock of `folder`, which is made where there is none.
    ///
    /// # Errors
    /// When another process works there, or the file system refuses.
    pub fn take(folder: &Path) -> Result<Self, FolderLockError> {
        make_folder(folder)?;
        match FileLock::take(&folder.join(FILE)) {
            Ok(lock) => Ok(Self { _lock: lock }),
            Err(LockError::Held(_)) => Err(FolderLockError::Held(folder.to_owned())),
            Err(LockError::File(error)) => Err(error.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_at_a_time() {
        let root = tempfile::tempdir().expect("a folder");
        let folder = root.path().join("new");
        let lock = FolderLock::take(&folder).expect("a new folder");
        let told = FolderLock::take(&folder).expect_err("it is held").to_string();
        assert!(told.contains("another process works on `") && told.contains("new`"), "{told}");
        FolderLock::take(root.path()).expect("another folder");
        drop(lock);
        FolderLock::take(&folder).expect("it is free again");
    }
}
