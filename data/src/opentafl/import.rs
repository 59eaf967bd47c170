//! Files of OpenTafl into a folder of ours.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use imperial_engine::Cause;
use imperial_engine::games::tafl::RuleSet;

use super::file::MAX_GAME_BYTES;
use super::game_error::{GameFileError, GameTrouble};
use super::keys::{Law, RulesRecordError};
use super::read_game::{GameReader, ReadGame};
use super::read_rules::read_rules;
use super::toml_text::rule_file;
use crate::files::{FileError, find_files};
use crate::fresh::FreshFolder;
use crate::imported::{SEED, list, write_folder};
use crate::input::read_file;
use crate::record::GameRecord;
use crate::rulebook::rules_hash;
use crate::store::StoreError;

/// Problems that are told; more are counted.
const TOLD: usize = 20;

/// What was imported.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportReport {
    /// Games written.
    pub games: u64,
    /// Plies of these games.
    pub plies: u64,
    /// Names of the rule sets written.
    pub rules: Vec<String>,
    /// Comments left out.
    pub comments: usize,
    /// Turns of variations left out.
    pub variations: usize,
    /// Games that their players ended, by resignation, time or agreement.
    pub given: u64,
    /// Games that were broken off.
    pub unfinished: u64,
}

/// A file that is wrong.
#[derive(Debug, thiserror::Error)]
#[error("{}: {error}", .file.display())]
pub struct Problem {
    /// The file.
    pub file: PathBuf,
    /// What is wrong with it.
    pub error: GameFileError,
}

/// Why nothing was imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// A folder without files of OpenTafl.
    #[error("no `.otg` or `.otn` file in `{}` or below", .0.display())]
    Nothing(PathBuf),
    /// The folder to write to holds something.
    #[error("`{}` is not empty; choose another folder or empty it", .0.display())]
    NotEmpty(PathBuf),
    /// Files are wrong; nothing was written.
    #[error("{} of {files} files are wrong; nothing was written{}", .problems.len() + .more,
        list(.problems, *.more as u64))]
    Wrong {
        /// The first ones, in the order of the files.
        problems: Vec<Problem>,
        /// How many more there are.
        more: usize,
        /// Files read.
        files: usize,
    },
    /// A rule set cannot be written as TOML.
    #[error("cannot write the rule set: {0}")]
    Toml(#[from] toml::ser::Error),
    /// The games cannot be written.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// The file system refused.
    #[error("{0}")]
    File(#[from] FileError),
}

/// Imports game records (`.otg`) and rules records (`.otn`) into the folder `out`, which must be
/// new or empty: `games.jsonl` and `rules/`, as a finished job has them.
///
/// A source is a file, read as a rules record if its name ends in `.otn` and else as a game record,
/// or a folder in which and below which every `.otg` and `.otn` counts. Games are numbered from 0
/// in the order of the sources, and by path. Laws in `without` are left out. `progress` is told the
/// files read and the files that there are.
///
/// # Errors
/// When a file is wrong: nothing is written then.
pub fn import_opentafl(
    sources: &[PathBuf],
    out: &Path,
    without: &[Law],
    progress: &mut dyn FnMut(u64, u64),
) -> Result<ImportReport, ImportError> {
    let files = find(sources)?;
    let fresh = FreshFolder::of_games(out)?.ok_or_else(|| ImportError::NotEmpty(out.to_owned()))?;
    let mut import = Import::new(without);
    for (number, file) in (1..).zip(&files) {
        import.add(file)?;
        progress(number, files.len() as u64);
    }
    let report = import.write(out, files.len())?;
    fresh.finish()?;
    Ok(report)
}

/// What was read so far.
struct Import<'a> {
    without: &'a [Law],
    reader: GameReader,
    rules: BTreeMap<String, (RuleSet, String)>,
    games: Vec<GameRecord>,
    problems: Vec<Problem>,
    report: ImportReport,
}

impl<'a> Import<'a> {
    fn new(without: &'a [Law]) -> Self {
        Self {
            without,
            reader: GameReader::new(without),
            rules: BTreeMap::new(),
            games: Vec::new(),
            problems: Vec::new(),
            report: ImportReport::default(),
        }
    }

