//! The folder of a dataset while it is written. An export that was killed starts anew in its folder.

use std::fs;
use std::path::{Path, PathBuf};

use imperial_data::export::ExportError;
use imperial_data::{FileError, make_folder, remove, write_whole};

/// Says that the folder is being written. Without it a folder belongs to somebody.
const MARK: &str = ".unfinished";

/// All that a dataset may hold.
const OURS: [&str; 8] = [
    "SHA256SUMS",
    "README.md",
    "dataset.json",
    "croissant.json",
    "games",
    "positions",
    "tensors",
    "rules",
];

/// A folder that is being written; it is emptied again unless it is finished.
#[derive(Debug)]
pub(crate) struct DatasetFolder {
    path: PathBuf,
    is_finished: bool,
}

impl DatasetFolder {
    /// Makes the folder, or takes over one whose export was stopped.
    pub fn begin(path: &Path) -> Result<Self, ExportError> {
        make_folder(path)?;
        let mut folder = Self { path: path.to_owned(), is_finished: true };
        folder.remove_parts(&[MARK])?;
        if folder.mark().exists() {
            folder.clean()?;
        }
        let mut entries = fs::read_dir(path).map_err(FileError::on("read", path))?;
        if entries.any(|entry| entry.is_ok_and(|entry| entry.file_name() != MARK)) {
            return Err(ExportError::NotEmpty(path.to_owned()));
        }
        write_whole(
            &folder.mark(),
            "An export writes into this folder, or was stopped while it did.\n",
        )?;
        folder.is_finished = false;
        Ok(folder)
    }

    /// Everything is written.
    pub fn finish(mut self) -> Result<(), ExportError> {
        remove(&self.mark())?;
        self.is_finished = true;
        Ok(())
    }

    fn mark(&self) -> PathBuf {
        self.path.join(MARK)
    }

    /// Removes what an export writes, and the parts of files.
    fn clean(&self) -> Result<(), FileError> {
        for path in OURS.map(|name| self.path.join(name)) {
            if path.exists() {
                remove(&path)?;
            }
        }
        self.remove_parts(&OURS)
    }

    /// Removes the parts of these files that a killed export left.
    fn remove_parts(&self, names: &[&str]) -> Result<(), FileError> {
        let entries = fs::read_dir(&self.path).map_err(FileError::on("read", &self.path))?;
        let is_part = |found: &str| {
            let of = |name: &&str| found.starts_with(&format!(".{name}."));
            names.iter().any(of) && found.ends_with(".part")
        };
        let is_part =
            |path: &PathBuf| path.file_name().is_some_and(|name| is_part(&name.to_string_lossy()));
        let mut parts = entries.flatten().map(|entry| entry.path()).filter(is_part);
        parts.try_for_each(|part| remove(&part))
    }
}

impl Drop for DatasetFolder {
    fn drop(&mut self) {
        if !self.is_finished {
            // What stays is marked, and the next export removes it.
            let _ = self.clean().and_then(|()| remove(&self.mark()));
        }
    }
}
