//! Whether the files of a folder are those that its manifest speaks of.

use std::fs;
use std::path::Path;

use rayon::prelude::*;

use super::report::{Problem, ProblemKind, VerifyReport};
use crate::files::{FileError, folder_of, has_part, sha256_of_file};
use crate::manifest::{Content, FILE, History, Lines};

/// How a file compares with its lines.
enum State {
    AsWritten,
    /// Its writer was stopped before it could put the new file in place of the old one.
    Pending,
    Wrong(ProblemKind),
}

/// Checks every file of the manifest at `path`.
pub(super) fn check(path: &Path, report: &mut VerifyReport) {
    let lines = Lines::read(path).map_err(FileError::on("read", path));
    let Some(lines) = report.or_problem(lines) else { return };
    for number in &lines.bad {
        report.add(Problem::of_line(path, *number, ProblemKind::ManifestLine(FILE)));
    }
    let folder = folder_of(path);
    let files: Vec<_> =
        lines.files.iter().map(|(name, history)| (folder.join(name), history)).collect();
    let states: Vec<_> = files.par_iter().map(|(path, history)| state(path, history)).collect();
    for ((path, _), state) in files.iter().zip(states) {
        match state {
            State::AsWritten => report.manifested += 1,
            State::Pending => report.pending.push(path.clone()),
            State::Wrong(kind) => report.add(Problem::of_file(path, kind)),
        }
    }
}

fn state(path: &Path, history: &History) -> State {
    let is_pending = |is_before: bool| is_before && has_part(path);
    if matches!(fs::exists(path), Ok(false)) {
        return match &history.last {
            None => State::AsWritten,
            Some(_) if is_pending(history.before.is_none()) => State::Pending,
            Some(_) => State::Wrong(ProblemKind::Gone),
        };
    }
    let found = match sha256_of_file(path) {
        Ok((bytes, sha256)) => Some(Content { bytes, sha256 }),
        Err(error) => return State::Wrong(ProblemKind::File(error)),
    };
    match () {
        () if found == history.last => State::AsWritten,
        () if is_pending(found == history.before) => State::Pending,
        () => State::Wrong(ProblemKind::Replaced),
    }
}
