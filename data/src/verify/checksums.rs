//! The files that a `SHA256SUMS` speaks of.

use std::path::Path;

use super::report::{Problem, ProblemKind, VerifyReport};
use crate::checksums::parse;
use crate::files::{FileError, sha256_of_file};
use crate::input::read_found;

/// Checks every file named in the sums at `path`.
pub(super) fn check(path: &Path, report: &mut VerifyReport) {
    let text = read_found(path).map_err(FileError::on("read", path));
    let Some(text) = report.or_problem(text) else { return };
    for (line, number) in String::from_utf8_lossy(&text).lines().zip(1..) {
        let Some((sum, name)) = parse(line) else {
            report.add(Problem::of_line(path, number, ProblemKind::ChecksumLine));
            continue;
        };
        let file = path.with_file_name(name);
        let Some((_, found)) = report.or_problem(sha256_of_file(&file)) else { continue };
        report.checksums += 1;
        if !found.eq_ignore_ascii_case(sum) {
            report.add(Problem::of_file(&file, ProblemKind::Checksum));
        }
    }
}
