//! What is in a log: one pass over its lines.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use super::{Job, StoreError};
use crate::reader::{ReadErrorKind, read_lines};
use crate::record::FORMAT_VERSION;

/// Where a game stands in the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    /// Bytes before it.
    pub offset: u64,
    /// Bytes with the line break.
    pub length: u64,
    /// Plies of the game.
    pub plies: u32,
}

/// What a log holds.
#[derive(Debug)]
pub(super) struct Scan {
    /// Every game by its number. The last one counts its line break even where that is missing.
    pub lines: BTreeMap<u64, Line>,
    /// Bytes of whole games.
    pub length: u64,
    /// The last game is whole but its line break is missing.
    pub unended: bool,
    /// The format of the first line, which is that of all.
    pub format: u32,
}

impl Scan {
    /// Numbers of games and of their plies.
    pub fn count(&self) -> (u64, u64) {
        count(&self.lines)
    }
}

/// Numbers of games and of their plies.
pub(super) fn count(lines: &BTreeMap<u64, Line>) -> (u64, u64) {
    (lines.len() as u64, lines.values().map(|line| u64::from(line.plies)).sum())
}

/// Reads the log; an incomplete last line is left out.
pub(super) fn scan(path: &Path, job: &Job) -> Result<Scan, StoreError> {
    let mut scan =
        Scan { lines: BTreeMap::new(), length: 0, unended: false, format: FORMAT_VERSION };
    let mut line_of = HashMap::new();
    let mut games = read_lines(path);
    while let Some(game) = games.next() {
        let (line, record) = match game {
            Err(error) if matches!(error.kind, ReadErrorKind::Torn) => break,
            game => game?,
        };
        if scan.lines.is_empty() {
            scan.format = record.format;
        }
        job.check(&record).map_err(|mismatch| StoreError::OtherJob {
            path: path.to_owned(),
            line,
            mismatch,
        })?;
        if let Some(first) = line_of.insert(record.game, line) {
            let path = path.to_owned();
            return Err(StoreError::Duplicate { path, line, first, game: record.game });
        }
        scan.unended = !games.line_is_ended();
        let length = games.offset() - scan.length + u64::from(scan.unended);
        let plies = u32::try_from(record.plies.len()).unwrap_or(u32::MAX);
        scan.lines.insert(record.game, Line { offset: scan.length, length, plies });
        scan.length = games.offset();
    }
    Ok(scan)
}
