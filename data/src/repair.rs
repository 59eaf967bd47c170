//! Healing files of games: lines that are no true games are set aside, so that the job can go on.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use imperial_engine::catalog;

use crate::compared::State;
use crate::done::Done;
use crate::files::{FileError, NewFile, find_files, folder_of, write_atomically};
use crate::lock::{Lock, LockError};
use crate::manifest::Lines;
use crate::reader::{ReadErrorKind, read_lines};
use crate::record::GameRecord;
use crate::replay::replay_any;
use crate::rulebook::{RuleBook, RulesError, rules_hash};
use crate::shard::ShardFile;
use crate::verify::{is_of_games, with_lost_files};

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
    /// A damaged rule set was written anew from the program's own.
    Rules(PathBuf),
}

/// Heals every file of games in `root` and below it, and the rules beside them. Lines that cannot be read, do
/// not replay or come twice are moved into `games.damaged.jsonl`. What is whole is not touched. Whether a file
/// that was finished becomes what it was, numbers of the search included, is checked by
/// [`GameLog::finish`](crate::GameLog::finish).
///
/// # Errors
/// When the file system refuses, or another process writes the games.
pub fn repair_folder(root: &Path) -> Result<Vec<Healed>, LockError> {
    let files = with_lost_files(find_files(root, is_of_games)?);
    let root = if root.is_file() { folder_of(root) } else { root };
    let mut healed = Vec::new();
    for games in files {
        let _lock = Lock::to_heal(&games)?;
        // A rule set that is written anew is read anew.
        while let Some(rules) = heal_rules(root, &games)? {
            healed.push(Healed::Rules(rules));
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
}

fn heal_games(root: &Path, games: &Path) -> Result<Option<Healed>, FileError> {
    let done = Done::read(games);
    let was_finished = !matches!(done, Ok(None));
    // What is said of the games may be damaged in place of the games.
    let is_true = is_as_written(&Done::path(games));
    let is_promised = match &done {
        Ok(Some(done)) if games.exists() => is_true && done.is_of(games)?,
        Ok(None) => true,
        _ => false,
    };
    let shard = ShardFile::read(games).ok().flatten();
    let shard = shard.filter(|shard| shard.check(games).is_err());
    let sorted = if games.exists() { sort(root, games)? } else { Sorted::default() };
    if is_promised && shard.is_none() && sorted.moved == 0 {
        return Ok(None);
    }
    let aside = games.with_file_name(ASIDE);
    if sorted.moved > 0 {
        set_aside(&aside, &sorted.bad)?;
        write_atomically(games, &sorted.good)?;
    }
    if was_finished {
        Done::reopen(games, is_true)?;
    }
    if let Some(shard) = shard {
        shard.opened().write(games)?;
    }
    let (kept, moved) = (sorted.kept, sorted.moved);
    Ok(Some(Healed::Reopened { games: games.to_owned(), kept, moved, aside }))
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
    /// A game by rules that nobody has here.
    Foreign,
}

/// Tells games from other lines. Where no game of the file has rules, all are left as they are.
fn sort(root: &Path, games: &Path) -> Result<Sorted, FileError> {
    let text = fs::read(games).map_err(FileError::on("read", games))?;
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
        let end = usize::try_from(lines.offset()).unwrap_or(usize::MAX).min(text.len());
        let line = &text[start..end];
        start = end;
        match read {
            Ok((_, record)) => {
                *seeds.entry(record.seed).or_insert(0_usize) += 1;
                found.push((line, kind(&record), Some(record.seed)));
            }
            // An incomplete last line is no damage: the job that goes on cuts it off.
            Err(error) if matches!(error.kind, ReadErrorKind::Torn) => {
                found.push((line, Kind::Game, None));
            }
            Err(_) => found.push((line, Kind::Damaged, None)),
        }
    }
    let has_rules = found.iter().any(|(_, kind, seed)| *kind == Kind::Game && seed.is_some());
    // A job has one seed.
    let seed = seeds.into_iter().max_by_key(|(_, lines)| *lines).map(|(seed, _)| seed);
    let mut sorted = Sorted::default();
    for (line, kind, of) in found {
        let is_game = kind == Kind::Game || (kind == Kind::Foreign && !has_rules);
        if is_game && (of.is_none() || of == seed) {
            sorted.good.extend_from_slice(line);
            sorted.kept += u64::from(of.is_some());
        } else {
            sorted.bad.extend_from_slice(line);
            sorted.moved += 1;
        }
    }
    Ok(sorted)
}

/// Adds lines to those that were set aside before.
fn set_aside(path: &Path, lines: &[u8]) -> Result<(), FileError> {
    let write = || -> io::Result<()> {
        let before = if path.exists() { fs::read(path)? } else { Vec::new() };
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
        RulesError::Read(error) => Some(error.path),
        _ => None,
    }
}
