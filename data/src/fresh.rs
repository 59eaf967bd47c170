//! A folder that is written all or not at all.

use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::checksums::FILE as SUMS;
use crate::done::DONE;
use crate::files::{
    FileError, is_called, is_named, make_folder, remove, remove_for_good, sync_folder,
};
use crate::manifest::FILE as MANIFEST;
use crate::record::GAMES_FILE;
use crate::storage::storage;

/// Name of the file that says that a folder is being written, and that is locked as long as it is. Without it a folder
/// belongs to somebody.
pub(crate) const MARK: &str = ".unfinished";

/// A folder that was new or empty, and that is as before again unless all that belongs there was written. What a killed
/// writer has left is removed by the next one.
#[derive(Debug)]
pub struct FreshFolder {
    path: PathBuf,
    /// Whether it was made for this.
    made: bool,
    /// Locked until all is written.
    mark: Option<File>,
}

impl FreshFolder {
    /// Makes the folder where there is none; `None` where it holds something that no killed writer has left. Such a one
    /// may have left what `is_ours`, by its path inside.
    ///
    /// # Errors
    /// When the file system refuses, or another process writes there.
    pub fn begin(path: &Path, is_ours: impl Fn(&Path) -> bool) -> Result<Option<Self>, FileError> {
        let made = !path.is_dir();
        make_folder(path)?;
        let mark = path.join(MARK);
        // Whoever ends meanwhile takes the mark away and leaves a folder that is somebody's.
        let was_left = mark.exists();
        if Self::is_taken(path).map_err(FileError::on("read", path))? {
            return Ok(None);
        }
        let options = File::options().create_new(!was_left).write(true).clone();
        let file = match storage().open(&mark, &options) {
            Err(error) if was_left && error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                return Err(FileError::on("write into", path)(at_work()));
            }
            opened => opened.map_err(FileError::on("write", &mark))?,
        };
        lock(&file).map_err(FileError::on("write into", path))?;
        let is_foreign =
            |entry: &Path| !was_left || !is_ours(entry.strip_prefix(path).unwrap_or(entry));
        let is_here = is_named(&mark, &file).map_err(FileError::on("read", &mark))?;
        if !is_here || holds(path, &is_foreign).map_err(FileError::on("read", path))? {
            return Ok(None);
        }
        let fresh = Self { path: path.to_owned(), made, mark: Some(file) };
        fresh.empty()?;
        sync_folder(&mark).map_err(FileError::on("sync the folder of", &mark))?;
        Ok(Some(fresh))
    }

    /// The same for games, and for what is made of them file by file.
    ///
    /// # Errors
    /// As of [`begin`](Self::begin).
    pub fn of_games(path: &Path) -> Result<Option<Self>, FileError> {
        Self::begin(path, |file| {
            let ending = file.extension().and_then(OsStr::to_str);
            let is_in_rules = file.parent().is_some_and(|folder| folder.ends_with("rules"));
            [GAMES_FILE, DONE, "games.lock", MANIFEST, SUMS]
                .iter()
                .any(|name| is_called(file, name))
                || matches!(ending, Some("otg" | "otn"))
                || (ending == Some("toml") && is_in_rules)
        })
    }

    /// Whether the folder at `path` holds something, and no mark of a killed writer.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn is_taken(path: &Path) -> io::Result<bool> {
        if !path.is_dir() || path.join(MARK).exists() {
            return Ok(false);
        }
        Ok(fs::read_dir(path)?.next().is_some())
    }

    /// Everything is written.
    ///
    /// # Errors
    /// When the file system refuses; then the folder is emptied.
    pub fn finish(mut self) -> Result<(), FileError> {
        // Nobody may come between, but Windows removes no file that is open.
        let _mark = self.mark.take().filter(|_| !cfg!(windows));
        // Should the mark come back, the next writer would remove all of it.
        remove_for_good(&self.path.join(MARK)).inspect_err(|_| self.give_up())
    }

    /// Removes all but the mark.
    fn empty(&self) -> Result<(), FileError> {
        let entries = fs::read_dir(&self.path).map_err(FileError::on("read", &self.path))?;
        let mut paths = entries.flatten().map(|entry| entry.path());
        paths.try_for_each(|path| if is_called(&path, MARK) { Ok(()) } else { remove(&path) })
    }

    fn give_up(&self) {
        // What stays is marked, and the next writer removes it.
        let emptied = self.empty().and_then(|()| remove(&self.path.join(MARK)));
        if self.made && emptied.is_ok() {
            let _ = fs::remove_dir(&self.path);
        }
    }
}

