//! Checking a folder of data: are the files those that were written, and are the games true?

mod checksums;
mod manifest;
mod report;

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use crate::checksums::FILE as SUMS;
use crate::done::Done;
use crate::files::{find_files, folder_of, is_called, is_gone};
use crate::find_games::{is_of_games, with_lost_files};
use crate::fresh::MARK;
use crate::manifest::FILE as MANIFEST;
use crate::reader::{Line, ReadErrorKind, read_lines};
use crate::record::GameRecord;
use crate::replay::replay_any;
use crate::rulebook::{LoadedRules, RuleBook, RulesError};
use crate::shard::{ShardError, ShardFile};

pub use report::{FileReport, Problem, ProblemKind, VerifyReport};

/// Checks every `games.jsonl` in `root` and below it, every file of a manifest, and every `SHA256SUMS`.
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
    let is_ours = |path: &Path| {
        let is_list = is_called(path, SUMS) || is_called(path, MANIFEST);
        is_of_games(path) || is_list || is_called(path, MARK) || manifest::is_lost_beside(path)
    };
    let Some(files) = report.or_problem(find_files(root, is_ours)) else { return report };
    let (marks, files): (Vec<_>, Vec<_>) =
        files.into_iter().partition(|path| is_called(path, MARK));
    report.begun = marks.iter().map(|mark| folder_of(mark).to_owned()).collect();
    if files.is_empty() {
        report.add(Problem::of_file(root, ProblemKind::NothingHere));
    }
    let (games, others): (Vec<_>, Vec<_>) = files.into_iter().partition(|path| is_of_games(path));
    for path in others {
        match () {
            () if is_called(&path, MANIFEST) => manifest::check(&path, &mut report),
            () if is_called(&path, SUMS) => checksums::check(&path, &mut report),
            () => {
                let manifest = path.with_file_name(MANIFEST);
                let kind = if is_gone(&manifest) { ProblemKind::Lost } else { ProblemKind::Cut };
                report.add(Problem::of_file(&manifest, kind));
            }
        }
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

/// Bytes of lines that are checked at a time.
const BATCH_BYTES: u64 = 4 << 20;

/// What a line holds.
enum Found {
    /// No record.
    Broken(ReadErrorKind),
    /// A game, and what is wrong with it.
    Game { number: u64, plies: u64, flaw: Option<ProblemKind> },
}

impl Found {
    /// A game that was replayed by `rules`, if they were found.
    fn replayed(record: &GameRecord, rules: Result<Arc<LoadedRules>, RulesError>) -> Self {
        let flaw = match rules {
            Ok(rules) => replay_any(&rules.game, record).err().map(ProblemKind::from),
            Err(error) => Some(error.into()),
        };
        Self::Game { number: record.game, plies: record.plies.len() as u64, flaw }
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
        let done = match Done::read_if_there(self.path) {
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
        loop {
            let lines = games.next_lines(BATCH_BYTES);
            if lines.is_empty() {
                break;
            }
            for (line, found) in self.check(lines) {
                match found {
                    Found::Game { number, plies, flaw } => {
                        file.games += 1;
                        file.plies += plies;
                        let flaw = flaw.or_else(|| self.duplicate(number, line));
                        flaw.into_iter().for_each(|kind| {
                            report.add(Problem::of_line(self.path, line, kind));
                        });
                    }
                    Found::Broken(ReadErrorKind::Torn) if !file.finished => file.torn = true,
                    Found::Broken(kind) => {
                        let kind = ProblemKind::Read(kind);
                        report.add(Problem::of_line(self.path, line, kind));
                    }
                }
            }
            meter.at(games.offset());
        }
        meter.done += games.offset();
        if let Some(done) = done {
            self.check_done(&file, &done, report);
        }
        self.check_shard(report);
        file
    }

    /// Checks that the games of a share are what they were when it was complete. What is said of it and cannot be
    /// understood differs from what the manifest says.
    fn check_shard(&self, report: &mut VerifyReport) {
        let shard = match ShardFile::read(self.path) {
            Ok(Some(shard)) => shard.check(self.path),
            Ok(None) | Err(ShardError::Unclear { .. }) => return,
            Err(error) => Err(error),
        };
        match shard {
            Ok(()) => {}
            // A disk that fails says nothing of the games.
            Err(ShardError::File(error)) => {
                report.add(Problem::of_file(self.path, ProblemKind::File(error)));
            }
            Err(_) => report.add(Problem::of_file(self.path, ProblemKind::Changed)),
        }
    }

    /// Checks some lines on all threads; gives what is in each, by their numbers.
    fn check(&mut self, lines: Vec<Line>) -> Vec<(usize, Found)> {
        let read: Vec<_> = lines.into_par_iter().map(|line| (line.number, line.record())).collect();
        // Rule sets are found by one thread, which remembers them.
        let mut with_rules = |record: GameRecord| {
            let rules = self.rules.of_record(folder_of(self.path), &record);
            (record, rules)
        };
        let ready: Vec<_> =
            read.into_iter().map(|(line, read)| (line, read.map(&mut with_rules))).collect();
        let replayed = |(line, ready): (usize, Result<(GameRecord, _), _>)| match ready {
            Ok((record, rules)) => (line, Found::replayed(&record, rules)),
            Err(kind) => (line, Found::Broken(kind)),
        };
        ready.into_par_iter().map(replayed).collect()
    }

    /// What is wrong with a game number that an earlier line has.
    fn duplicate(&mut self, game: u64, line: usize) -> Option<ProblemKind> {
        let first = *self.first_lines.entry(game).or_insert(line);
        (first != line).then_some(ProblemKind::Duplicate { game, first })
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
