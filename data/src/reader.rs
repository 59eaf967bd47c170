//! Reading a file of games, line by line, with errors that say where.

use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::error::Category;
use sha2::{Digest as _, Sha256};

use crate::done::{Done, DoneError, PROMISE};
use crate::files::hex;
use crate::files::is_gone;
use crate::input::open_file;
use crate::line::{Checksum, has_checksum, split};
use crate::record::{FORMAT_VERSION, GameRecord, OLDEST_FORMAT, is_known};

/// The longest line that is read, 64 MiB; a game of 1000 plies with all its search takes about 2.
/// A longer line is an error, so that a broken file cannot fill the memory.
pub const MAX_LINE_BYTES: u64 = 64 << 20;

/// A line that could not be read.
#[derive(Debug, thiserror::Error)]
#[error("{}:{line}: {kind}", .file.display())]
pub struct ReadError {
    /// The file.
    pub file: PathBuf,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub kind: ReadErrorKind,
}

/// What is wrong with a line.
#[derive(Debug, thiserror::Error)]
pub enum ReadErrorKind {
    /// The file cannot be opened or read.
    #[error("cannot read: {0}")]
    Io(io::Error),
    /// The record is of a format that this program does not know.
    #[error(
        "format {0} is not known; this program reads formats {OLDEST_FORMAT} to {FORMAT_VERSION}"
    )]
    Format(u64),
    /// The line is no JSON.
    #[error("column {column}: {message}")]
    Json {
        /// Column in bytes, from 1.
        column: usize,
        /// What the parser says.
        message: String,
    },
    /// The JSON is no record: a field is unknown, missing, given twice or of the wrong type.
    #[error("column {column}: {message}")]
    Field {
        /// Column in bytes, from 1.
        column: usize,
        /// What the parser says; it names the field.
        message: String,
    },
    /// The line has another checksum than it had when it was written, or none.
    #[error("the line has changed since it was written: its checksum is another, or gone")]
    Checksum,
    /// The last line has no line break and is no record: its writer was killed. No finished game is
    /// lost by leaving it out; a job that continues the file removes it.
    #[error("the last line is incomplete, its writer was stopped while writing it")]
    Torn,
    /// The line is longer than [`MAX_LINE_BYTES`].
    #[error("the line is longer than {} MiB", MAX_LINE_BYTES >> 20)]
    TooLong,
    /// At the end of a file that was finished: it is not what it was then.
    #[error(
        "the file has changed since it was finished with {games} games in {bytes} bytes; restore it from a copy, \
         or let `imperial verify --repair` keep what is good of it"
    )]
    Changed {
        /// Number of games that it names.
        games: u64,
        /// Length that it names.
        bytes: u64,
    },
    /// Before the first line of a file that was healed: games are missing.
    #[error(
        "games are missing: it had {games} before it was healed; repeat the command that plays them, or delete \
         `{PROMISE}` beside it to do without"
    )]
    Healed {
        /// Number of games that it had.
        games: u64,
    },
    /// What is said about the finished file cannot be read.
    #[error("{0}")]
    Done(Box<DoneError>),
}

impl ReadErrorKind {
    /// Whether a line is no game, which only a repair can set aside; of all else the message says what to do.
    pub const fn is_of_a_line(&self) -> bool {
        !matches!(self, Self::Changed { .. } | Self::Healed { .. } | Self::Done(_) | Self::Io(_))
    }
}

/// Reads the games of a JSON Lines file with their line numbers, from 1.
///
/// A line that cannot be read is an error and the next item is the next line, so that a caller may
/// collect all errors of a file. A file that cannot be read gives that error and ends. A file that was
/// finished and is not what it was then, by its length and hash, ends with an error.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("games.jsonl");
/// std::fs::write(&path, "{\"format\": 99}\n")?;
/// let errors: Vec<_> = imperial_data::read_games(&path).filter_map(Result::err).collect();
/// assert!(errors[0].to_string().ends_with("games.jsonl:1: format 99 is not known; \
///                                          this program reads formats 1 to 2"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read_games(path: &Path) -> GameReader {
    let mut reader = read_lines(path);
    let said = |error: DoneError| ReadErrorKind::Done(Box::new(error));
    match Done::read_if_there(path) {
        Ok(Some(Done { games, bytes, .. })) if is_gone(path) => {
            reader = GameReader::new(path, Err(None));
            reader.refused = Some(ReadErrorKind::Changed { games, bytes });
        }
        Ok(Some(done)) => reader.promise = Some((done, Sha256::new())),
        Ok(None) => match Done::promised(path) {
            Ok(promised) => {
                reader.refused = promised.map(|Done { games, .. }| ReadErrorKind::Healed { games });
            }
            Err(error) => reader.refused = Some(said(error.into())),
        },
        Err(error) => reader.refused = Some(said(error)),
    }
    reader
}