impl Drop for FreshFolder {
    fn drop(&mut self) {
        if self.mark.take().is_some() {
            self.give_up();
        }
    }
}

/// Locks a mark. A file system without locks lets everybody have it.
fn lock(mark: &File) -> io::Result<()> {
    match mark.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(at_work()),
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

fn at_work() -> io::Error {
    io::Error::new(io::ErrorKind::ResourceBusy, "another process is writing into it")
}

/// Whether there is something in `folder` or below that `is_foreign`; marks, parts of files and folders are not asked.
fn holds(folder: &Path, is_foreign: &dyn Fn(&Path) -> bool) -> io::Result<bool> {
    for entry in fs::read_dir(folder)? {
        let (path, kind) = entry.and_then(|entry| Ok((entry.path(), entry.file_type()?)))?;
        let is_left = is_called(&path, MARK) || path.extension().is_some_and(|end| end == "part");
        let is_foreign_here = match () {
            () if kind.is_dir() => holds(&path, is_foreign)?,
            () => !kind.is_file() || !is_left && is_foreign(&path),
        };
        if is_foreign_here {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begin(path: &Path) -> Option<FreshFolder> {
        FreshFolder::of_games(path).expect("room")
    }

    /// What a killed writer leaves: games, rules, and a half file.
    fn write(path: &Path) {
        fs::create_dir_all(path.join("job/rules")).expect("a folder");
        for file in ["games.jsonl", "job/rules/a.toml", "job/.games.done.json.7.part"] {
            fs::write(path.join(file), "half").expect("written");
        }
    }

    fn entries(path: &Path) -> usize {
        fs::read_dir(path).expect("a folder").count()
    }

    #[test]
    fn what_is_not_finished_is_removed() {
        let root = tempfile::tempdir().expect("a folder");
        let path = root.path().join("new");
        let fresh = begin(&path).expect("empty");
        write(&path);
        drop(fresh);
        assert!(!path.exists(), "it was made for this");
        fs::create_dir(&path).expect("a folder");
        let fresh = begin(&path).expect("empty");
        write(&path);
        drop(fresh);
        assert_eq!(entries(&path), 0);
        let fresh = begin(&path).expect("empty");
        write(&path);
        fresh.finish().expect("written");
        assert!(path.join("job/rules/a.toml").exists() && !path.join(MARK).exists());
        assert!(begin(&path).is_none(), "it is somebody's now");
    }

    #[test]
    fn what_a_killed_writer_has_left_is_removed_by_the_next_one() {
        let root = tempfile::tempdir().expect("a folder");
        let path = root.path();
        write(path);
        fs::write(path.join(MARK), "").expect("written");
        assert!(!FreshFolder::is_taken(path).expect("a folder"));
        let fresh = begin(path).expect("it was left");
        assert_eq!(entries(path), 1, "the mark alone");
        let told = FreshFolder::of_games(path).expect_err("the first is at work").to_string();
        assert!(told.contains("another process is writing into it"), "{told}");
        drop(fresh);
        assert_eq!(entries(path), 0);
    }

    /// The second looks while the first writes, and comes to the mark when that is gone, or is another's.
    #[test]
    #[cfg(unix)]
    fn a_mark_that_lost_its_name_gives_no_right() {
        let root = tempfile::tempdir().expect("a folder");
        let mark = root.path().join(MARK);
        let file = File::create(&mark).expect("a file");
        assert!(is_named(&mark, &file).expect("read"));
        fs::remove_file(&mark).expect("removed");
        assert!(!is_named(&mark, &file).expect("read"));
        fs::write(&mark, "").expect("written");
        assert!(!is_named(&mark, &file).expect("read"));
    }

    #[test]
    fn what_no_writer_leaves_is_kept() {
        let root = tempfile::tempdir().expect("a folder");
        let path = root.path();
        write(path);
        fs::write(path.join("job/thesis.txt"), "years of work").expect("written");
        assert!(begin(path).is_none(), "it has no mark");
        fs::write(path.join(MARK), "").expect("written");
        assert!(begin(path).is_none());
        assert!(path.join("job/thesis.txt").exists() && path.join("games.jsonl").exists());
    }
}
