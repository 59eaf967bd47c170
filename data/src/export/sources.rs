//! Where the games of an export come from, and what they are called there.

use std::collections::HashMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use super::outcome::ExportError;
use crate::files::{FileError, find_files, folder_of, is_called};
use crate::record::GAMES_FILE;
use crate::verify::{is_of_games, with_lost_files};

/// A file of games.
#[derive(Debug)]
pub(crate) struct Source {
    /// The folder above which nothing is looked for.
    pub root: PathBuf,
    /// The file.
    pub file: PathBuf,
    /// What its games are called, the first part of `game_id`: the folder's path from (and with) the root's name.
    pub label: String,
}

impl Source {
    /// The folder of the file.
    pub(crate) fn folder(&self) -> &Path {
        folder_of(&self.file)
    }
}

/// All files of games of the given files and folders, in the order given and by path.
pub(crate) fn find(given: &[PathBuf]) -> Result<Vec<Source>, ExportError> {
    let mut sources = Vec::new();
    for path in given {
        let root = fs::canonicalize(path).map_err(FileError::on("read", path))?;
        if root.is_file() {
            let folder = folder_of(&root).to_owned();
            let label = label(&folder, &root);
            sources.push(Source { root: folder, file: root, label });
            continue;
        }
        let files = with_lost_files(find_files(&root, is_of_games)?);
        if files.is_empty() {
            return Err(ExportError::NoGames(path.clone()));
        }
        sources.extend(files.into_iter().map(|file| {
            let label = label(&root, &file);
            Source { root: root.clone(), file, label }
        }));
    }
    refuse_same_labels(&sources)?;
    Ok(sources)
}

/// The name of the root and the folders from there to the file, with `/` on every platform. A file
/// with a name of its own has that too.
fn label(root: &Path, file: &Path) -> String {
    let folder = folder_of(file);
    let below = folder.strip_prefix(root).unwrap_or(folder);
    let own_name = file.file_stem().filter(|_| !is_called(file, GAMES_FILE));
    let names = below.components().filter_map(|part| match part {
        Component::Normal(name) => Some(name),
        _ => None,
    });
    let parts = root.file_name().into_iter().chain(names).chain(own_name);
    let parts: Vec<_> = parts.map(|name| name.to_string_lossy()).collect();
    // The root of the file system has no name.
    if parts.is_empty() { "games".to_owned() } else { parts.join("/") }
}

fn refuse_same_labels(sources: &[Source]) -> Result<(), ExportError> {
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
