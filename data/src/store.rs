//! The game log: finished games on disk as soon as they are finished.
//!
//! # What survives what
//!
//! A game is handed to the operating system with one write of one line. A process killed at any
//! instant therefore leaves every game for which [`GameLog::append`] returned, and at most one
//! incomplete line at the end, which the next [`GameLog::open`] removes. Against a loss of power
//! the file is also synced to disk every [`SYNC_GAMES`] games or [`SYNC_PERIOD`], whichever comes
//! first, counted when a game is appended: at most that much must be played again.

mod error;
mod job;
mod scan;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::done::Done;
use crate::files::{FileError, NewFile, is_named, sync_folder};
use crate::lock::{Lock, LockError};
use crate::reader::MAX_LINE_BYTES;
use crate::record::{GameRecord, PlyRecord};
use crate::storage::storage;

pub use error::StoreError;
pub use job::{Job, JobMismatch};
use scan::Line;

/// Games that may be appended before the file is synced.
const SYNC_GAMES: u32 = 256;

/// Time after which the next game appended syncs the file.
const SYNC_PERIOD: Duration = Duration::from_secs(10);

/// A growing file of games, one line of JSON each, in the order in which they finish.
///
/// One log serves many threads: [`append`](Self::append) takes `&self`, makes the line outside the
/// lock and holds it for the write only. One process at a time may have the log open; a file
/// `games.lock` beside `games.jsonl` sees to that, and stays.
///
/// When the job has all its games, [`finish`](Self::finish) sorts the file by game number, so that
/// the bytes do not depend on threads and interruptions, and writes [`Done`] beside it.
///
/// ```
/// use imperial_data::{GameLog, GameRecord, Job, read_games};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("games.jsonl");
/// # let line = r#"{"format": 1, "engine": "0.1.0", "rules": "tic-tac-toe", "rules_hash": "?",
/// #     "seed": 1855, "game": 0, "attackers": "random", "defenders": "random",
/// #     "first": "attackers", "opening": 0, "result": "attackers", "cause": "line",
/// #     "plies": [{"move": "a1"}, {"move": "b1"}, {"move": "a2"}, {"move": "b2"}, {"move": "a3"}]}"#;
/// # let rules = imperial_engine::catalog::text("tic-tac-toe").expect("is embedded");
/// # let mut record: GameRecord = serde_json::from_str(line)?;
/// # record.rules_hash = imperial_data::rules_hash(rules);
/// let job = Job::new(1855).with_rules("tic-tac-toe", rules);
/// let (log, existing) = GameLog::open(&path, job)?;
/// if !existing.games.contains(&record.game) {
///     log.append(&record)?;
/// }
/// let done = log.finish()?;
/// assert_eq!(done.games, 1);
/// assert_eq!(read_games(&path).count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GameLog {
    path: PathBuf,
    job: Job,
    /// Of all its lines.
    format: u32,
    state: Mutex<State>,
    /// Held as long as the log lives.
    _lock: Lock,
}

/// What a log held when it was opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Existing {
    /// Numbers of the games that are there.
    pub games: BTreeSet<u64>,
    /// Whether the job was finished. A game appended nevertheless makes it unfinished again.
    pub finished: bool,
    /// Bytes of an incomplete last line that were removed.
    pub removed: u64,
    /// What is said of the finished job was gone, and was written again.
    pub restored: bool,
}

/// What the lock guards.
#[derive(Debug)]
struct State {
    file: File,
    lines: BTreeMap<u64, Line>,
    /// Length of the whole lines.
    length: u64,
    unsynced: u32,
    synced_at: Instant,
    done: Option<Done>,
    /// A write failed: what the file ends with is not known.
    broken: bool,
}

impl GameLog {
    /// Opens the log at `path` for a job, creates it where there is none, and repairs its end.
    ///
    /// Every line there is read and must belong to `job`. A log keeps the format that it was begun in. The path should end in `games.jsonl`,
    /// for which [`verify_folder`](crate::verify_folder) and [exports](crate::export)
    /// look.
    ///
    /// # Errors
    /// When another process has the log open; when a line other than an incomplete last one cannot
    /// be read, is of another job or has a number that was there already (with file and line); when
    /// a finished file is not what [`Done`] says, or what it said before it was lost; when the file system refuses.
    pub fn open(path: &Path, job: Job) -> Result<(Self, Existing), StoreError> {
        let lock = lock(path)?;
        // Who deletes all of it begins anew.
        let is_lost = path.exists() && Done::is_lost(path);
        let options = File::options().read(true).append(true).create(true).clone();
        let file = storage().open(path, &options).map_err(FileError::on("open", path))?;
        let mut done = Done::read(path)?;
        if let Some(done) = &done {
            done.check(path)?;
        }
        let scan = scan::scan(path, &job)?;
        if is_lost {
            done = Some(Done::of(path, scan.format, scan.count())?.say_again(path)?);
        }
        let format = Done::promised(path)?.map_or(scan.format, |promise| promise.format);
        if scan.lines.is_empty() {
            sync_folder(path).map_err(FileError::on("sync the folder of", path))?;
        }
        let removed = repair(path, &file, &scan)?;
        let existing = Existing {
            games: scan.lines.keys().copied().collect(),
            finished: done.is_some(),
            removed,
            restored: is_lost,
        };
        let length = scan.length + u64::from(scan.unended);
        let state = State {
            file,
            lines: scan.lines,
            length,
            unsynced: 0,
            synced_at: Instant::now(),
            done,
            broken: false,
        };
        let path = path.to_owned();
        Ok((Self { path, job, format, state: Mutex::new(state), _lock: lock }, existing))
    }

