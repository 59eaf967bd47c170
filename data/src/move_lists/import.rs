//! Files of move lists into a folder of ours.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use imperial_engine::{Cause, with_game};

use super::cells::cells;
use super::columns::{ColumnNames, Columns};
use super::error::{LineProblem, LineTrouble, MoveListError};
use super::game::play;
use super::lines::Lines;
use super::words::{Dialect, Said};
use crate::fresh::FreshFolder;
use crate::imported::{SEED, write_folder};
use crate::opentafl::shorten;
use crate::record::{GameRecord, GameResult};
use crate::rulebook::LoadedRules;
use crate::verify::total_bytes;

/// Problems that are kept; more are counted.
const TOLD: usize = 20;

/// Lines by which columns are found.
const SAMPLE: usize = 100;

/// Longest name of a player that is kept, in characters.
const LONGEST_NAME: usize = 80;

/// How lists of moves are to be read.
#[derive(Clone, Copy, Debug)]
pub struct MoveLists<'a> {
    /// The rules that all games were played by.
    pub rules: &'a LoadedRules,
    /// Columns that the user names.
    pub columns: &'a ColumnNames,
    /// Who played both sides of all games; `None` takes the names of the file.
    pub agent: Option<&'a str>,
    /// Whether lines that are wrong are skipped.
    pub lenient: bool,
}

/// What was imported.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MoveListReport {
    /// Games written.
    pub games: u64,
    /// Plies of these games.
    pub plies: u64,
    /// Pieces taken in them.
    pub taken: u64,
    /// Games by result.
    pub results: BTreeMap<GameResult, u64>,
    /// Games by what ended them.
    pub causes: BTreeMap<Cause, u64>,
    /// Games that went on where a repetition or a limit would have ended them.
    pub passed: u64,
    /// Games with the same moves as one before them. They count like all others.
    pub repeated: u64,
    /// Lines that were skipped, the first of them.
    pub problems: Vec<LineProblem>,
    /// Lines that were skipped beyond those.
    pub more_problems: u64,
}

impl MoveListReport {
    /// Lines that were skipped.
    pub fn skipped(&self) -> u64 {
        self.problems.len() as u64 + self.more_problems
    }
}

/// Imports lists of moves into the folder `out`, which must be new or empty: `games.jsonl` and
/// `rules/`, as a finished job has them. Games are numbered from 0 in the order of files and lines.
///
/// Every move is played by the rules, which find the captures; captures that are written must be
/// those. A result that the rules have decided must be that of the file. Where they have not, the
/// file's counts, with [`Cause::Given`]; without one the game is [`Cause::Unfinished`]. `progress` is
/// told the bytes read and the bytes that there are.
///
/// # Errors
/// When a line is wrong and lines are not skipped: nothing is written then. When columns are not
/// found, no game is left, or a file cannot be read or written.
pub fn import_move_lists(
    files: &[PathBuf],
    out: &Path,
    lists: MoveLists<'_>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<MoveListReport, MoveListError> {
    let fresh =
        FreshFolder::of_games(out)?.ok_or_else(|| MoveListError::NotEmpty(out.to_owned()))?;
    let mut import = Import {
        lists,
        dialect: Dialect::of(&lists.rules.game),
        games: Vec::new(),
        seen: HashSet::new(),
        report: MoveListReport::default(),
    };
    let (mut done, total) = (0, total_bytes(files));
    for file in files {
        let bytes = import.add(file, &mut |offset| progress((done + offset).min(total), total))?;
        done += bytes;
    }
    let report = import.write(out)?;
    fresh.finish()?;
    Ok(report)
}

/// What was read so far.
struct Import<'a> {
    lists: MoveLists<'a>,
    dialect: Dialect,
    games: Vec<GameRecord>,
    /// The moves of all games.
    seen: HashSet<String>,
    report: MoveListReport,
}

