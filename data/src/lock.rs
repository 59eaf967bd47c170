//! Locks that keep a second process from writing the same files.

use std::fs::{File, TryLockError};
use std::io::{self, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use crate::damaged::Damaged;
use crate::files::{FileError, folder_of, make_folder};
use crate::input::check_own;
use crate::manifest::{FILE as MANIFEST, Kept, Start, leave_logs};
use crate::storage::storage;
use crate::sweep::sweep;

/// The lock of a file or folder, held until it is dropped or its process ends. Meanwhile what this process
/// writes in the folder is noted in its manifest.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    file: File,
    _manifest: Kept,
}

/// What is looked at when a lock is taken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    /// Nothing: damage is to be healed.
    Away,
    /// The files of the folder, and what killed writers have left there and below.
    There,
}

/// How long to wait for another command that settles in a folder.
const PATIENCE: Duration = Duration::from_secs(10);

/// A lock that cannot be taken.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Another process holds it, or this one does already.
    #[error("another process works on `{}`; wait until it ends, or choose another folder", .0.display())]
    Held(PathBuf),
    /// The file system refused.
    #[error("{0}")]
    File(#[from] FileError),
    /// A file there is not what was written.
    #[error("{0}")]
    Damaged(#[from] Damaged),
}

impl Lock {
    /// Takes the lock of a folder that one command writes into; the folder is made where there is none. The
    /// logs of games below have locks of their own, for commands that only add games.
    ///
    /// # Errors
    /// When another process works there; when a file there is not what its manifest says; when the file system
    /// refuses.
    pub fn of_folder(folder: &Path) -> Result<Self, LockError> {
        make_folder(folder)?;
        Self::take(&folder.join("folder.lock"), folder, Look::There)
    }

    /// The same for a moment, in which a command settles in a folder that it shares with others: it waits for them.
    /// From then on logs below are in their own manifests alone, as nobody locks the folder who adds games to them.
    ///
    /// # Errors
    /// As of [`of_folder`](Self::of_folder).
    pub fn to_settle(folder: &Path) -> Result<Self, LockError> {
        let asked = Instant::now();
        loop {
            match Self::of_folder(folder) {
                Err(LockError::Held(_)) if asked.elapsed() < PATIENCE => {
                    thread::sleep(PATIENCE / 1000);
                }
                taken => {
                    let lock = taken?;
                    leave_logs(folder)
                        .map_err(FileError::on("continue the manifest of", folder))?;
                    return Ok(lock);
                }
            }
        }
    }

    /// Takes the lock of the file at `path`; its own file ends in `.lock`.
    ///
    /// # Errors
    /// As of [`of_folder`](Self::of_folder).
    pub fn of_file(path: &Path) -> Result<Self, LockError> {
        Self::take(&path.with_extension("lock"), path, Look::There)
    }

    /// The same where the file and those beside it are to be healed.
    ///
    /// # Errors
    /// When it is held already; when the file system refuses.
    pub(crate) fn to_heal(path: &Path) -> Result<Self, LockError> {
        Self::take(&path.with_extension("lock"), path, Look::Away)
    }

    /// Takes the lock that is the file at `lock`, which is made where there is none, and stays. A file
    /// system without locks lets everybody have it.
    fn take(lock: &Path, of: &Path, look: Look) -> Result<Self, LockError> {
        for own in [lock, &lock.with_file_name(MANIFEST)] {
            check_own(own).map_err(FileError::on("open", own))?;
        }
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
        let mut pending = Vec::new();
        if look != Look::Away {
            Damaged::check_manifest(lock, &file)?;
            pending = Damaged::check(folder)?;
        }
        let manifest =
            Kept::begin(folder).map_err(FileError::on("continue the manifest of", folder))?;
        if look != Look::Away {
            sweep(folder, &pending);
        }
        let taken = Self { path: lock.to_owned(), file, _manifest: manifest };
        taken.mark();
        Ok(taken)
    }

    /// Writes into the lock's own file how the manifest begins, so that it is missed when it is gone or cut.
    fn mark(&self) {
        // Who heals other files does not make a manifest true that was cut.
        let start = Start::beside(&self.path).filter(|_| !Start::is_broken_beside(&self.path));
        let Some(start) = start else { return };
        let mut file = &self.file;
        let text = start.text();
        // Not a step that may fail: without it nothing else is lost. What is left of a longer text follows a line.
        let _ = file.rewind().and_then(|()| file.write_all(text.as_bytes()));
        let _ = file.set_len(text.len() as u64);
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        self.mark();
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