    /// Adds a finished game. When this returns, the game survives a kill of the process. Of a game whose line nobody
    /// would read ([`MAX_LINE_BYTES`]) visits are left out, and policies too where that is not enough.
    ///
    /// # Errors
    /// When the record is flawed ([`GameRecord::check`]), of another job or of a number that is
    /// there already; when its moves alone are too long; when the file system refuses, and from then on always.
    pub fn append(&self, record: &GameRecord) -> Result<(), StoreError> {
        record.check()?;
        self.job
            .check(record)
            .map_err(|mismatch| StoreError::NotOfJob { game: record.game, mismatch })?;
        let record = match record.format == self.format {
            true => Cow::Borrowed(record),
            false => Cow::Owned(GameRecord { format: self.format, ..record.clone() }),
        };
        let line = readable_line(&record, MAX_LINE_BYTES)?;
        let mut state = self.state();
        if state.lines.contains_key(&record.game) {
            return Err(StoreError::Exists { game: record.game });
        }
        if state.broken {
            return Err(StoreError::Broken { path: self.path.clone() });
        }
        state.reopen(&self.path)?;
        state
            .write(&self.path, &record, line.as_bytes())
            .map_err(FileError::on("write", &self.path))?;
        Ok(())
    }

    /// Takes back that the job is finished, where games are to be added: here or, as those of other shares, elsewhere.
    ///
    /// # Errors
    /// When the file system refuses.
    pub fn reopen(&self) -> Result<(), StoreError> {
        self.state().reopen(&self.path)
    }

    /// Number of games in the log.
    pub fn len(&self) -> usize {
        self.state().lines.len()
    }

    /// Whether there is no game.
    pub fn is_empty(&self) -> bool {
        self.state().lines.is_empty()
    }

    /// Makes the games so far survive a loss of power.
    ///
    /// # Errors
    /// When the file system refuses.
    pub fn sync(&self) -> Result<(), StoreError> {
        self.state().sync(&self.path).map_err(FileError::on("sync", &self.path))?;
        Ok(())
    }

    /// Ends the job: replaces the file by one sorted by game number, then writes [`Done`].
    ///
    /// Killed in between, the old file or the new one is there whole, and the next
    /// [`open`](Self::open) and `finish` come to the same bytes. Whether all games of the job are
    /// there is for the caller to know.
    ///
    /// # Errors
    /// When a write failed before or the file system refuses; when the file was finished before, was healed
    /// since, and is not the same again.
    pub fn finish(self) -> Result<Done, StoreError> {
        let path = self.path;
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        if state.broken {
            return Err(StoreError::Broken { path });
        }
        if let Some(done) = state.done {
            return Ok(done);
        }
        state.check_place(&path).map_err(FileError::on("write", &path))?;
        // Windows replaces no file that is open.
        drop(state.file);
        let (bytes, sha256) =
            write_sorted(&path, &state.lines).map_err(FileError::on("write", &path))?;
        let (games, plies) = scan::count(&state.lines);
        let done = Done { format: self.format, games, plies, bytes, sha256 };
        if !done.keeps_promise(&path)? {
            return Err(StoreError::OtherGames { path });
        }
        done.write(&path)?;
        Ok(done)
    }

    /// The state; nothing in here panics between two changes that belong together, so a poisoned
    /// lock still guards a whole state.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn reopen(&mut self, path: &Path) -> Result<(), StoreError> {
        if self.done.is_some() {
            Done::remove(path)?;
            self.done = None;
        }
        Ok(())
    }

    /// Appends one line with one write call and notes where it is.
    fn write(&mut self, path: &Path, record: &GameRecord, line: &[u8]) -> io::Result<()> {
        // What follows a half line would be lost with it.
        storage().write(path, &self.file, line).inspect_err(|_| self.broken = true)?;
        let length = line.len() as u64;
        let plies = u32::try_from(record.plies.len()).unwrap_or(u32::MAX);
        self.lines.insert(record.game, Line { offset: self.length, length, plies });
        self.length += length;
        self.unsynced += 1;
        if self.unsynced >= SYNC_GAMES || self.synced_at.elapsed() >= SYNC_PERIOD {
            self.sync(path)?;
        }
        Ok(())
    }

    fn sync(&mut self, path: &Path) -> io::Result<()> {
        // The system may have thrown away what it could not write.
        let synced = storage().sync(path, &self.file).and_then(|()| self.check_place(path));
        synced.inspect_err(|_| self.broken = true)?;
        self.unsynced = 0;
        self.synced_at = Instant::now();
        Ok(())
    }
}

