//! Whether the files of a folder are those that its manifest speaks of.

use std::path::Path;

use rayon::prelude::*;

use super::report::{Problem, ProblemKind, VerifyReport};
use crate::compared::State;
use crate::damaged::Damaged;
use crate::done::DONE;
use crate::files::{FileError, folder_of, is_called, is_gone};
use crate::manifest::{FILE, Lines, Start};
use crate::record::GAMES_FILE;

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
    let states: Vec<_> = files.par_iter().map(|(path, history)| State::of(path, history)).collect();
    for ((path, _), state) in files.iter().zip(states) {
        let kind = match state {
            State::AsWritten => {
                report.manifested += 1;
                continue;
            }
            State::Pending => {
                report.pending.push(path.clone());
                continue;
            }
            // Whoever reads those games says so.
            State::Gone if is_called(path, DONE) && path.with_file_name(GAMES_FILE).exists() => {
                continue;
            }
            State::Gone => ProblemKind::Gone,
            State::Other => ProblemKind::Replaced(Damaged::advice(path)),
            State::Unread(error) => ProblemKind::File(error),
        };
        report.add(Problem::of_file(path, kind));
    }
}

/// Whether the file at `path` is a lock that says that a manifest was beside it, which is gone or was cut.
pub(super) fn is_lost_beside(path: &Path) -> bool {
    let is_lock = path.extension().is_some_and(|extension| extension == "lock");
    let says_so = || path.metadata().is_ok_and(|lock| lock.is_file() && lock.len() > 0);
    let is_lost = || is_gone(&path.with_file_name(FILE)) || Start::is_broken_beside(path);
    is_lock && says_so() && is_lost()
}
