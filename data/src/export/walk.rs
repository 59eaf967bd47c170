//! The games of an export, one after the other.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use super::ExportError;
use super::sources::Source;
use crate::check::RecordError;
use crate::reader::{ReadError, ReadErrorKind, read_games};
use crate::record::GameRecord;
use crate::rulebook::{LoadedRules, RuleBook};
use crate::store::Done;
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

/// What to do about a finished file that has other games than when it was finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Incomplete {
    /// It is an error.
    Refuse,
    /// The games that are there are taken, and the file is reported.
    Accept,
}

/// A finished file that has lost games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortfall {
    /// The file.
    pub file: PathBuf,
    /// Games that are there.
    pub found: u64,
    /// Games that there were when it was finished.
    pub finished: u64,
}

/// What an export lacks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gaps {
    /// Files whose last line is incomplete, because their job was stopped; that line was left out.
    pub torn: Vec<PathBuf>,
    /// Finished files that have lost games.
    pub incomplete: Vec<Shortfall>,
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
        let found = for_each_of(source, &mut meter, &mut gaps.torn, &mut visit)?;
        if let Some(shortfall) = shortfall(source, found)? {
            match incomplete {
                Incomplete::Refuse => return Err(ExportError::Incomplete(shortfall)),
                Incomplete::Accept => gaps.incomplete.push(shortfall),
            }
        }
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
    let mut games = read_games(&source.file);
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

/// Whether a finished source has other games than when it was finished.
fn shortfall(source: &Source, found: u64) -> Result<Option<Shortfall>, ExportError> {
    let done = Done::read(&source.file).map_err(|error| ExportError::Done(Box::new(error)))?;
    let finished = done.map_or(found, |done| done.games);
    Ok((found != finished).then(|| Shortfall { file: source.file.clone(), found, finished }))
}
