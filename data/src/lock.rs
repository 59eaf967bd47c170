//! Locks that keep a second process from writing the same files.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::files::{FileError, folder_of, make_folder};
use crate::manifest::Kept;
use crate::storage::storage;

/// The lock of a file or folder, held until it is dropped or its process ends. Meanwhile what this process
/// writes in the folder is noted in its manifest.
#[derive(Debug)]
pub struct Lock {
    file: File,
    _manifest: Kept,
}

/// A lock that cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Another process holds it, or this one does already.
    #[error("another process works on `{}`; wait until it ends, or choose another folder", .0.display())]
    Held(PathBuf),
    /// The file system refused.
    #[error("{0}")]
    File(#[from] FileError),
}

impl Lock {
    /// Takes the lock of a folder that one command writes into; the folder is made where there is none. The
    /// logs of games below have locks of their own, for commands that only add games.
    ///
    /// # Errors
    /// When another process works there; when the file system refuses.
    pub fn of_folder(folder: &Path) -> Result<Self, LockError> {
        make_folder(folder)?;
        Self::take(&folder.join("folder.lock"), folder)
    }

    /// Takes the lock of the file at `path`; its own file ends in `.lock`.
    ///
    /// # Errors
    /// When it is held already; when the file system refuses.
    pub fn of_file(path: &Path) -> Result<Self, LockError> {
        Self::take(&path.with_extension("lock"), path)
    }

    /// Takes the lock that is the file at `lock`, which is made where there is none, and stays. A file
    /// system without locks lets everybody have it.
    fn take(lock: &Path, of: &Path) -> Result<Self, LockError> {
        let options = File::options().create(true).truncate(false).write(true).clone();
        let file = storage().open(lock, &options).map_err(FileError::on("open", lock))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(LockError::Held(of.to_owned())),
            // Some network file systems have no locks; the work must go on there too.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => {
                return Err(FileError::on("lock", lock)(error).into());
            }
        }
        let folder = folder_of(lock);
        let manifest =
            Kept::begin(folder).map_err(FileError::on("continue the manifest of", folder))?;
        Ok(Self { file, _manifest: manifest })
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Closing the file is not enough: a child process that is just being started has it too.
        // Should this fail, the lock goes with the last of the processes.
        let _ = self.file.unlock();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_at_a_time() {
        let root = tempfile::tempdir().expect("a folder");
        let folder = root.path().join("new");
        let lock = Lock::of_folder(&folder).expect("a new folder");
        let told = Lock::of_folder(&folder).expect_err("it is held").to_string();
        assert!(told.contains("another process works on `") && told.contains("new`"), "{told}");
        Lock::of_folder(root.path()).expect("another folder");
        drop(lock);
        Lock::of_folder(&folder).expect("it is free again");
    }
}
