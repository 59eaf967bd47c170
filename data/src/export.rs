//! Tables of games and positions, for people who compute with something else.
//!
//! An export is a folder with the tables, the rule sets, a `README.md` that says what every column
//! means, and `SHA256SUMS`, which is written last: an export without it is not complete. Every
//! file appears under its name only when it is whole.

mod columns;
mod csv;
mod games;
mod positions;
mod readme;
pub(crate) mod sources;
pub(crate) mod walk;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::check::RecordError;
use crate::files::{FileError, make_folder, write_whole};
use crate::reader::ReadError;
use crate::rulebook::{LoadedRules, RulesError};
use crate::store::StoreError;

pub use columns::{Column, table};
pub use games::{GAMES, GameColumn, GameRow};
pub use positions::{POSITIONS, PositionColumn, PositionRow};
pub use readme::{AGENTS, agents, causes};
use walk::{FoundGame, for_each_game};
pub use walk::{Gaps, Incomplete, Shortfall};

/// What was exported.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExportReport {
    /// Rows of `games.csv`.
    pub games: u64,
    /// Rows of `positions.csv`.
    pub positions: u64,
    /// The rule sets of the games.
    pub rules: Vec<ExportedRules>,
    /// What the files lack.
    pub gaps: Gaps,
}

/// A rule set in an export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportedRules {
    /// Name of the rule set.
    pub name: String,
    /// Its hash, as in the records.
    pub hash: String,
    /// Its file in the export.
    pub file: String,
    /// Games played by it.
    pub games: u64,
}

/// Exports the games of `sources` as CSV into the folder `out_dir`, which must be new or empty.
///
/// A source is a file of games, or a folder in which and below which every `games.jsonl` counts.
/// Every game is replayed on the way, so an export holds true games only, each once. `progress` is
/// told the bytes of games read and the bytes that there are.
///
/// # Errors
/// When a source has no games, a line cannot be read (an incomplete last line is left out and
/// reported), a game is not true, its number occurs twice in its file or its rules cannot be had;
/// when a finished file has lost games or was changed, unless `incomplete` says otherwise; when
/// `out_dir` is not empty; when the file system refuses. Then no tables are written.
pub fn export_csv(
    sources: &[PathBuf],
    out_dir: &Path,
    incomplete: Incomplete,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<ExportReport, ExportError> {
    let sources = sources::find(sources)?;
    prepare(out_dir)?;
    let mut export = Export::create(out_dir)?;
    let gaps = for_each_game(&sources, incomplete, progress, |game| export.add(game))?;
    export.finish(out_dir, gaps)
}

/// Makes the folder; refuses one that holds something.
pub(crate) fn prepare(out_dir: &Path) -> Result<(), ExportError> {
    if make_folder(out_dir)? { Ok(()) } else { Err(ExportError::NotEmpty(out_dir.to_owned())) }
}

/// Writes the file that completes an export: the SHA-256 of each file by its name.
pub(crate) fn write_sums(
    out_dir: &Path,
    sums: &BTreeMap<String, String>,
) -> Result<(), ExportError> {
    let lines: String = sums.iter().map(|(name, sum)| format!("{sum}  {name}\n")).collect();
    write_whole(&out_dir.join("SHA256SUMS"), &lines)?;
    Ok(())
}

/// An export that is being written.
struct Export {
    tables: csv::Tables,
    rules: BTreeMap<(String, String), (Arc<LoadedRules>, u64)>,
}

impl Export {
    fn create(out_dir: &Path) -> Result<Self, ExportError> {
        Ok(Self { tables: csv::Tables::create(out_dir)?, rules: BTreeMap::new() })
    }

    fn add(&mut self, game: FoundGame<'_>) -> Result<(), ExportError> {
        let added = self.tables.add(&game.source.label, &game.record, &game.rules.game);
        added.map_err(|error| match error {
            csv::AddError::Record(error) => game.untrue(error),
            csv::AddError::Write(error) => error.into(),
        })?;
        let key = (game.record.rules, game.rules.hash.clone());
        self.rules.entry(key).or_insert_with(|| (game.rules, 0)).1 += 1;
        Ok(())
    }

    /// Puts all files into place, the checksums last.
    fn finish(self, out_dir: &Path, gaps: Gaps) -> Result<ExportReport, ExportError> {
        let mut report = ExportReport { gaps, ..Default::default() };
        let mut sums = BTreeMap::new();
        for ((name, hash), (rules, games)) in self.rules {
            let file = format!("rules/{name}-{hash}.toml");
            let folder = out_dir.join("rules");
            fs::create_dir_all(&folder).map_err(FileError::on("create", &folder))?;
            sums.insert(file.clone(), write_whole(&out_dir.join(&file), &rules.text)?);
            report.rules.push(ExportedRules { name, hash, file, games });
        }
        let tables = self.tables.finish()?;
        (report.games, report.positions) = (tables.games.rows, tables.positions.rows);
        sums.insert(tables.games.name, tables.games.sha256);
        sums.insert(tables.positions.name, tables.positions.sha256);
        let readme = readme::text(&report);
        sums.insert("README.md".into(), write_whole(&out_dir.join("README.md"), &readme)?);
        write_sums(out_dir, &sums)?;
        Ok(report)
    }
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
    /// A line cannot be read.
    #[error("{0}")]
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
    Done(Box<StoreError>),
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
    /// The file system refused.
    #[error("{0}")]
    File(#[from] FileError),
}
