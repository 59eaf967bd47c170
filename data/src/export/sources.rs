//! Where the games of an export come from, and what they are called there.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Component, Path, PathBuf};

use super::outcome::ExportError;
use crate::files::{FileError, folder_of, is_called};
use crate::find_games::find_games;
use crate::record::GAMES_FILE;

/// A file of games.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its number among the sources, from 0.
    pub number: usize,
    /// The folder above which nothing is looked for.
    pub root: PathBuf,
    /// The file.
    pub file: PathBuf,
    /// Path of the file's folder from the root, with `/` on every platform; `.` is the root. Of several roots, the
    /// number comes first, from 1. It does not tell what the root is called.
    pub place: String,
    /// The folder's path from (and with) the root's name.
    pub(crate) label: String,
}

impl Source {
    /// The folder of the file.
    pub fn folder(&self) -> &Path {
        folder_of(&self.file)
    }
}

/// All files of games of the given files and folders, in the order given and by path. A folder stands for
/// every `games.jsonl` in it and below.
///
/// # Errors
/// When a path cannot be read, or a folder has no games.
pub fn find_sources(given: &[PathBuf]) -> Result<Vec<Source>, ExportError> {
    let mut sources = Vec::new();
    for (nth, path) in (1..).zip(given) {
        let root = fs::canonicalize(path).map_err(FileError::on("read", path))?;
        let files = if root.is_file() { vec![root.clone()] } else { find_games(&root)? };
        if files.is_empty() {
            return Err(ExportError::NoGames(path.clone()));
        }
        for file in files {
            let folder = if root.is_file() { folder_of(&file) } else { &root };
            let (label, place) = (label(folder, &file), place(folder, &file));
            let place = if given.len() > 1 { format!("{nth}/{place}") } else { place };
            let (number, root) = (sources.len(), folder.to_owned());
            sources.push(Source { number, root, file, place, label });
        }
    }
    Ok(sources)
}

/// The names of the folders from the root to the file; a file with a name of its own has that too.
fn parts<'a>(root: &Path, file: &'a Path) -> impl Iterator<Item = &'a OsStr> {
    let folder = folder_of(file);
    let below = folder.strip_prefix(root).unwrap_or(folder);
    let own_name = file.file_stem().filter(|_| !is_called(file, GAMES_FILE));
    let names = below.components().filter_map(|part| match part {
        Component::Normal(name) => Some(name),
        _ => None,
    });
    names.chain(own_name)
}

fn joined<'a>(parts: impl Iterator<Item = &'a OsStr>, empty: &str) -> String {
    let parts: Vec<_> = parts.map(OsStr::to_string_lossy).collect();
    if parts.is_empty() { empty.to_owned() } else { parts.join("/") }
}

fn place(root: &Path, file: &Path) -> String {
    joined(parts(root, file), ".")
}

/// The name of the root and the folders from there to the file. The root of the file system has no name.
fn label(root: &Path, file: &Path) -> String {
    joined(root.file_name().into_iter().chain(parts(root, file)), "games")
}

/// Refuses files of games that would be called alike.
pub(crate) fn refuse_same_labels(sources: &[Source]) -> Result<(), ExportError> {
    let mut known = HashMap::new();
    for source in sources {
        if let Some(first) = known.insert(&source.label, &source.file) {
            return Err(ExportError::SameLabel {
                first: first.clone(),
                second: source.file.clone(),
                label: source.label.clone(),
            });
        }
    }
    Ok(())
}
