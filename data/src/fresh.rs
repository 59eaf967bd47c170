//! A folder that is written all or not at all, where the disk allows it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::files::{FileError, make_empty_folder, remove};

/// A folder that was new or empty, and that is emptied again unless all that belongs there was written: so a command
/// that the disk has stopped can be repeated.
#[derive(Debug)]
pub struct FreshFolder {
    path: PathBuf,
    is_finished: bool,
}

impl FreshFolder {
    /// Makes the folder where there is none; `None` where it holds something.
    ///
    /// # Errors
    /// When the file system refuses.
    pub fn begin(path: &Path) -> Result<Option<Self>, FileError> {
        let is_empty = make_empty_folder(path)?;
        Ok(is_empty.then(|| Self { path: path.to_owned(), is_finished: false }))
    }

    /// Everything is written.
    pub fn finish(mut self) {
        self.is_finished = true;
    }
}

impl Drop for FreshFolder {
    fn drop(&mut self) {
        if self.is_finished {
            return;
        }
        for entry in fs::read_dir(&self.path).into_iter().flatten().flatten() {
            // What stays is refused by the next one, who says so.
            let _ = remove(&entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_finished_is_removed() {
        let root = tempfile::tempdir().expect("a folder");
        let path = root.path().join("new");
        let write = |fresh: FreshFolder, is_whole: bool| {
            fs::create_dir(path.join("rules")).expect("a folder");
            fs::write(path.join("rules/a.toml"), "a").expect("written");
            if is_whole {
                fresh.finish();
            }
        };
        write(FreshFolder::begin(&path).expect("room").expect("empty"), false);
        assert_eq!(fs::read_dir(&path).expect("a folder").count(), 0);
        write(FreshFolder::begin(&path).expect("room").expect("empty"), true);
        assert!(path.join("rules/a.toml").exists());
        assert!(FreshFolder::begin(&path).expect("room").is_none());
    }
}
