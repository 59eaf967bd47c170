//! One log from its shares.

mod copy;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::error::MergeError;
use crate::damaged::Damaged;
use crate::done::Done;
use crate::files::{FileError, NewFile, folder_of};
use crate::lock::Lock;
use crate::reader::{ReadErrorKind, read_lines};
use crate::record::{FORMAT_VERSION, GameRecord};
use crate::shard::{ShardError, ShardFile, digest_of};
use crate::store::{Job, JobMismatch};
use copy::{Place, Sources};

/// A log whose games all are there.
pub(super) struct Joined<'a> {
    /// Its path inside the folders.
    log: &'a Path,
    /// Its files.
    files: Vec<PathBuf>,
    games: BTreeMap<u64, Place>,
    /// Those of the first game, which all have.
    format: Option<u32>,
    job: Option<Job>,
}

/// Finds all games of the log at `log` in each of `shares`.
pub(super) fn join<'a>(log: &'a Path, shares: &[PathBuf]) -> Result<Joined<'a>, MergeError> {
    let files: Vec<PathBuf> = shares.iter().map(|share| share.join(log)).collect();
    let (told, first) = shards(log, &files)?;
    let mut joined = Joined { log, files, games: BTreeMap::new(), format: None, job: None };
    for (share, shard) in told.iter().enumerate() {
        let log = joined.files[share].clone();
        // Not kept, as there may be more shares than files that a program may open. Who plays on meanwhile is found out
        // when the games are copied.
        let _lock = Lock::of_file(&log)?;
        let games = joined.add(share)?;
        let is_own = |game: &u64| game % shard.of == shard.shard;
        let expected = first.games.iter().flat_map(|(from, to)| *from..*to).filter(is_own);
        let mut missing = expected.filter(|game| !games.contains_key(game));
        if let Some(first) = missing.next() {
            let missing = 1 + missing.count() as u64;
            return Err(MergeError::Missing { log, missing, first });
        }
        if !shard.is_of(|| digest_of(games.values())) {
            return Err(ShardError::Changed { games: log }.into());
        }
        if !shard.is_sealed() {
            return Err(MergeError::Unsealed { log });
        }
    }
    Ok(joined)
}

/// What the shares say of themselves; all of them must be there, each once. The first stands for all.
fn shards(log: &Path, files: &[PathBuf]) -> Result<(Vec<ShardFile>, ShardFile), MergeError> {
    let mut told: Vec<ShardFile> = Vec::new();
    for file in files {
        // One bit may make another share of it.
        Damaged::check(folder_of(file))?;
        let Some(now) = ShardFile::read(file)? else { return Err(no_share(file, files)) };
        if let Some(how) = told.first().and_then(|first| difference(first, &now)) {
            let [one, other] = [&files[0], file].map(|file| ShardFile::path(file));
            return Err(MergeError::Different { one, other, how });
        }
        told.push(now);
    }
    let first = told[0].clone();
    let mut there = BTreeSet::new();
    let twice: BTreeSet<u64> =
        told.iter().map(|one| one.shard).filter(|shard| !there.insert(*shard)).collect();
    let missing = first.of.saturating_sub(there.len() as u64);
    let lost = (0..first.of).filter(|shard| !there.contains(shard));
    let (log, of) = (log.to_owned(), first.of);
    if !twice.is_empty() {
        let (count, shards) = (twice.len() as u64, twice.into_iter().collect());
        return Err(MergeError::Shares { log, shards, count, of, twice: true });
    }
    if missing > 0 {
        let shards = lost.take(MergeError::SHARES_NAMED).collect();
        return Err(MergeError::Shares { log, shards, count: missing, of, twice: false });
    }
    Ok((told, first))
}

/// Why `file` is no share, as another of `files` is.
fn no_share(file: &Path, files: &[PathBuf]) -> MergeError {
    let (whole, log) = (folder_of(file).to_owned(), file.to_owned());
    let is_share = |other: &&PathBuf| ShardFile::path(other).exists();
    match files.iter().find(is_share).map(|share| folder_of(share).to_owned()) {
        None => MergeError::NoShare { folder: whole },
        Some(share) if Done::path(file).exists() => MergeError::Stale { share, whole },
        Some(share) => MergeError::NotPlayed { log, share },
    }
}

