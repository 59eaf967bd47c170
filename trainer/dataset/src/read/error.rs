//! Why a dataset cannot be read.

use std::path::PathBuf;

use imperial_data::{FileError, KeepError, RecordError, RulesError, StoreError};

/// Why a dataset cannot be imported.
#[derive(Debug, thiserror::Error)]
pub enum DatasetError {
    /// The folder to write to holds something.
    #[error("`{}` is not empty; choose another folder or empty it", .0.display())]
    NotEmpty(PathBuf),
    /// There is no table that can be read.
    #[error(
        "there is neither Parquet nor CSV in `{}`; export the games with `--format parquet` (or csv) too",
        .0.display()
    )]
    NoTable(PathBuf),
    /// A table is there in several kinds of files, of which one has changed.
    #[error(
        "`{}` is not the file of which `SHA256SUMS` speaks, and the table is there in several formats ({kinds}); delete \
         the files that do not count, so that one format is left",
        .file.display()
    )]
    Ambiguous {
        /// The file.
        file: PathBuf,
        /// The endings of the files.
        kinds: String,
    },
    /// A file cannot be read.
    #[error("`{}`: {_1}", .0.display())]
    Broken(PathBuf, String),
    /// A column is missing.
    #[error("`{}`: there is no column `{name}`", .file.display())]
    Column {
        /// The file.
        file: PathBuf,
        /// The column.
        name: &'static str,
    },
    /// A row is wrong.
    #[error("`{}`: row {row}: {reason}", .file.display())]
    Row {
        /// The file.
        file: PathBuf,
        /// The row, from 1, without the head.
        row: u64,
        /// What is wrong with it.
        reason: String,
    },
    /// A game is not true.
    #[error("game_id {id}: {error}")]
    Record {
        /// Key of the game.
        id: String,
        /// What is wrong with it.
        error: Box<RecordError>,
    },
    /// The rules of a game are not in the dataset.
    #[error("game_id {id}: there is no `rules/{name}-{hash}.toml` in the dataset")]
    NoRules {
        /// Key of the game.
        id: String,
        /// The rule set.
        name: String,
        /// Its hash.
        hash: String,
    },
    /// A source leads out of the folder.
    #[error("game_id {id}: the source `{place}` is no path below a folder")]
    Place {
        /// Key of the game.
        id: String,
        /// The source.
        place: String,
    },
    /// A rule set cannot be read.
    #[error("{0}")]
    Rules(#[from] RulesError),
    /// Rule sets of one name differ.
    #[error("{0}")]
    Keep(#[from] KeepError),
    /// The games cannot be written.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// The file system refuses.
    #[error("{0}")]
    File(#[from] FileError),
}