/// As [`read_games`], whatever was said about the file when it was finished.
pub(crate) fn read_lines(path: &Path) -> GameReader {
    let source = match open_file(path) {
        Ok(file) => Ok(BufReader::with_capacity(1 << 16, Box::new(file) as _)),
        Err(error) => Err(Some(error)),
    };
    GameReader::new(path, source)
}

/// The iterator of [`read_games`].
pub struct GameReader {
    file: PathBuf,
    /// The open file, or the error that ended the reading until it is told.
    source: Result<BufReader<Box<dyn Read + Send>>, Option<io::Error>>,
    /// What the file was when it was finished, and the hash of what was read so far.
    promise: Option<(Done, Sha256)>,
    /// The error that comes before the first line.
    refused: Option<ReadErrorKind>,
    line: usize,
    offset: u64,
    buffer: Vec<u8>,
}

impl std::fmt::Debug for GameReader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GameReader")
            .field("file", &self.file)
            .field("line", &self.line)
            .field("offset", &self.offset)
            .finish_non_exhaustive()
    }
}

impl GameReader {
    /// Reads from bytes instead of a file; errors call them `name`.
    pub fn from_reader(name: &Path, source: impl Read + Send + 'static) -> Self {
        Self::new(name, Ok(BufReader::new(Box::new(source) as _)))
    }

    fn new(
        name: &Path,
        source: Result<BufReader<Box<dyn Read + Send>>, Option<io::Error>>,
    ) -> Self {
        Self {
            file: name.to_owned(),
            source,
            promise: None,
            refused: None,
            line: 0,
            offset: 0,
            buffer: Vec::new(),
        }
    }

    /// Bytes read so far, up to the end of the line of the last item.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Whether the line of the last item ends with a line break.
    pub(crate) fn line_is_ended(&self) -> bool {
        self.buffer.last() == Some(&b'\n')
    }

    /// SHA-256 of the line of the last item, without its break.
    pub(crate) fn hash_of_line(&self) -> [u8; 32] {
        Sha256::digest(self.buffer.strip_suffix(b"\n").unwrap_or(&self.buffer)).into()
    }

    /// The next lines, to be parsed on several threads: one, and more as long as all are shorter than
    /// `bytes`. None at the end of the file.
    pub(crate) fn next_lines(&mut self, bytes: u64) -> Vec<Line> {
        let end = self.offset + bytes;
        let mut lines = Vec::new();
        while lines.is_empty() || self.offset < end {
            let Some(read) = self.next_line() else { break };
            let text = read.map(|()| self.buffer.clone());
            lines.push(Line { number: self.line.max(1), text });
        }
        lines
    }

    /// Fills the buffer with the next line; `None` at the end of the file.
    fn next_line(&mut self) -> Option<Result<(), ReadErrorKind>> {
        let source = match &mut self.source {
            Ok(source) => source,
            Err(error) => return error.take().map(|error| Err(ReadErrorKind::Io(error))),
        };
        self.buffer.clear();
        self.line += 1;
        let read = source.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut self.buffer);
        let read = read.and_then(|read| {
            self.offset += read as u64;
            if read as u64 == MAX_LINE_BYTES && self.buffer.last() != Some(&b'\n') {
                self.offset += skip_line(source)?;
                return Ok(Err(ReadErrorKind::TooLong));
            }
            Ok(Ok(read))
        });
        match read {
            Ok(Ok(0)) => self.broken_promise().map(Err),
            Ok(Ok(_)) => {
                if let Some((_, hasher)) = &mut self.promise {
                    hasher.update(&self.buffer);
                }
                Some(Ok(()))
            }
            Ok(Err(too_long)) => Some(Err(too_long)),
            Err(error) => {
                self.source = Err(None);
                Some(Err(ReadErrorKind::Io(error)))
            }
        }
    }

    /// At the end of the file: how it differs from what was finished.
    fn broken_promise(&mut self) -> Option<ReadErrorKind> {
        let (done, hasher) = self.promise.take()?;
        let is_kept = done.bytes == self.offset && done.sha256 == hex(&hasher.finalize());
        (!is_kept).then_some(ReadErrorKind::Changed { games: done.games, bytes: done.bytes })
    }
}

