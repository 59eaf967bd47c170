//! One process at a time in a folder.

use std::fs;
use std::path::Path;

use crate::files::FileError;
use crate::lock::{FileLock, LockError};

/// Name of the file, which is empty and stays.
const FILE: &str = "folder.lock";

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
    pub fn take(folder: &Path) -> Result<Self, LockError> {
        fs::create_dir_all(folder).map_err(FileError::on("create", folder))?;
        FileLock::take(&folder.join(FILE)).map(|lock| Self { _lock: lock }).map_err(|error| match error {
            LockError::Held(_) => LockError::Folder(folder.to_owned()),
            LockError::Folder(_) | LockError::File(_) => error,
        })
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