    /// Reads one file.
    fn add(&mut self, file: &Path) -> Result<(), ImportError> {
        let read = match read_text(file)? {
            Err(error) => Err(error),
            Ok(text) if has_extension(file, "otn") => read_rules(&text, self.without)
                .map(|record| (record.rules, None))
                .map_err(RulesRecordError::into),
            Ok(text) => self.reader.read(&text).map(|game| (game.rules.clone(), Some(game))),
        };
        match read {
            Ok((rules, game)) => {
                let (name, hash) = self.place(rules)?;
                game.into_iter().for_each(|game| self.add_game(game, &name, &hash));
            }
            Err(error) => self.problems.push(Problem { file: file.to_owned(), error }),
        }
        Ok(())
    }

    /// Puts a rule set among the others, with another name if its own is taken; gives name and
    /// hash.
    fn place(&mut self, mut rules: RuleSet) -> Result<(String, String), ImportError> {
        let wanted = rules.name.clone();
        let mut number = 1;
        loop {
            match self.rules.get(&rules.name) {
                Some((known, text)) if *known == rules => {
                    return Ok((rules.name, rules_hash(text)));
                }
                None => break,
                Some(_) => {
                    number += 1;
                    rules.name = format!("{wanted}-{number}");
                }
            }
        }
        let text = rule_file(&rules)?;
        let placed = (rules.name.clone(), rules_hash(&text));
        self.rules.insert(rules.name.clone(), (rules, text));
        Ok(placed)
    }

    fn add_game(&mut self, game: ReadGame, rules: &str, hash: &str) {
        self.report.comments += game.comments;
        self.report.variations += game.variations;
        self.report.plies += game.record.plies.len() as u64;
        self.report.given += u64::from(game.record.cause == Cause::Given);
        self.report.unfinished += u64::from(game.record.cause == Cause::Unfinished);
        self.games.push(GameRecord {
            rules: rules.to_owned(),
            rules_hash: hash.to_owned(),
            seed: SEED,
            game: self.games.len() as u64,
            ..game.record
        });
    }

    /// Writes the folder, rules first, unless a file was wrong.
    fn write(mut self, out: &Path, files: usize) -> Result<ImportReport, ImportError> {
        if !self.problems.is_empty() {
            let more = self.problems.len().saturating_sub(TOLD);
            self.problems.truncate(TOLD);
            return Err(ImportError::Wrong { problems: self.problems, more, files });
        }
        let rules = self.rules.iter().map(|(name, (_, text))| (name.as_str(), text.as_str()));
        write_folder(out, rules, &self.games)?;
        let (games, rules) = (self.games.len() as u64, self.rules.into_keys().collect());
        Ok(ImportReport { games, rules, ..self.report })
    }
}

impl From<RulesRecordError> for GameFileError {
    fn from(error: RulesRecordError) -> Self {
        Self { line: None, trouble: GameTrouble::Rules(error) }
    }
}

/// The text of a file; one that is too long is wrong, one that cannot be read an error. Bytes that
/// are not UTF-8, as in old comments, are no reason to refuse a game: no move has any.
fn read_text(file: &Path) -> Result<Result<String, GameFileError>, FileError> {
    let length = fs::metadata(file).map_err(FileError::on("read", file))?.len();
    if length > MAX_GAME_BYTES {
        return Ok(Err(GameFileError { line: None, trouble: GameTrouble::TooLong(length) }));
    }
    let bytes = read_file(file).map_err(FileError::on("read", file))?;
    Ok(Ok(String::from_utf8_lossy(&bytes).into_owned()))
}

fn has_extension(file: &Path, wanted: &str) -> bool {
    file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(wanted))
}

/// The files of all sources.
fn find(sources: &[PathBuf]) -> Result<Vec<PathBuf>, ImportError> {
    let mut files = Vec::new();
    for source in sources {
        if !fs::metadata(source).map_err(FileError::on("read", source))?.is_dir() {
            files.push(source.clone());
            continue;
        }
        let is_record = |path: &Path| has_extension(path, "otg") || has_extension(path, "otn");
        let found = find_files(source, is_record)?;
        if found.is_empty() {
            return Err(ImportError::Nothing(source.clone()));
        }
        files.extend(found);
    }
    Ok(files)
}
