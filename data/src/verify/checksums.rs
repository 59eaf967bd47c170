//! The files that a `SHA256SUMS` speaks of.

use std::path::{Component, Path};

use super::report::{Problem, ProblemKind, VerifyReport};
use crate::files::{FileError, sha256_of_file};
use crate::input::read_found;

/// Name of the file, as `sha256sum -c` reads it.
pub(super) const FILE: &str = "SHA256SUMS";

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

/// Digits and file name of a line; the name may not lead out of the folder.
fn parse(line: &str) -> Option<(&str, &str)> {
    let (sum, name) = line.split_once("  ")?;
    let digits = sum.len() == 64 && sum.bytes().all(|byte| byte.is_ascii_hexdigit());
    let mut parts = Path::new(name).components();
    let inside = !name.is_empty() && parts.all(|part| matches!(part, Component::Normal(_)));
    (digits && inside).then_some((sum, name))
}
