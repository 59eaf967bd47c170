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
mod sources;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::check::RecordError;
use crate::files::{FileError, write_whole};
use crate::reader::{ReadError, ReadErrorKind, read_games};
use crate::rulebook::{LoadedRules, RuleBook, RulesError};
use crate::verify::{Meter, total_bytes};

pub use columns::{Column, table};
pub use games::{GAMES, GameColumn, GameRow};
pub use positions::{POSITIONS, PositionColumn, PositionRow};
pub use readme::causes;
use sources::Source;

/// What was exported.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExportReport {
    /// Rows of `games.csv`.
    pub games: u64,
    /// Rows of `positions.csv`.
    pub positions: u64,
    /// The rule sets of the games.
    pub rules: Vec<ExportedRules>,
    /// Files whose last line is incomplete, because their job was stopped; that line was left out.
    pub torn: Vec<PathBuf>,
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
/// Every game is replayed on the way, so an export holds true games only. `progress` is told the
/// bytes of games read and the bytes that there are.
///
/// # Errors
/// When a source has no games, a line cannot be read (an incomplete last line is left out and
/// reported), a game is not true or its rules cannot be had; when `out_dir` is not empty; when the
/// file system refuses. Then no tables are written.
pub fn export_csv(
    sources: &[PathBuf],
    out_dir: &Path,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<ExportReport, ExportError> {
    let sources = sources::find(sources)?;
    prepare(out_dir)?;
    let files: Vec<PathBuf> = sources.iter().map(|source| source.file.clone()).collect();
    let mut meter = Meter { done: 0, total: total_bytes(&files), progress };
    let mut export = Export::create(out_dir)?;
    for source in &sources {
        export.add_source(source, &mut meter)?;
    }
    export.finish(out_dir)
}

/// Makes the folder; refuses one that holds something.
fn prepare(out_dir: &Path) -> Result<(), ExportError> {
    fs::create_dir_all(out_dir).map_err(FileError::on("create", out_dir))?;
    let mut entries = fs::read_dir(out_dir).map_err(FileError::on("read", out_dir))?;
    if entries.next().is_some() {
        return Err(ExportError::NotEmpty(out_dir.to_owned()));
    }
    Ok(())
}

/// An export that is being written.
struct Export {
    tables: csv::Tables,
    rules: BTreeMap<(String, String), (Arc<LoadedRules>, u64)>,
    torn: Vec<PathBuf>,
}

impl Export {
    fn create(out_dir: &Path) -> Result<Self, ExportError> {
        Ok(Self { tables: csv::Tables::create(out_dir)?, rules: BTreeMap::new(), torn: Vec::new() })
    }

    fn add_source(&mut self, source: &Source, meter: &mut Meter<'_>) -> Result<(), ExportError> {
        let mut book = RuleBook::new(&source.root);
        let mut games = read_games(&source.file);
        while let Some(game) = games.next() {
            let (line, record) = match game {
                Err(ReadError { kind: ReadErrorKind::Torn, file, .. }) => {
                    self.torn.push(file);
                    continue;
                }
                game => game?,
            };
            let rules = book.of_record(source.folder(), &record).map_err(|error| {
                ExportError::Rules { file: source.file.clone(), line, error: Box::new(error) }
            })?;
            self.tables.add(&source.label, &record, &rules.game).map_err(|error| match error {
                csv::AddError::Record(error) => {
                    ExportError::Record { file: source.file.clone(), line, error: Box::new(error) }
                }
                csv::AddError::Write(error) => error.into(),
            })?;
            let key = (record.rules, rules.hash.clone());
            self.rules.entry(key).or_insert_with(|| (rules, 0)).1 += 1;
            meter.at(games.offset());
        }
        meter.done += games.offset();
        Ok(())
    }

    /// Puts all files into place, the checksums last.
    fn finish(self, out_dir: &Path) -> Result<ExportReport, ExportError> {
        let mut report = ExportReport { torn: self.torn, ..Default::default() };
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
        let lines: String = sums.iter().map(|(name, sum)| format!("{sum}  {name}\n")).collect();
        write_whole(&out_dir.join("SHA256SUMS"), &lines)?;
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