impl State {
    /// Whether the file still has its name: what is written to one that was removed is lost.
    fn check_place(&self, path: &Path) -> io::Result<()> {
        match is_named(path, &self.file)? {
            true => Ok(()),
            false => {
                Err(io::Error::other("it was removed or replaced while games were added to it"))
            }
        }
    }
}

/// The line of a record, with as much of its searches as leaves it no longer than `most` bytes.
fn readable_line(record: &GameRecord, most: u64) -> Result<String, StoreError> {
    let shortenings: [fn(&mut PlyRecord); 2] =
        [|ply| ply.visits = Vec::new(), |ply| ply.policy = Vec::new()];
    let (mut record, mut shortenings) = (Cow::Borrowed(record), shortenings.into_iter());
    loop {
        let line = record.to_line().map_err(StoreError::Encode)?;
        if line.len() as u64 <= most {
            return Ok(line);
        }
        let Some(shorten) = shortenings.next() else {
            return Err(StoreError::TooLong { game: record.game, bytes: line.len() as u64 });
        };
        record.to_mut().plies.iter_mut().for_each(shorten);
    }
}

/// Takes the lock of the log at `path`: `games.lock` beside `games.jsonl`.
fn lock(path: &Path) -> Result<Lock, StoreError> {
    // The games themselves cannot be locked: `finish` puts another file under their name.
    Lock::of_file(path).map_err(|error| match error {
        LockError::Held(_) => StoreError::Locked { path: path.to_owned() },
        LockError::File(error) => error.into(),
        LockError::Damaged(error) => error.into(),
    })
}

/// Cuts off an incomplete last line, or ends a complete one; gives the number of bytes removed.
fn repair(path: &Path, file: &File, scan: &scan::Scan) -> Result<u64, StoreError> {
    let repair = || -> io::Result<u64> {
        let removed = file.metadata()?.len().saturating_sub(scan.length);
        if removed > 0 {
            storage().shorten(path, scan.length)?;
        }
        if scan.unended {
            storage().write(path, file, b"\n")?;
        }
        Ok(removed)
    };
    Ok(repair().map_err(FileError::on("repair", path))?)
}

/// Rewrites the file with its lines in the order of the map; gives length and SHA-256.
fn write_sorted(path: &Path, lines: &BTreeMap<u64, Line>) -> io::Result<(u64, String)> {
    let mut old = BufReader::new(File::open(path)?);
    let mut new = NewFile::create(path)?;
    let mut at = 0;
    for line in lines.values() {
        if line.offset != at {
            old.seek(SeekFrom::Start(line.offset))?;
        }
        let copied = io::copy(&mut old.by_ref().take(line.length), &mut new)?;
        if copied != line.length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        at = line.offset + line.length;
    }
    drop(old);
    new.commit()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nobody would read it, and the job would play it again and again.
    #[test]
    fn a_game_that_is_too_long_with_its_searches_is_kept_without_them() {
        let moves = |text: &str| (0..50).map(|n| format!("{text}{n}").into()).collect::<Vec<_>>();
        let ply = PlyRecord {
            mv: "a1".to_owned(),
            value: Some(0.5),
            visits: moves("visited").into_iter().map(|mv| (mv, 7)).collect(),
            policy: moves("likely").into_iter().map(|mv| (mv, 0.01)).collect(),
        };
        let whole = GameRecord { game: 3, plies: vec![ply; 4], ..GameRecord::default() };
        let line = whole.to_line().expect("JSON");
        let fitting = |most: usize| readable_line(&whole, most as u64);
        assert_eq!(fitting(line.len()).expect("it fits"), line);
        let shorter = fitting(line.len() - 1).expect("without visits");
        assert!(!shorter.contains("visited") && shorter.contains("likely"), "{shorter}");
        let short = fitting(shorter.len() - 1).expect("without policies");
        assert!(!short.contains("likely") && short.contains("0.5"), "{short}");
        GameRecord::from_line(short.trim_end().as_bytes()).expect("it is a record still");
        let error = fitting(short.len() - 1).expect_err("its moves alone are too long").to_string();
        assert!(error.starts_with("game 3 takes") && error.contains("64 MiB"), "{error}");
    }
}
