//! Folders of our games as files of OpenTafl.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use super::write_game::write_game;
use super::write_rules::write_rules;
use crate::export::ExportError;
use crate::files::{FileError, find_files, sha256, write_whole};
use crate::reader::{ReadError, ReadErrorKind, read_games};
use crate::record::GameRecord;
use crate::rulebook::{LoadedRules, RuleBook};
use crate::verify::{GAMES_FILE, Meter, folder_of, total_bytes};

/// What was exported.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenTaflExport {
    /// Games written.
    pub games: u64,
    /// Games that OpenTafl could not read, with the reason.
    pub refused: Vec<RefusedGame>,
    /// Files whose last line is incomplete, because their job was stopped; that line was left out.
    pub torn: Vec<PathBuf>,
}

/// A game that was not written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedGame {
    /// Its file.
    pub file: PathBuf,
    /// Its line.
    pub line: usize,
    /// Why.
    pub reason: String,
}

/// Exports the games of `sources` into the folder `out`, which must be new or empty: one `.otg` for
/// each game, in folders called like those of the sources; `rules/NAME-HASH.otn` for each rule set;
/// and, written last, `SHA256SUMS`.
///
/// A source is a file of games, or a folder in which and below which every `games.jsonl` counts.
/// Every game is replayed on the way. `progress` is told the bytes of games read and the bytes that
/// there are.
///
/// # Errors
/// Those of [`export_csv`](crate::export_csv). A game that OpenTafl could not read is no error, but
/// reported.
pub fn export_opentafl(
    sources: &[PathBuf],
    out: &Path,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<OpenTaflExport, ExportError> {
    let sources = find(sources)?;
    prepare(out)?;
    let files: Vec<PathBuf> = sources.iter().map(|source| source.file.clone()).collect();
    let mut meter = Meter { done: 0, total: total_bytes(&files), progress };
    let mut export = Export { out, sums: BTreeMap::new(), report: OpenTaflExport::default() };
    for source in &sources {
        export.add_source(source, &mut meter)?;
    }
    export.finish()
}

/// A file of games.
struct Source {
    root: PathBuf,
    file: PathBuf,
    /// The folder of its games in the export, with `/` on every platform.
    label: String,
}

/// An export that is being written.
struct Export<'a> {
    out: &'a Path,
    /// SHA-256 by the name of the file in the export.
    sums: BTreeMap<String, String>,
    report: OpenTaflExport,
}

impl Export<'_> {
    fn add_source(&mut self, source: &Source, meter: &mut Meter<'_>) -> Result<(), ExportError> {
        let mut book = RuleBook::new(&source.root);
        let mut games = read_games(&source.file);
        while let Some(game) = games.next() {
            let (line, record) = match game {
                Err(ReadError { kind: ReadErrorKind::Torn, file, .. }) => {
                    self.report.torn.push(file);
                    continue;
                }
                game => game?,
            };
            let rules = book.of_record(folder_of(&source.file), &record).map_err(|error| {
                ExportError::Rules { file: source.file.clone(), line, error: Box::new(error) }
            })?;
            self.add_game(source, line, &record, &rules)?;
            meter.at(games.offset());
        }
        meter.done += games.offset();
        Ok(())
    }

    fn add_game(
        &mut self,
        source: &Source,
        line: usize,
        record: &GameRecord,
        rules: &LoadedRules,
    ) -> Result<(), ExportError> {
        use super::write_game::WriteGameError as Why;
        match write_game(&source.label, record, &rules.game) {
            Ok(text) => {
                let name = format!("{}/{:06}.otg", source.label, record.game);
                self.write(name, &text)?;
                self.report.games += 1;
                self.add_rules(rules)
            }
            Err(Why::Record(error)) => {
                let file = source.file.clone();
                Err(ExportError::Record { file, line, error: Box::new(error) })
            }
            Err(why @ (Why::NotTafl(_) | Why::Rules(_) | Why::Captures { .. })) => {
                let (file, reason) = (source.file.clone(), why.to_string());
                self.report.refused.push(RefusedGame { file, line, reason });
                Ok(())
            }
        }
    }

    /// Writes the rules record of a rule set, once.
    fn add_rules(&mut self, rules: &LoadedRules) -> Result<(), ExportError> {
        let name = format!("rules/{}-{}.otn", rules.game.name(), rules.hash);
        let record = rules.game.tafl_rules().and_then(|rules| write_rules(rules, None).ok());
        match record {
            Some(record) if !self.sums.contains_key(&name) => self.write(name, &(record + "\n")),
            _ => Ok(()),
        }
    }

    /// Writes a file. Not synced one by one: there may be very many, and without `SHA256SUMS` the
    /// export is not complete.
    fn write(&mut self, name: String, text: &str) -> Result<(), ExportError> {
        let path = self.out.join(&name);
        let folder = folder_of(&path);
        fs::create_dir_all(folder).map_err(FileError::on("create", folder))?;
        fs::write(&path, text).map_err(FileError::on("write", &path))?;
        self.sums.insert(name, sha256(text));
        Ok(())
    }

    fn finish(self) -> Result<OpenTaflExport, ExportError> {
        let lines: String =
            self.sums.iter().map(|(name, sum)| format!("{sum}  {name}\n")).collect();
        write_whole(&self.out.join("SHA256SUMS"), &lines)?;
        Ok(self.report)
    }
}

/// All files of games of the given files and folders, in the order given and by path.
fn find(given: &[PathBuf]) -> Result<Vec<Source>, ExportError> {
    let mut sources: Vec<Source> = Vec::new();
    for path in given {
        let root = fs::canonicalize(path).map_err(FileError::on("read", path))?;
        let (root, files) = if root.is_file() {
            (folder_of(&root).to_owned(), vec![root])
        } else {
            let files = find_files(&root, GAMES_FILE)?;
            (root, files)
        };
        if files.is_empty() {
            return Err(ExportError::NoGames(path.clone()));
        }
        for file in files {
            let label = label(&root, &file);
            if let Some(other) = sources.iter().find(|source| source.label == label) {
                let first = other.file.clone();
                return Err(ExportError::SameLabel { first, second: file, label });
            }
            sources.push(Source { root: root.clone(), file, label });
        }
    }
    Ok(sources)
}

/// The name of the root and the folders from there to the file. A file with a name of its own has
/// that too.
fn label(root: &Path, file: &Path) -> String {
    let folder = folder_of(file);
    let below = folder.strip_prefix(root).unwrap_or(folder);
    let own_name = file.file_stem().filter(|_| file.file_name() != Some(GAMES_FILE.as_ref()));
    let names = below.components().filter_map(|part| match part {
        Component::Normal(name) => Some(name),
        _ => None,
    });
    let parts = root.file_name().into_iter().chain(names).chain(own_name);
    let parts: Vec<_> = parts.map(|name| name.to_string_lossy()).collect();
    // The root of the file system has no name.
    if parts.is_empty() { "games".to_owned() } else { parts.join("/") }
}

/// Makes the folder; refuses one that holds something.
fn prepare(out: &Path) -> Result<(), ExportError> {
    fs::create_dir_all(out).map_err(FileError::on("create", out))?;
    let mut entries = fs::read_dir(out).map_err(FileError::on("read", out))?;
    if entries.next().is_some() {
        return Err(ExportError::NotEmpty(out.to_owned()));
    }
    Ok(())
}
