//! Files of games in folders, those included that are gone although they were finished.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::done::DONE;
use crate::files::{FileError, find_files, is_called};
use crate::record::GAMES_FILE;

/// All `games.jsonl` in `root` and below it, by path. Those that are gone although `games.done.json` says that they
/// were finished are among them, so that whoever reads them notices. `root` may be such a file itself.
///
/// # Errors
/// When `root` is not there or a folder cannot be read.
pub fn find_games(root: &Path) -> Result<Vec<PathBuf>, FileError> {
    Ok(with_lost_files(find_files(root, is_of_games)?))
}

/// Whether this is the path of games, or of a file that says that there were some.
pub(crate) fn is_of_games(path: &Path) -> bool {
    is_called(path, GAMES_FILE) || is_called(path, DONE)
}

/// The files of games, those included that are gone although they were finished, by path.
pub(crate) fn with_lost_files(files: Vec<PathBuf>) -> Vec<PathBuf> {
    let games = |path: PathBuf| match is_called(&path, DONE) {
        true => path.with_file_name(GAMES_FILE),
        false => path,
    };
    files.into_iter().map(games).collect::<BTreeSet<_>>().into_iter().collect()
}