/// A line as it lies in the file.
#[derive(Debug)]
pub(crate) struct Line {
    /// From 1.
    pub number: usize,
    text: Result<Vec<u8>, ReadErrorKind>,
}

impl Line {
    /// Its record.
    pub fn record(self) -> Result<GameRecord, ReadErrorKind> {
        parse_line(&self.text?)
    }
}

impl Iterator for GameReader {
    type Item = Result<(usize, GameRecord), ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let line = self.refused.take().map(Err).or_else(|| self.next_line())?;
        let record = line.and_then(|()| parse_line(&self.buffer));
        let number = self.line.max(1);
        Some(match record {
            Ok(record) => Ok((number, record)),
            Err(kind) => Err(ReadError { file: self.file.clone(), line: number, kind }),
        })
    }
}

/// A line that is longer than this has no end: it may be that of a device.
const ENDLESS: u64 = 16 * MAX_LINE_BYTES;

/// Reads on to the end of the line; gives the number of bytes passed.
pub(crate) fn skip_line(source: &mut impl BufRead) -> io::Result<u64> {
    let passed = source.take(ENDLESS + 1).skip_until(b'\n')? as u64;
    if passed > ENDLESS {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "a line has no end"));
    }
    Ok(passed)
}

/// The only thing that all formats have in common.
#[derive(Deserialize)]
struct AnyFormat {
    format: u64,
}

impl GameRecord {
    /// Reads a line of `games.jsonl`, without its break.
    ///
    /// # Errors
    /// When it is no record, or of a format that this program does not know; when its checksum is wrong.
    pub fn from_line(line: &[u8]) -> Result<Self, ReadErrorKind> {
        let (text, checksum) = split(line);
        if checksum == Checksum::Wrong {
            return Err(ReadErrorKind::Checksum);
        }
        // Who writes the line of a newer format anew must leave its checksum right, or write an older format.
        let check = |format| match () {
            () if !is_known(format) => Err(ReadErrorKind::Format(format)),
            () if has_checksum(format) && checksum == Checksum::Missing => {
                Err(ReadErrorKind::Checksum)
            }
            () => Ok(()),
        };
        match serde_json::from_slice::<Self>(&text) {
            Ok(record) => check(record.format.into()).map(|()| record),
            // Only a line that is no record of our format is asked for its format.
            Err(error) => {
                if let Ok(AnyFormat { format }) = serde_json::from_slice(&text) {
                    check(format)?;
                }
                Err(json_error(&error))
            }
        }
    }
}

/// Reads one line with its break, if it has one.
fn parse_line(line: &[u8]) -> Result<GameRecord, ReadErrorKind> {
    let ended = line.strip_suffix(b"\n");
    GameRecord::from_line(ended.unwrap_or(line)).map_err(|kind| match kind {
        ReadErrorKind::Json { .. } | ReadErrorKind::Field { .. } | ReadErrorKind::Checksum
            if ended.is_none() =>
        {
            ReadErrorKind::Torn
        }
        kind => kind,
    })
}

/// Our error for a parser's, without the parser's line number, which is that of the line itself.
fn json_error(error: &serde_json::Error) -> ReadErrorKind {
    let column = error.column();
    let text = error.to_string();
    let place = format!(" at line {} column {column}", error.line());
    let message = text.strip_suffix(&place).unwrap_or(&text).to_owned();
    match error.classify() {
        Category::Data => ReadErrorKind::Field { column, message },
        Category::Io | Category::Syntax | Category::Eof => ReadErrorKind::Json { column, message },
    }
}
