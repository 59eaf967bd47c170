//! Healing files of games: lines that are no true games are set aside, so that the job can go on.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use imperial_engine::catalog;

use crate::compared::State;
use crate::done::{Done, DoneError};
use crate::files::{FileError, NewFile, folder_of, write_atomically};
use crate::find_games::find_games;
use crate::input::read_found;
use crate::lock::{Lock, LockError};
use crate::manifest::Lines;
use crate::reader::{ReadError, ReadErrorKind, read_lines};
use crate::record::{FORMAT_VERSION, GameRecord};
use crate::replay::replay_any;
use crate::rulebook::{RuleBook, RulesError, rules_hash};
use crate::shard::{ShardError, ShardFile};

/// Where lines are kept that were taken out of a file of games.
const ASIDE: &str = "games.damaged.jsonl";

/// What was healed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Healed {
    /// A file of games is no longer finished; the command that plays it plays what is missing.
    Reopened {
        /// The file.
        games: PathBuf,
        /// Games that it still has.
        kept: u64,
        /// Lines that were moved into `aside`.
        moved: u64,
        /// Where they are now.
        aside: PathBuf,
    },
    /// A file was written anew: a rule set from the program's own, or what is said of finished games.
    Restored(PathBuf),
}

/// Heals every file of games in `root` and below it, and the rules beside them. Lines that cannot be read, do
/// not replay or come twice are moved into `games.damaged.jsonl`. What is whole is not touched. Whether a file
/// that was finished becomes what it was, numbers of the search included, is checked by
/// [`GameLog::finish`](crate::GameLog::finish).
///
/// # Errors
/// When the file system refuses, or another process writes the games.
pub fn repair_folder(root: &Path) -> Result<Vec<Healed>, LockError> {
    let files = find_games(root)?;
    let root = if root.is_file() { folder_of(root) } else { root };
    let mut healed = Vec::new();
    for games in files {
        let _lock = Lock::to_heal(&games)?;
        // A rule set that is written anew is read anew.
        while let Some(rules) = heal_rules(root, &games)? {
            healed.push(Healed::Restored(rules));
        }
        healed.extend(heal_games(root, &games)?);
    }
    Ok(healed)
}

/// The lines of a file, apart.
#[derive(Default)]
struct Sorted {
    good: Vec<u8>,
    bad: Vec<u8>,
    kept: u64,
    moved: u64,
    /// The format of the first game.
    format: Option<u32>,
    /// Plies of the good games.
    plies: u64,
}

impl Sorted {
    /// Of the lines of a job with this seed.
    fn of(lines: Vec<Line<'_>>, seed: Option<u64>) -> Self {
        let has_rules = lines.iter().any(|line| line.kind == Kind::Game && line.record.is_some());
        let mut sorted = Self::default();
        for Line { text, kind, record } in lines {
            let is_game = kind == Kind::Game || (kind == Kind::Foreign && !has_rules);
            if !is_game || record.is_some_and(|record| Some(record.seed) != seed) {
                sorted.bad.extend_from_slice(text);
                sorted.moved += 1;
                continue;
            }
            sorted.good.extend_from_slice(text);
            if let Some(Head { format, plies, .. }) = record {
                sorted.format.get_or_insert(format);
                sorted.kept += 1;
                sorted.plies += plies;
            }
        }
        sorted
    }

    /// Writes again what was said of games that are all good, if this was said; gives whether it was.
    fn say_again(&self, games: &Path) -> Result<bool, FileError> {
        let format = self.format.unwrap_or(FORMAT_VERSION);
        let done = Done::of(games, format, (self.kept, self.plies))?;
        match done.say_again(games) {
            Ok(_) => Ok(true),
            Err(DoneError::File(error)) => Err(error),
            Err(_) => Ok(false),
        }
    }
}

fn heal_games(root: &Path, games: &Path) -> Result<Option<Healed>, FileError> {
    let said = Said::of(games)?;
    let shard = damaged_shard(games)?;
    let sorted = if games.exists() { sort(root, games)? } else { Sorted::default() };
    match said {
        Said::Nothing | Said::Truth if shard.is_none() && sorted.moved == 0 => return Ok(None),
        Said::Lost if sorted.moved == 0 && sorted.say_again(games)? => {
            return Ok(Some(Healed::Restored(Done::path(games))));
        }
        _ => {}
    }
    let aside = games.with_file_name(ASIDE);
    if sorted.moved > 0 {
        set_aside(&aside, &sorted.bad)?;
        write_atomically(games, &sorted.good)?;
    }
    match said {
        Said::Nothing => {}
        Said::Lost => Done::forget(games)?,
        Said::Truth => Done::reopen(games, true)?,
        Said::Other { is_as_written } => Done::reopen(games, is_as_written)?,
    }
    if let Some(shard) = shard {
        shard.opened().write(games)?;
    }
    let (kept, moved) = (sorted.kept, sorted.moved);
    Ok(Some(Healed::Reopened { games: games.to_owned(), kept, moved, aside }))
}

/// What is said of a file of games.
#[derive(Clone, Copy)]
enum Said {
    /// It is not finished.
    Nothing,
    /// It was finished, and nothing says so any more.
    Lost,
    /// What is so.
    Truth,
    /// What is not so, or cannot be understood. Unless it `is_as_written` it may be damaged in place of the games.
    Other { is_as_written: bool },
}

