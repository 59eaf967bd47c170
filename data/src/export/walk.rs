//! The games of an export, one after the other.

use std::path::PathBuf;
use std::sync::Arc;

use super::ExportError;
use super::sources::Source;
use crate::check::RecordError;
use crate::reader::{ReadError, ReadErrorKind, read_games};
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

/// Calls `visit` with every game of `sources`, in order. Gives the files whose last line is incomplete,
/// because their job was stopped; that line is left out. `progress` is told the bytes read and the
/// bytes that there are.
pub(crate) fn for_each_game(
    sources: &[Source],
    progress: &mut dyn FnMut(u64, u64),
    mut visit: impl FnMut(FoundGame<'_>) -> Result<(), ExportError>,
) -> Result<Vec<PathBuf>, ExportError> {
    let files: Vec<PathBuf> = sources.iter().map(|source| source.file.clone()).collect();
    let mut meter = Meter { done: 0, total: total_bytes(&files), progress };
    let mut torn = Vec::new();
    for source in sources {
        let mut book = RuleBook::new(&source.root);
        let mut games = read_games(&source.file);
        while let Some(game) = games.next() {
            let (line, record) = match game {
                Err(ReadError { kind: ReadErrorKind::Torn, file, .. }) => {
                    torn.push(file);
                    continue;
                }
                game => game?,
            };
            let rules = book.of_record(source.folder(), &record).map_err(|error| {
                ExportError::Rules { file: source.file.clone(), line, error: Box::new(error) }
            })?;
            visit(FoundGame { source, line, record, rules })?;
            meter.at(games.offset());
        }
        meter.done += games.offset();
    }
    Ok(torn)
}
