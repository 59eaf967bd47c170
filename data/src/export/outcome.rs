//! What the games of an export lack, and why there is none.

use std::fmt;
use std::path::PathBuf;

use crate::check::RecordError;
use crate::damaged::Damaged;
use crate::done::DoneError;
use crate::files::FileError;
use crate::reader::ReadError;
use crate::rulebook::RulesError;

/// A finished file that has lost games, or was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortfall {
    /// The file.
    pub file: PathBuf,
    /// Games that are there.
    pub found: u64,
    /// Games that there were when it was finished; as many as are there if they were changed.
    pub finished: u64,
}

impl fmt::Display for Shortfall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, found, finished } = self;
        let file = file.display();
        if found == finished {
            return write!(f, "{file}: changed since it was finished");
        }
        write!(f, "{file}: {found} games, but was finished with {finished}")
    }
}

/// What an export lacks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gaps {
    /// Files whose last line is incomplete, because their job was stopped; that line was left out.
    pub torn: Vec<PathBuf>,
    /// Finished files that have lost games or were changed.
    pub incomplete: Vec<Shortfall>,
}

/// Why there is no export.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// A source has no games.
    #[error("no `games.jsonl` in `{}` or below", .0.display())]
    NoGames(PathBuf),
    /// Two sources would give games the same `game_id`.
    #[error("`{}` and `{}` would both be called `{label}`; export them apart or rename one",
        .first.display(), .second.display())]
    SameLabel {
        /// One file.
        first: PathBuf,
        /// The other file.
        second: PathBuf,
        /// What both would be called.
        label: String,
    },
    /// The folder to write to holds something.
    #[error("`{}` is not empty; choose another folder or empty it", .0.display())]
    NotEmpty(PathBuf),
    /// A position has a plane that is neither bits nor of one value.
    #[error("`{rules}`: the plane `{plane}` has more than two values, which tensors cannot hold")]
    Plane {
        /// The rule set.
        rules: String,
        /// The plane.
        plane: &'static str,
    },
    /// Nothing was left to export, or games alone that have no positions.
    #[error(
        "no game is left to export that has a position; leave out a filter, or choose other games"
    )]
    NothingLeft,
    /// OpenTafl knows none of the games.
    #[error("OpenTafl can read none of the {games} games, so nothing was written: {reason}")]
    NothingForOpenTafl {
        /// How many games there are.
        games: usize,
        /// Why the first of them cannot be read.
        reason: String,
    },
    /// A line cannot be read.
    #[error("{0}{advice}", advice = way_on(.0))]
    Read(#[from] ReadError),
    /// A game is not true.
    #[error("{}:{line}: {error}", .file.display())]
    Record {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with the game.
        error: Box<RecordError>,
    },
    /// Two games of a file have one number, and so would have the same `game_id`.
    #[error(
        "{}:{line}: game {game} is there already, at line {first}; numbers must not repeat in a file",
        .file.display()
    )]
    Duplicate {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The number.
        game: u64,
        /// The line where it stands first.
        first: usize,
    },
    /// A finished file is not what it was when it was finished.
    #[error("{0}; repair it, or export what is there with --incomplete")]
    Incomplete(Shortfall),
    /// The file that says what was finished cannot be understood.
    #[error("{0}")]
    Done(Box<DoneError>),
    /// The rules of a game cannot be had, or are not those it was played by.
    #[error("{}:{line}: {error}", .file.display())]
    Rules {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
        /// Why.
        error: Box<RulesError>,
    },
    /// What is said of the games is not what was written.
    #[error("{0}")]
    Damaged(#[from] Damaged),
    /// The file system refused.
    #[error("{0}")]
    File(#[from] FileError),
}

/// What the user can do about a line that is no game.
fn way_on(error: &ReadError) -> &'static str {
    match error.kind.is_of_a_line() {
        true => {
            "; `imperial verify --repair` sets such lines aside, and the command that played the games plays them again"
        }
        false => "",
    }
}
