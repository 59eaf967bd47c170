//! What can be wrong with lists of moves.

use std::path::PathBuf;

use crate::files::FileError;
use crate::imported::list;
use crate::store::StoreError;

/// The longest line that is read, 1 MiB; a game of 1000 plies takes some 10 KiB.
pub const MAX_MOVE_LINE_BYTES: u64 = 1 << 20;

/// A line that is wrong.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}: line {line}: {trouble}", .file.display())]
pub struct LineProblem {
    /// The file.
    pub file: PathBuf,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub trouble: LineTrouble,
}

/// What can be wrong with a line.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LineTrouble {
    /// Longer than [`MAX_MOVE_LINE_BYTES`].
    #[error("it is longer than {} MiB", MAX_MOVE_LINE_BYTES >> 20)]
    TooLong,
    /// Bytes that are no text.
    #[error("it is not text in UTF-8")]
    NotText,
    /// There is no move.
    #[error("there are no moves in column {0}")]
    NoMoves(usize),
    /// The result is none that is known.
    #[error("`{word}` is not a result; expected {expected}")]
    Result {
        /// The word, shortened.
        word: String,
        /// What may stand there.
        expected: String,
    },
    /// A word that is no move.
    #[error("ply {ply}: `{word}` is not a move such as {example}")]
    Word {
        /// The word, shortened.
        word: String,
        /// Its number among the moves, from 1.
        ply: usize,
        /// A move of these rules.
        example: String,
    },
    /// A move cannot be played.
    #[error("ply {ply}, move `{mv}`: {reason}")]
    Move {
        /// The move as written.
        mv: String,
        /// Its number in the game, from 1.
        ply: usize,
        /// Why.
        reason: String,
    },
    /// A move follows after the players stopped, or after the rules ended the game.
    #[error("ply {ply}, move `{mv}`: {}", after(.outcome.as_deref()))]
    AfterEnd {
        /// The move as written.
        mv: String,
        /// Its number in the game, from 1.
        ply: usize,
        /// How the rules ended it, in words; `None` where a word such as `timeout` stands before it.
        outcome: Option<String>,
    },
    /// The file says another result than the rules.
    #[error("the result is {said}, but by the rules it is: {outcome}")]
    Ending {
        /// The result in the file, in words.
        said: String,
        /// How the game ended, in words.
        outcome: String,
    },
}

fn after(outcome: Option<&str>) -> String {
    match outcome {
        Some(outcome) => format!("the game is over: {outcome}"),
        None => "the list says that the game ended before it".to_owned(),
    }
}

/// Why nothing was imported.
#[derive(Debug, thiserror::Error)]
pub enum MoveListError {
    /// The folder to write to holds something.
    #[error("`{}` is not empty; choose another folder or empty it", .0.display())]
    NotEmpty(PathBuf),
    /// No column of moves.
    #[error("no column holds moves such as {0}")]
    NoMoves(String),
    /// A column that was named is not there.
    #[error("there is no column `{name}`; {}", there(.head, *.columns))]
    NoColumn {
        /// The name as given.
        name: String,
        /// The head line; empty where there is none.
        head: Vec<String>,
        /// Number of columns.
        columns: usize,
    },
    /// A file whose columns are not understood.
    #[error("`{}`: {error}", .file.display())]
    Columns {
        /// The file.
        file: PathBuf,
        /// Why.
        error: Box<Self>,
    },
    /// A file without a line.
    #[error("`{}` is empty; expected one game per line", .0.display())]
    Empty(PathBuf),
    /// Every game was skipped.
    #[error("no game could be read, and nothing was written; lines that are wrong: {games}{}", list(.problems, 0))]
    NoGames {
        /// The first problems.
        problems: Vec<LineProblem>,
        /// Lines read.
        games: u64,
    },
    /// Lines are wrong; nothing was written.
    #[error("{} of {games} games are wrong; nothing was written{}", .problems.len() as u64 + .more,
        list(.problems, *.more))]
    Wrong {
        /// The first ones, in the order of the lines.
        problems: Vec<LineProblem>,
        /// How many more there are.
        more: u64,
        /// Lines read.
        games: u64,
    },
    /// The games cannot be written.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// The file system refused.
    #[error("{0}")]
    File(#[from] FileError),
}

fn there(head: &[String], columns: usize) -> String {
    if head.is_empty() {
        format!("the first line names no columns, so give a number from 1 to {columns}")
    } else {
        format!("there are: {}", head.join(", "))
    }
}