impl Import<'_> {
    /// Reads one file; gives its length.
    fn add(&mut self, file: &Path, progress: &mut dyn FnMut(u64)) -> Result<u64, MoveListError> {
        let columns = self.find_columns(file)?;
        let mut lines = Lines::open(file)?;
        let mut skip_head = columns.head;
        while let Some(line) = lines.next() {
            let (number, line) = line?;
            progress(lines.offset);
            if std::mem::take(&mut skip_head) && line.is_ok() {
                continue;
            }
            let game = line.and_then(|line| self.read(&cells(&line, columns.separator), &columns));
            match game {
                Ok(record) => self.games.push(record),
                Err(trouble) => {
                    self.note(LineProblem { file: file.to_owned(), line: number, trouble });
                }
            }
        }
        Ok(lines.offset)
    }

    fn find_columns(&self, file: &Path) -> Result<Columns, MoveListError> {
        let mut first = Vec::new();
        let mut broken = None;
        for line in Lines::open(file)?.take(SAMPLE) {
            match line? {
                (_, Ok(text)) => first.push(text),
                (line, Err(trouble)) => {
                    broken.get_or_insert(LineProblem { file: file.to_owned(), line, trouble });
                }
            }
        }
        match (first.is_empty(), broken) {
            (true, None) => return Err(MoveListError::Empty(file.to_owned())),
            (true, Some(problem)) => {
                return Err(MoveListError::NoGames { problems: vec![problem], games: 1 });
            }
            (false, _) => {}
        }
        let found = Columns::find(&first, self.lists.columns, &self.dialect);
        found.map_err(|error| MoveListError::Columns {
            file: file.to_owned(),
            error: Box::new(error),
        })
    }

    /// Reads one row and counts the game.
    fn read(&mut self, row: &[String], columns: &Columns) -> Result<GameRecord, LineTrouble> {
        let cell = |at: usize| row.get(at).map_or("", String::as_str);
        let game = &self.lists.rules.game;
        let played = with_game!(game, |game| play(game, &self.dialect, cell(columns.moves)))?;
        if played.plies.is_empty() {
            return Err(LineTrouble::NoMoves(columns.moves + 1));
        }
        let said = columns.result.map(|at| self.said(cell(at))).transpose()?;
        let (result, cause) = with_game!(game, |game| played.ending(game, said))?;
        let player = |at: Option<usize>| match self.lists.agent {
            Some(agent) => agent.to_owned(),
            None => player(at.map_or("", cell)),
        };
        let record = GameRecord {
            rules: self.lists.rules.game.name().to_owned(),
            rules_hash: self.lists.rules.hash.clone(),
            seed: SEED,
            game: self.games.len() as u64,
            attackers: player(columns.attackers),
            defenders: player(columns.defenders),
            first: played.first,
            result,
            cause,
            plies: played.plies,
            ..GameRecord::default()
        };
        self.count(&record, played.taken, played.passed);
        Ok(record)
    }

    /// What a cell says of the result.
    fn said(&self, cell: &str) -> Result<Said, LineTrouble> {
        self.dialect.result(cell).ok_or_else(|| LineTrouble::Result {
            word: shorten(cell),
            expected: self.dialect.results(),
        })
    }

    fn count(&mut self, record: &GameRecord, taken: u64, passed: bool) {
        let moves: Vec<&str> = record.plies.iter().map(|ply| ply.mv.as_str()).collect();
        let is_new = self.seen.insert(moves.join(" "));
        let report = &mut self.report;
        report.games += 1;
        report.plies += record.plies.len() as u64;
        report.taken += taken;
        *report.results.entry(record.result).or_default() += 1;
        *report.causes.entry(record.cause).or_default() += 1;
        report.passed += u64::from(passed);
        report.repeated += u64::from(!is_new);
    }

    fn note(&mut self, problem: LineProblem) {
        if self.report.problems.len() < TOLD {
            self.report.problems.push(problem);
        } else {
            self.report.more_problems += 1;
        }
    }

    /// Writes the folder, unless lines were wrong and may not be skipped.
    fn write(self, out: &Path) -> Result<MoveListReport, MoveListError> {
        let MoveListReport { games, .. } = self.report;
        let lines = games + self.report.skipped();
        let (problems, more) = (self.report.problems.clone(), self.report.more_problems);
        if games == 0 {
            return Err(MoveListError::NoGames { problems, games: lines });
        }
        if !problems.is_empty() && !self.lists.lenient {
            return Err(MoveListError::Wrong { problems, more, games: lines });
        }
        let rules = self.lists.rules;
        write_folder(out, [(rules.game.name(), rules.text.as_str())].into_iter(), &self.games)?;
        Ok(self.report)
    }
}

/// The name of a player as records hold it.
fn player(name: &str) -> String {
    let name: String =
        name.chars().filter(|letter| !letter.is_control()).take(LONGEST_NAME).collect();
    if name.is_empty() { "unknown".to_owned() } else { name }
}
