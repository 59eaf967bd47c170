//! What a check found.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::check::RecordError;
use crate::done::DoneError;
use crate::files::FileError;
use crate::reader::ReadErrorKind;
use crate::rulebook::RulesError;

/// Problems that are kept; further ones are only counted.
const MAX_PROBLEMS: usize = 1000;

/// What [`verify_folder`](crate::verify_folder) found.
#[derive(Debug, Default)]
pub struct VerifyReport {
    /// Every file of games, in the order of their paths.
    pub files: Vec<FileReport>,
    /// The first thousand problems, in the order in which they were found.
    pub problems: Vec<Problem>,
    /// Problems beyond those.
    pub more_problems: u64,
    /// Files whose SHA-256 was checked against a `SHA256SUMS`.
    pub checksums: u64,
    /// Files that are as the manifest of their folder says.
    pub manifested: u64,
    /// Files whose writer was stopped before a new version took their place.
    pub pending: Vec<PathBuf>,
    /// Folders that are written all or not at all, and that somebody writes, or was stopped while writing.
    pub begun: Vec<PathBuf>,
}

impl VerifyReport {
    /// Whether there is no problem.
    pub fn is_ok(&self) -> bool {
        self.problems.is_empty()
    }

    /// Number of games that could be read, true or not.
    pub fn games(&self) -> u64 {
        self.files.iter().map(|file| file.games).sum()
    }

    /// Number of plies in those games.
    pub fn plies(&self) -> u64 {
        self.files.iter().map(|file| file.plies).sum()
    }

    /// Notes a problem.
    pub(crate) fn add(&mut self, problem: Problem) {
        if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(problem);
        } else {
            self.more_problems += 1;
        }
    }

    /// The result, or `None` with the problem noted.
    pub(crate) fn or_problem<T>(&mut self, result: Result<T, FileError>) -> Option<T> {
        result
            .map_err(|error| {
                let path = error.path.clone();
                self.add(Problem::of_file(&path, ProblemKind::File(error)));
            })
            .ok()
    }
}

/// One file of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileReport {
    /// The file.
    pub path: PathBuf,
    /// Games that could be read.
    pub games: u64,
    /// Plies in those games.
    pub plies: u64,
    /// Whether the job says that it is finished.
    pub finished: bool,
    /// Whether the last line is incomplete, as it may be in a file that is not finished.
    pub torn: bool,
}

impl FileReport {
    pub(super) fn new(path: &Path) -> Self {
        Self { path: path.to_owned(), games: 0, plies: 0, finished: false, torn: false }
    }
}

/// Something that is wrong, and where.
#[derive(Debug)]
pub struct Problem {
    /// The file or folder.
    pub file: PathBuf,
    /// The line, from 1, where it is about one.
    pub line: Option<usize>,
    /// What is wrong.
    pub kind: ProblemKind,
}

impl Problem {
    pub(crate) fn of_file(file: &Path, kind: ProblemKind) -> Self {
        Self { file: file.to_owned(), line: None, kind }
    }

    pub(crate) fn of_line(file: &Path, line: usize, kind: ProblemKind) -> Self {
        Self { file: file.to_owned(), line: Some(line), kind }
    }
}

impl ProblemKind {
    /// Whether [`repair_folder`](crate::repair_folder) does something about it.
    pub fn can_be_repaired(&self) -> bool {
        matches!(
            self,
            Self::Read(_)
                | Self::Record(_)
                | Self::Rules(_)
                | Self::Duplicate { .. }
                | Self::Count { .. }
                | Self::Changed
                | Self::Done(_)
        )
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.file.display())?;
        if let Some(line) = self.line {
            write!(f, "{line}:")?;
        }
        write!(f, " {}", self.kind)
    }
}

/// What is wrong.
#[derive(Debug, thiserror::Error)]
pub enum ProblemKind {
    /// A line cannot be read.
    #[error("{0}")]
    Read(ReadErrorKind),
    /// A game is not true.
    #[error("{0}")]
    Record(#[from] RecordError),
    /// The rules of a game cannot be had, or are not those it was played by.
    #[error("{0}")]
    Rules(#[from] RulesError),
    /// A game number occurs twice in the file.
    #[error("game {game} is there already, at line {first}")]
    Duplicate {
        /// The game number.
        game: u64,
        /// The line where it stands first.
        first: usize,
    },
    /// A finished file holds other numbers of games and plies than when it was finished.
    #[error("{} games of {} plies, but was finished with {} of {}", .found.0, .found.1,
        .finished.0, .finished.1)]
    Count {
        /// Games and plies in the file.
        found: (u64, u64),
        /// Games and plies when it was finished.
        finished: (u64, u64),
    },
    /// A finished file has another SHA-256 than when it was finished.
    #[error("has changed since it was finished")]
    Changed,
    /// The file that says what was finished cannot be understood.
    #[error("{0}")]
    Done(Box<DoneError>),
    /// A file has another SHA-256 than its `SHA256SUMS` says.
    #[error("is not the file of which `SHA256SUMS` speaks")]
    Checksum,
    /// A line of a `SHA256SUMS` cannot be understood.
    #[error("expected 64 hexadecimal digits, two spaces and the name of a file in this folder")]
    ChecksumLine,
    /// A file has another content than the manifest of its folder says; with what the user can do.
    #[error("has changed since it was written; {0}")]
    Replaced(&'static str),
    /// A file of which the manifest speaks is not there.
    #[error("is gone; restore it from a copy, or repeat the command that wrote it")]
    Gone,
    /// A manifest that was there is not.
    #[error("is gone; restore it from a copy; to do without, delete the `.lock` files beside it")]
    Lost,
    /// A manifest does not begin as it did when a lock was released.
    #[error(
        "was cut or changed; restore it from a copy; to do without, delete it and the `.lock` files beside it"
    )]
    Cut,
    /// A line of a manifest cannot be understood.
    #[error("is no line of a `{0}`; delete this line")]
    ManifestLine(&'static str),
    /// A file or folder cannot be read.
    #[error("{0}")]
    File(FileError),
    /// There is nothing to check.
    #[error("no `games.jsonl`, `manifest.jsonl` or `SHA256SUMS` here or below")]
    NothingHere,
}
