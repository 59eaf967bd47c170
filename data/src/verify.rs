//! Checking a folder of data: are the files those that were written, and are the games true?

mod checksums;
mod report;

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use crate::done::Done;
use crate::files::{find_files, folder_of, is_called};
use crate::reader::{ReadErrorKind, read_lines};
use crate::record::GameRecord;
use crate::replay::replay_any;
use crate::rulebook::RuleBook;

pub use report::{FileReport, Problem, ProblemKind, VerifyReport};

/// Name of files of games, for which folders are searched.
pub const GAMES_FILE: &str = "games.jsonl";
/// Name of the files beside those that are finished.
const DONE_FILE: &str = "games.done.json";

/// Checks every `games.jsonl` in `root` and below it, and every `SHA256SUMS`.
///
/// Every game is replayed through the engine, by the rules that lie in the folder or else by those
/// of the program (see [`RuleBook`]); a finished file must be the one that was finished; a game
/// number may occur once in a file. Nothing is changed, and nothing stops at the first problem.
/// `progress` is told the bytes of games read and the bytes that there are.
///
/// An incomplete last line of a file that is not finished is no problem: it is noted in
/// [`FileReport::torn`].
pub fn verify_folder(root: &Path, progress: &mut dyn FnMut(u64, u64)) -> VerifyReport {
    let mut report = VerifyReport::default();
    let is_ours = |path: &Path| is_of_games(path) || is_called(path, checksums::FILE);
    let Some(files) = report.or_problem(find_files(root, is_ours)) else { return report };
    if files.is_empty() {
        report.add(Problem::of_file(root, ProblemKind::NothingHere));
    }
    let (sums, games): (Vec<_>, Vec<_>) =
        files.into_iter().partition(|path| is_called(path, checksums::FILE));
    for path in sums {
        checksums::check(&path, &mut report);
    }
    let games = with_lost_files(games);
    let mut rules = RuleBook::new(if root.is_file() { folder_of(root) } else { root });
    let mut meter = Meter { done: 0, total: total_bytes(&games), progress };
    for path in games {
        let file = FileCheck { path: &path, rules: &mut rules, first_lines: HashMap::new() };
        let file = file.run(&mut report, &mut meter);
        report.files.push(file);
    }
    report
}

/// Whether this is the path of games, or of a file that says that there were some.
pub(crate) fn is_of_games(path: &Path) -> bool {
    is_called(path, GAMES_FILE) || is_called(path, DONE_FILE)
}

/// The files of games, those included that are gone although they were finished, by path.
pub(crate) fn with_lost_files(files: Vec<PathBuf>) -> Vec<PathBuf> {
    let games = |path: PathBuf| match is_called(&path, DONE_FILE) {
        true => path.with_file_name(GAMES_FILE),
        false => path,
    };
    files.into_iter().map(games).collect::<BTreeSet<_>>().into_iter().collect()
}

/// Length of all files together; one that is gone counts nothing.
pub(crate) fn total_bytes(files: &[PathBuf]) -> u64 {
    files.iter().filter_map(|path| fs::metadata(path).ok()).map(|file| file.len()).sum()
}

/// Tells how far the reading is.
pub(crate) struct Meter<'a> {
    /// Bytes of the files before this one.
    pub done: u64,
    /// Bytes of all files.
    pub total: u64,
    /// Whom to tell.
    pub progress: &'a mut dyn FnMut(u64, u64),
}

impl Meter<'_> {
    /// `offset` bytes of the current file are read.
    pub(crate) fn at(&mut self, offset: u64) {
        // A file may grow while it is read.
        (self.progress)((self.done + offset).min(self.total), self.total);
    }
}

/// The check of one file of games.
struct FileCheck<'a> {
    path: &'a Path,
    rules: &'a mut RuleBook,
    /// Line of each game by number.
    first_lines: HashMap<u64, usize>,
}

impl FileCheck<'_> {
    fn run(mut self, report: &mut VerifyReport, meter: &mut Meter<'_>) -> FileReport {
        let mut file = FileReport::new(self.path);
        let done = match Done::read(self.path) {
            Ok(done) => done,
            Err(error) => {
                report.add(Problem::of_file(self.path, ProblemKind::Done(Box::new(error))));
                None
            }
        };
        file.finished = done.is_some();
        if let Some(done) = &done
            && !self.path.exists()
        {
            report.add(Problem::of_file(self.path, Self::other_count(&file, done)));
            return file;
        }
        let mut games = read_lines(self.path);
        while let Some(game) = games.next() {
            match game {
                Ok((line, record)) => {
                    file.games += 1;
                    file.plies += record.plies.len() as u64;
                    if let Err(kind) = self.check(line, &record) {
                        report.add(Problem::of_line(self.path, line, kind));
                    }
                }
                Err(error) if matches!(error.kind, ReadErrorKind::Torn) && !file.finished => {
                    file.torn = true;
                }
                Err(error) => {
                    let kind = ProblemKind::Read(error.kind);
                    report.add(Problem::of_line(self.path, error.line, kind));
                }
            }
            meter.at(games.offset());
        }
        meter.done += games.offset();
        if let Some(done) = done {
            self.check_done(&file, &done, report);
        }
        file
    }

    /// Checks one game.
    fn check(&mut self, line: usize, record: &GameRecord) -> Result<(), ProblemKind> {
        let rules = self.rules.of_record(folder_of(self.path), record)?;
        replay_any(&rules.game, record)?;
        match self.first_lines.insert(record.game, line) {
            Some(first) => Err(ProblemKind::Duplicate { game: record.game, first }),
            None => Ok(()),
        }
    }

    /// Checks that a finished file is what it was.
    fn check_done(&self, file: &FileReport, done: &Done, report: &mut VerifyReport) {
        if (file.games, file.plies) != (done.games, done.plies) {
            report.add(Problem::of_file(self.path, Self::other_count(file, done)));
        }
        if report.or_problem(done.is_of(self.path)) == Some(false) {
            report.add(Problem::of_file(self.path, ProblemKind::Changed));
        }
    }

    fn other_count(file: &FileReport, done: &Done) -> ProblemKind {
        let (found, finished) = ((file.games, file.plies), (done.games, done.plies));
        ProblemKind::Count { found, finished }
    }
}
