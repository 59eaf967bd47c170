//! The games of an export: worked on by all threads, taken in order.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use rayon::prelude::*;

use super::outcome::{ExportError, Gaps, Shortfall};
use super::sources::Source;
use crate::check::RecordError;
use crate::done::Done;
use crate::reader::{Line, ReadError, ReadErrorKind, read_lines};
use crate::record::GameRecord;
use crate::rulebook::{LoadedRules, RuleBook};
use crate::verify::{Meter, total_bytes};

/// Bytes of lines that are worked on at a time. The memory of an export is a small multiple of it.
const BATCH_BYTES: u64 = 4 << 20;

/// Plies of the games that are worked on at a time, unless one game has more. A ply is some bytes of a line, and may be
/// kilobytes of what comes of it.
pub const BATCH_PLIES: usize = 1 << 13;

/// A game with where it is from.
#[derive(Debug)]
pub struct FoundGame<'a> {
    /// Its file.
    pub source: &'a Source,
    /// Its line, from 1.
    pub line: usize,
    /// The game.
    pub record: GameRecord,
    /// The rules it was played by.
    pub rules: Arc<LoadedRules>,
}

impl FoundGame<'_> {
    /// The error of a game that is not true.
    pub fn untrue(&self, error: RecordError) -> ExportError {
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

/// Does `work` for every game of `sources`, on all threads, and calls `visit` with what comes of it, some
/// games at a time and in order; gives what the sources lack. `progress` is told the bytes read and the bytes
/// that there are. How the games are divided depends on their files alone.
///
/// # Errors
/// When a line cannot be read (an incomplete last line is left out and reported), a number occurs twice in a
/// file, rules cannot be had, a finished file has lost games or was changed and `incomplete` does not accept
/// that; and the first error of `work` and `visit`.
pub fn for_each_batch<'a, T: Send, E: From<ExportError>>(
    sources: &'a [Source],
    incomplete: Incomplete,
    progress: &mut dyn FnMut(u64, u64),
    work: impl Fn(FoundGame<'a>) -> Result<T, ExportError> + Sync,
    mut visit: impl FnMut(Vec<T>) -> Result<(), E>,
) -> Result<Gaps, E> {
    let files: Vec<PathBuf> = sources.iter().map(|source| source.file.clone()).collect();
    let mut meter = Meter { done: 0, total: total_bytes(&files), progress };
    let mut gaps = Gaps::default();
    for source in sources {
        let changed = changed(source, incomplete)?;
        let shortfall = |found, done: &Done| {
            let (file, finished) = (source.file.clone(), done.games);
            Shortfall { file, found, finished }
        };
        if let (Some(done), Incomplete::Refuse) = (&changed, incomplete) {
            return Err(ExportError::Incomplete(shortfall(count(source), done)).into());
        }
        let mut games = Games::new(source);
        let mut batch = games.next_batch(&mut gaps.torn)?;
        while let Some(now) = batch {
            let (offset, mut next) = (games.offset, Ok(None));
            rayon::in_place_scope(|scope| {
                // Threads that have nothing to do while the last of these games are written read the next ones.
                scope.spawn(|_| next = games.next_batch(&mut gaps.torn));
                let mut rest = now.into_iter();
                while let Some(some) = next_plies(&mut rest) {
                    let done: Vec<Result<T, ExportError>> =
                        some.into_par_iter().map(&work).collect();
                    visit(done.into_iter().collect::<Result<_, _>>()?)?;
                }
                Ok::<_, E>(())
            })?;
            meter.at(offset);
            batch = next?;
        }
        meter.done += games.offset;
        let found = games.first_lines.len() as u64;
        gaps.incomplete.extend(changed.map(|done| shortfall(found, &done)));
    }
    Ok(gaps)
}

/// The next games, of as many plies as are worked on at a time; `None` if there are no more.
fn next_plies<'a>(games: &mut std::vec::IntoIter<FoundGame<'a>>) -> Option<Vec<FoundGame<'a>>> {
    let mut plies = 0;
    let mut fits = |game: &FoundGame<'_>| {
        plies += game.record.plies.len();
        plies <= BATCH_PLIES
    };
    let count = games.as_slice().iter().take_while(|game| fits(game)).count();
    let some: Vec<_> = games.by_ref().take(count.max(1)).collect();
    (!some.is_empty()).then_some(some)
}

/// The games of one source.
struct Games<'a> {
    source: &'a Source,
    /// `None` where a finished file is gone.
    reader: Option<crate::reader::GameReader>,
    book: RuleBook,
    /// Line of each game by number.
    first_lines: HashMap<u64, usize>,
    offset: u64,
}

impl<'a> Games<'a> {
    fn new(source: &'a Source) -> Self {
        Self {
            source,
            reader: source.file.exists().then(|| read_lines(&source.file)),
            book: RuleBook::new(&source.root),
            first_lines: HashMap::new(),
            offset: 0,
        }
    }

    /// The next games with their rules; `None` at the end.
    fn next_batch(
        &mut self,
        torn: &mut Vec<PathBuf>,
    ) -> Result<Option<Vec<FoundGame<'a>>>, ExportError> {
        let Some(reader) = &mut self.reader else { return Ok(None) };
        let lines = reader.next_lines(BATCH_BYTES);
        self.offset = reader.offset();
        if lines.is_empty() {
            return Ok(None);
        }
        let read = |line: Line| (line.number, line.record());
        let read: Vec<_> = lines.into_par_iter().map(read).collect();
        let mut games = Vec::with_capacity(read.len());
        for (line, record) in read {
            match record {
                Err(ReadErrorKind::Torn) => torn.push(self.source.file.clone()),
                Err(kind) => {
                    let file = self.source.file.clone();
                    return Err(ReadError { file, line, kind }.into());
                }
                Ok(record) => games.push(self.with_rules(line, record)?),
            }
        }
        Ok(Some(games))
    }

    /// The game with its rules, unless its number has occurred.
    fn with_rules(
        &mut self,
        line: usize,
        record: GameRecord,
    ) -> Result<FoundGame<'a>, ExportError> {
        let (file, game) = (|| self.source.file.clone(), record.game);
        if let Some(first) = self.first_lines.insert(game, line) {
            return Err(ExportError::Duplicate { file: file(), line, game, first });
        }
        let rules = self.book.of_record(self.source.folder(), &record);
        let rules = rules.map_err(|error| ExportError::Rules {
            file: file(),
            line,
            error: Box::new(error),
        })?;
        Ok(FoundGame { source: self.source, line, record, rules })
    }
}

/// What a finished source was, if it is not that any more.
fn changed(source: &Source, incomplete: Incomplete) -> Result<Option<Done>, ExportError> {
    let read = match incomplete {
        Incomplete::Refuse => Done::read_if_there,
        Incomplete::Accept => Done::read,
    };
    match read(&source.file).map_err(|error| ExportError::Done(Box::new(error)))? {
        Some(done) if source.file.exists() && done.is_of(&source.file)? => Ok(None),
        done => Ok(done),
    }
}

/// Games of a source that can be read.
fn count(source: &Source) -> u64 {
    if source.file.exists() { read_lines(&source.file).flatten().count() as u64 } else { 0 }
}