impl Said {
    fn of(games: &Path) -> Result<Self, FileError> {
        let is_as_written = is_as_written(&Done::path(games));
        match Done::read(games) {
            Ok(None) if games.exists() && Done::is_lost(games) => Ok(Self::Lost),
            Ok(None) => Ok(Self::Nothing),
            Ok(Some(done)) if is_as_written && games.exists() && done.is_of(games)? => {
                Ok(Self::Truth)
            }
            // A disk that fails says nothing of the games.
            Err(DoneError::File(error)) => Err(error),
            Ok(Some(_)) | Err(_) => Ok(Self::Other { is_as_written }),
        }
    }
}

/// What is said of a share that is complete, if that is not true of its games.
fn damaged_shard(games: &Path) -> Result<Option<ShardFile>, FileError> {
    let shard = match ShardFile::read(games) {
        Err(ShardError::File(error)) => return Err(error),
        shard => shard.ok().flatten(),
    };
    let Some(shard) = shard else { return Ok(None) };
    match shard.check(games) {
        Ok(()) => Ok(None),
        Err(ShardError::File(error)) => Err(error),
        Err(_) => Ok(Some(shard)),
    }
}

/// Whether the file at `path` is as the manifest beside it says, if there is one.
fn is_as_written(path: &Path) -> bool {
    let known = Lines::history(folder_of(path), path);
    known.is_none_or(|known| !matches!(State::of(path, &known), State::Other))
}

/// What a line is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Game,
    Damaged,
    /// A game by rules that nobody has here, or of a format that nobody knows.
    Foreign,
}

/// A line, and what it holds.
struct Line<'a> {
    text: &'a [u8],
    kind: Kind,
    record: Option<Head>,
}

/// What is kept of a record.
#[derive(Clone, Copy)]
struct Head {
    seed: u64,
    format: u32,
    plies: u64,
}

/// Tells games from other lines. Where no game of the file has rules, all are left as they are.
fn sort(root: &Path, games: &Path) -> Result<Sorted, FileError> {
    let whole = read_found(games).map_err(FileError::on("read", games))?;
    let (mut rules, mut numbers) = (RuleBook::new(root), BTreeSet::new());
    let mut kind = |record: &GameRecord| {
        let is_true = match rules.of_record(folder_of(games), record) {
            Ok(rules) => replay_any(&rules.game, record).is_ok(),
            Err(RulesError::Name(_) | RulesError::Unknown(_) | RulesError::Hash { .. }) => {
                return Kind::Foreign;
            }
            Err(_) => true,
        };
        if is_true && numbers.insert(record.game) { Kind::Game } else { Kind::Damaged }
    };
    let (mut found, mut seeds) = (Vec::new(), BTreeMap::new());
    let (mut lines, mut start) = (read_lines(games), 0);
    while let Some(read) = lines.next() {
        let end = usize::try_from(lines.offset()).unwrap_or(usize::MAX).min(whole.len());
        let text = &whole[start..end];
        start = end;
        match read {
            Ok((_, record)) => {
                *seeds.entry(record.seed).or_insert(0_usize) += 1;
                let kind = kind(&record);
                let GameRecord { seed, format, plies, .. } = record;
                let plies = plies.len() as u64;
                found.push(Line { text, kind, record: Some(Head { seed, format, plies }) });
            }
            Err(error) => found.push(Line { text, kind: kind_of(error)?, record: None }),
        }
    }
    // A job has one seed.
    let seed = seeds.into_iter().max_by_key(|(_, lines)| *lines).map(|(seed, _)| seed);
    Ok(Sorted::of(found, seed))
}

/// What a line is that holds no game.
fn kind_of(error: ReadError) -> Result<Kind, FileError> {
    match error.kind {
        // A disk that fails says nothing of the games.
        ReadErrorKind::Io(io) => Err(FileError::on("read", &error.file)(io)),
        // An incomplete last line is no damage: the job that goes on cuts it off.
        ReadErrorKind::Torn => Ok(Kind::Game),
        ReadErrorKind::Format(_) => Ok(Kind::Foreign),
        _ => Ok(Kind::Damaged),
    }
}

/// Adds lines to those that were set aside before.
fn set_aside(path: &Path, lines: &[u8]) -> Result<(), FileError> {
    let write = || -> io::Result<()> {
        let before = if path.exists() { read_found(path)? } else { Vec::new() };
        let mut file = NewFile::create(path)?;
        file.write_all(&before)?;
        file.write_all(lines)?;
        if !lines.ends_with(b"\n") {
            file.write_all(b"\n")?;
        }
        file.commit().map(drop)
    };
    write().map_err(FileError::on("write", path))
}

/// Writes the first rule set anew that is damaged and that the program has as the games were played by it.
fn heal_rules(root: &Path, games: &Path) -> Result<Option<PathBuf>, FileError> {
    if !games.exists() {
        return Ok(None);
    }
    let mut rules = RuleBook::new(root);
    for record in read_lines(games).filter_map(Result::ok).map(|(_, record)| record) {
        let Err(error) = rules.of_record(folder_of(games), &record) else { continue };
        let text = catalog::text(&record.rules).unwrap_or_default();
        let file = damaged_file(error).or_else(|| rules.file(folder_of(games), &record.rules));
        if rules_hash(text) == record.rules_hash
            && let Some(file) = file
        {
            write_atomically(&file, text.as_bytes())?;
            return Ok(Some(file));
        }
    }
    Ok(None)
}

/// The file that an error is about.
fn damaged_file(error: RulesError) -> Option<PathBuf> {
    match error {
        RulesError::File { path, .. } | RulesError::OtherName { path, .. } => Some(path),
        // A disk that fails says nothing of the rules.
        RulesError::Read(error) if error.error.kind() == io::ErrorKind::InvalidData => {
            Some(error.path)
        }
        _ => None,
    }
}
