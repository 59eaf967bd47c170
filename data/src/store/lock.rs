//! The lock that keeps a second process from writing the same log.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

use super::StoreError;
use crate::files::FileError;

/// The lock of a log, held until it is dropped.
#[derive(Debug)]
pub(super) struct Lock(File);

impl Lock {
    /// Takes the lock of the log at `path`: `games.lock` beside `games.jsonl`.
    pub(super) fn take(path: &Path) -> Result<Self, StoreError> {
        // The games themselves cannot be locked: `finish` puts another file under their name.
        let lock_path = path.with_extension("lock");
        let file = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&lock_path)
            .map_err(FileError::on("open", &lock_path))?;
        match file.try_lock() {
            Ok(()) => Ok(Self(file)),
            Err(TryLockError::WouldBlock) => Err(StoreError::Locked { path: path.to_owned() }),
            // Some network file systems have no locks; the job must run there too.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                Ok(Self(file))
            }
            Err(TryLockError::Error(error)) => Err(FileError::on("lock", &lock_path)(error).into()),
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Closing the file is not enough: a child process that is just being started has it too.
        // Should this fail, the lock goes with the last of the processes.
        let _ = self.0.unlock();
    }
}
