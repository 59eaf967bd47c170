//! The games of an export, one after the other.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use super::outcome::{ExportError, Gaps, Shortfall};
use super::sources::Source;
use crate::check::RecordError;
use crate::done::Done;
use crate::reader::{ReadError, ReadErrorKind, read_lines};
use crate::record::GameRecord;
use crate::rulebook::{LoadedRules, RuleBook};
use crate::verify::{Meter, total_bytes};

/// A game with where it is from.
#[derive(Debug)]
pub(crate) struct FoundGame<'a> {
    pub source: &'a Source,
    /// Its line, from 1.
    pub line: usize,
    pub record: GameRecord,
    /// The rules it was played by.
    pub rules: Arc<LoadedRules>,
}

impl FoundGame<'_> {
    /// The error of a game that is not true.
    pub(crate) fn untrue(&self, error: RecordError) -> ExportError {
        let (file, line) = (self.source.file.clone(), self.line);
        ExportError::Record { file, line, error: Box::new(error) }
    }
}

/// What to do about a finished file that is not what it was when it was finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Incomplete {
    /// It is an error.
    Refuse,
    /// The games that are there are taken, and the file is reported.
    Accept,
}

/// Calls `visit` with every game of `sources`, in order; gives what they lack. `progress` is told the
/// bytes read and the bytes that there are.
pub(crate) fn for_each_game(
    sources: &[Source],
    incomplete: Incomplete,
    progress: &mut dyn FnMut(u64, u64),
    mut visit: impl FnMut(FoundGame<'_>) -> Result<(), ExportError>,
) -> Result<Gaps, ExportError> {
    let files: Vec<PathBuf> = sources.iter().map(|source| source.file.clone()).collect();
    let mut meter = Meter { done: 0, total: total_bytes(&files), progress };
    let mut gaps = Gaps::default();
    for source in sources {
        let changed = changed(source)?;
        let shortfall = |found, done: &Done| {
            let (file, finished) = (source.file.clone(), done.games);
            Shortfall { file, found, finished }
        };
        if let (Some(done), Incomplete::Refuse) = (&changed, incomplete) {
            return Err(ExportError::Incomplete(shortfall(count(source), done)));
        }
        let found = for_each_of(source, &mut meter, &mut gaps.torn, &mut visit)?;
        gaps.incomplete.extend(changed.map(|done| shortfall(found, &done)));
    }
    Ok(gaps)
}

/// Calls `visit` with every game of one source; gives their number.
fn for_each_of(
    source: &Source,
    meter: &mut Meter<'_>,
    torn: &mut Vec<PathBuf>,
    mut visit: impl FnMut(FoundGame<'_>) -> Result<(), ExportError>,
) -> Result<u64, ExportError> {
    // A finished file may be gone.
    if !source.file.exists() {
        return Ok(0);
    }
    let mut book = RuleBook::new(&source.root);
    let mut first_lines = HashMap::new();
    let mut games = read_lines(&source.file);
    while let Some(game) = games.next() {
        let (line, record) = match game {
            Err(ReadError { kind: ReadErrorKind::Torn, file, .. }) => {
                torn.push(file);
                continue;
            }
            game => game?,
        };
        let (file, game) = (|| source.file.clone(), record.game);
        if let Some(first) = first_lines.insert(game, line) {
            return Err(ExportError::Duplicate { file: file(), line, game, first });
        }
        let rules = book
            .of_record(source.folder(), &record)
            .map_err(|error| ExportError::Rules { file: file(), line, error: Box::new(error) })?;
        visit(FoundGame { source, line, record, rules })?;
        meter.at(games.offset());
    }
    meter.done += games.offset();
    Ok(first_lines.len() as u64)
}

/// What a finished source was, if it is not that any more.
fn changed(source: &Source) -> Result<Option<Done>, ExportError> {
    let done = Done::read(&source.file).map_err(|error| ExportError::Done(Box::new(error)))?;
    match done {
        Some(done) if source.file.exists() && done.is_of(&source.file)? => Ok(None),
        done => Ok(done),
    }
}

/// Games of a source that can be read.
fn count(source: &Source) -> u64 {
    if source.file.exists() { read_lines(&source.file).flatten().count() as u64 } else { 0 }
}
