//! Every step by which this program changes a file or folder, so that a test can let any one of them fail.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::OnceLock;

/// The steps of writing; what is not overridden happens on the disk. Each fails where the file system refuses; a write
/// that fails may have written some of its bytes.
pub trait Storage: Sync {
    /// Makes a folder and those that it lies in, where they are missing.
    fn make_folder(&self, path: &Path) -> io::Result<()> {
        fs::create_dir_all(path)
    }

    /// Opens or makes a file.
    fn open(&self, path: &Path, options: &OpenOptions) -> io::Result<File> {
        options.open(path)
    }

    /// Writes all of `bytes` with one call, where the system takes them at once.
    fn write(&self, _path: &Path, mut file: &File, bytes: &[u8]) -> io::Result<()> {
        file.write_all(bytes)
    }

    /// Makes a file, or a folder with the names in it, survive a loss of power.
    fn sync(&self, _path: &Path, file: &File) -> io::Result<()> {
        file.sync_all()
    }

    /// Cuts off what lies beyond `length`.
    fn shorten(&self, path: &Path, length: u64) -> io::Result<()> {
        // Windows shortens no file through a handle that appends.
        File::options().write(true).open(path)?.set_len(length)
    }

    /// Gives a file another name, whose file it replaces.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    /// Removes a file.
    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    /// Removes a file, and syncs its `folder` so that it stays away after a loss of power. Only Unix can and needs to
    /// do that.
    fn remove_for_good(&self, path: &Path, folder: &Path) -> io::Result<()> {
        self.remove(path)?;
        if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
    }

    /// Removes a folder with everything in it.
    fn remove_folder(&self, path: &Path) -> io::Result<()> {
        fs::remove_dir_all(path)
    }
}

/// The file system.
#[derive(Clone, Copy, Debug)]
pub struct Disk;

impl Storage for Disk {}

static INSTALLED: OnceLock<&'static dyn Storage> = OnceLock::new();

/// Lets all files of this process be written by `storage` from now on: for tests. Gives whether it was the first.
pub fn install(storage: &'static dyn Storage) -> bool {
    INSTALLED.set(storage).is_ok()
}

/// What writes the files of this process.
pub(crate) fn storage() -> &'static dyn Storage {
    INSTALLED.get().copied().unwrap_or(&Disk)
}
