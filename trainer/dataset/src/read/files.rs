//! The files of a table.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use imperial_data::{FileError, checksums, find_files, read_text_if_there, sha256_of_file};

use super::error::DatasetError;

/// What files of tables may be called, the kinds that are read first.
const ENDINGS: [&str; 3] = ["parquet", "csv", "jsonl"];

/// How many of them are read.
const READ: usize = 2;

/// Files of a table: those of Parquet or, if there are none, those of CSV.
///
/// # Errors
/// When there are none, or there are several kinds and a file has changed since the export: nobody can tell which of
/// them counts.
pub(super) fn files(dataset: &Path, table: &str) -> Result<Vec<PathBuf>, DatasetError> {
    let folder = dataset.join(table);
    if !folder.exists() {
        return Err(DatasetError::NoTable(folder));
    }
    let all = find_files(&folder, |path| ENDINGS.iter().any(|ending| is_called(path, ending)))?;
    let is_there = |ending: &&&str| all.iter().any(|path| is_called(path, ending));
    let kinds: Vec<&str> = ENDINGS.iter().filter(is_there).copied().collect();
    let Some(kind) = kinds.first().filter(|kind| ENDINGS[..READ].contains(kind)) else {
        return Err(DatasetError::NoTable(folder));
    };
    if kinds.len() > 1
        && let Some(file) = changed(dataset, table, &kinds, &all)?
    {
        return Err(DatasetError::Ambiguous { file, kinds: kinds.join(", ") });
    }
    Ok(all.iter().filter(|path| is_called(path, kind)).cloned().collect())
}

fn is_called(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|found| found == ending)
}

/// The first file of these kinds that is not the one of which `SHA256SUMS` speaks.
fn changed(
    dataset: &Path,
    table: &str,
    kinds: &[&str],
    files: &[PathBuf],
) -> Result<Option<PathBuf>, FileError> {
    let text = read_text_if_there(&dataset.join(checksums::FILE))?.unwrap_or_default();
    let lines = text.lines().filter_map(|line| checksums::parse(line));
    let sums: BTreeMap<PathBuf, &str> =
        lines.map(|(sum, name)| (dataset.join(name), sum)).collect();
    let folder = dataset.join(table);
    let is_ours = |path: &&PathBuf| {
        path.starts_with(&folder) && kinds.iter().any(|kind| is_called(path, kind))
    };
    let names: BTreeSet<&PathBuf> = sums.keys().filter(is_ours).chain(files).collect();
    for path in names {
        let sum = match path.is_file() {
            true => Some(sha256_of_file(path)?.1),
            false => None,
        };
        if sum.as_deref() != sums.get(path).copied() {
            return Ok(Some(path.clone()));
        }
    }
    Ok(None)
}