/// Why two shares are not of one job played in one way.
fn difference(first: &ShardFile, now: &ShardFile) -> Option<String> {
    let differ = |what: &str, [one, other]: [String; 2]| {
        (one != other).then(|| format!("one has {what} {one}, one {other}"))
    };
    let both = |of: fn(&ShardFile) -> String| [of(first), of(now)];
    let device = |shard: &ShardFile| shard.device.clone().unwrap_or_else(|| "none".to_owned());
    differ("shares", both(|shard| shard.of.to_string()))
        .or_else(|| differ("games", both(|shard| format!("{:?}", shard.games))))
        .or_else(|| differ("the program's version", both(|shard| shard.version.clone())))
        .or_else(|| differ("--device", [device(first), device(now)]))
}

impl Joined<'_> {
    /// Adds the games of a file; gives the hashes of their lines. Games of other shares and of earlier stages may be
    /// there too, with which a share was copied from the whole: they are the same wherever they are.
    fn add(&mut self, file: usize) -> Result<BTreeMap<u64, [u8; 32]>, MergeError> {
        let path = &self.files[file].clone();
        let (mut lines, mut offset, mut hashes) = (read_lines(path), 0, BTreeMap::new());
        while let Some(line) = lines.next() {
            let (line, record) = match line {
                // Its writer was killed; the game is missing.
                Err(error) if matches!(error.kind, ReadErrorKind::Torn) => break,
                line => line?,
            };
            record.check()?;
            self.check_format(path, record.format)?;
            let (log, game) = (path.clone(), record.game);
            if let Err(mismatch) = check_job(&mut self.job, &record) {
                return Err(MergeError::OtherJob { log, line, mismatch });
            }
            if !lines.line_is_ended() {
                break;
            }
            let (length, plies) = (lines.offset() - offset, record.plies.len() as u64);
            let place = Place { file, offset, length, plies, hash: lines.hash_of_line() };
            if hashes.insert(game, place.hash).is_some() {
                return Err(MergeError::Twice { log, line, game });
            }
            let known = self.games.entry(game).or_insert(place);
            if known.hash != hashes[&game] {
                let one = self.files[known.file].clone();
                return Err(MergeError::OtherGame { one, other: log, line, game });
            }
            offset = lines.offset();
        }
        Ok(hashes)
    }

    /// Adds the games that the whole in `out` has already, if it has any.
    pub fn add_whole(&mut self, out: &Path) -> Result<(), MergeError> {
        let path = out.join(self.log);
        if !path.exists() {
            return Ok(());
        }
        let _lock = Lock::of_file(&path)?;
        if let Some(done) = Done::read(&path)? {
            done.check(&path)?;
        }
        self.files.push(path);
        self.add(self.files.len() - 1).map(drop)
    }

    /// Checks that a game is written as those before.
    fn check_format(&mut self, path: &Path, now: u32) -> Result<(), MergeError> {
        let before = *self.format.get_or_insert(now);
        if before == now {
            return Ok(());
        }
        let [one, other] = [self.files[0].as_path(), path].map(Path::to_owned);
        let how = format!("one has games of format {before}, one of {now}");
        Err(MergeError::Different { one, other, how })
    }

    /// Writes the log in `out`, as one machine would have finished it; gives the number of games.
    pub fn write(&self, out: &Path) -> Result<u64, MergeError> {
        let path = out.join(self.log);
        let _lock = Lock::of_file(&path)?;
        let games = self.games.len() as u64;
        let mut new = NewFile::create(&path).map_err(FileError::on("write", &path))?;
        let mut sources = Sources::of(&self.files);
        for place in self.games.values() {
            sources.copy(place, &mut new, &path)?;
        }
        drop(sources);
        // Whoever is killed here comes to the same end, as all games of the whole are in the new file.
        if Done::read(&path)?.is_some_and(|done| done.games != games) {
            Done::remove(&path)?;
        }
        ShardFile::remove(&path)?;
        let (bytes, sha256) = new.commit().map_err(FileError::on("write", &path))?;
        let plies = self.games.values().map(|place| place.plies).sum();
        let format = self.format.unwrap_or(FORMAT_VERSION);
        Done { format, games, plies, bytes, sha256 }.write(&path)?;
        Ok(games)
    }
}

/// Checks that a game is of the same job as those before; rule sets are known from their first game.
fn check_job(job: &mut Option<Job>, record: &GameRecord) -> Result<(), JobMismatch> {
    let known = job.take().unwrap_or_else(|| Job::new(record.seed));
    let known = match known.check(record) {
        Err(JobMismatch::Rules { .. }) => known.with_hash(&record.rules, &record.rules_hash),
        checked => {
            checked?;
            known
        }
    };
    *job = Some(known);
    Ok(())
}
