//! Tables of games and positions, for people who compute with something else.
//!
//! An export is a folder with the tables, the rule sets, a `README.md` that says what every column
//! means, and `SHA256SUMS`, which is written last: an export without it is not complete. Every
//! file appears under its name only when it is whole.

mod csv;
mod games;
mod outcome;
mod positions;
mod readme;
pub(crate) mod sources;
pub(crate) mod walk;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::files::{make_empty_folder, make_folder, write_whole};
use crate::rulebook::LoadedRules;

pub use games::{GAMES, GAMES_TABLE, GameColumn, GameRow};
pub use outcome::{ExportError, ExportReport, ExportedRules, Gaps, Shortfall};
pub use positions::{POSITIONS, POSITIONS_TABLE, PositionColumn, PositionRow};
pub use readme::{AGENTS, CAUSES};
pub use walk::Incomplete;
use walk::{FoundGame, for_each_game};

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
    if make_empty_folder(out_dir)? {
        Ok(())
    } else {
        Err(ExportError::NotEmpty(out_dir.to_owned()))
    }
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
        self.tables.add(&game)?;
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
            make_folder(&folder)?;
            sums.insert(file.clone(), write_whole(&out_dir.join(&file), &rules.text)?);
            report.rules.push(ExportedRules { name, hash, file, games });
        }
        let tables = self.tables.finish()?;
        [report.games, report.positions] = [0, 1].map(|nth: usize| tables[nth].rows);
        sums.extend(tables.map(|table| (table.name, table.sha256)));
        let readme = readme::text(&report);
        sums.insert("README.md".into(), write_whole(&out_dir.join("README.md"), &readme)?);
        write_sums(out_dir, &sums)?;
        Ok(report)
    }
}
