//! Locks that keep a second process from writing the same files.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::files::FileError;
use crate::storage::storage;

/// The lock of a file, held until it is dropped or its process ends.
#[derive(Debug)]
pub struct FileLock(File);

/// A lock that cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Another process holds it, or this one does already.
    #[error("`{}` is locked by another process", .0.display())]
    Held(PathBuf),
    /// The file system refused.
    #[error("{0}")]
    File(#[from] FileError),
}

impl FileLock {
    /// Takes the lock of the file at `path`, which is made where there is none, and stays. A file
    /// system without locks lets everybody have it.
    ///
    /// # Errors
    /// When it is held already; when the file system refuses.
    pub fn take(path: &Path) -> Result<Self, LockError> {
        let options = File::options().create(true).truncate(false).write(true).clone();
        let file = storage().open(path, &options).map_err(FileError::on("open", path))?;
        match file.try_lock() {
            Ok(()) => Ok(Self(file)),
            Err(TryLockError::WouldBlock) => Err(LockError::Held(path.to_owned())),
            // Some network file systems have no locks; the work must go on there too.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                Ok(Self(file))
            }
            Err(TryLockError::Error(error)) => Err(FileError::on("lock", path)(error).into()),
        }
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // Closing the file is not enough: a child process that is just being started has it too.
        // Should this fail, the lock goes with the last of the processes.
        let _ = self.0.unlock();
    }
}
