//! One log from its shares.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, Read as _, Seek as _};
use std::path::{Path, PathBuf};

use super::error::MergeError;
use crate::damaged::Damaged;
use crate::done::Done;
use crate::files::{FileError, NewFile, folder_of, make_folder};
use crate::lock::Lock;
use crate::reader::{ReadErrorKind, read_lines};
use crate::record::{FORMAT_VERSION, GameRecord};
use crate::shard::{ShardError, ShardFile, digest_of};
use crate::store::{Job, JobMismatch};

/// Where a game lies.
struct Place {
    share: usize,
    offset: u64,
    length: u64,
    plies: u64,
    /// SHA-256 of the line.
    hash: [u8; 32],
}

/// A log whose games all are there.
pub(super) struct Joined<'a> {
    /// Its path inside the folders.
    log: &'a Path,
    /// Its files.
    files: Vec<PathBuf>,
    games: BTreeMap<u64, Place>,
    /// That of the first game, which all have.
    format: Option<u32>,
    /// So that nobody plays on meanwhile.
    _locks: Vec<Lock>,
}

/// Finds all games of the log at `log` in each of `shares`.
pub(super) fn join<'a>(log: &'a Path, shares: &[PathBuf]) -> Result<Joined<'a>, MergeError> {
    let files: Vec<PathBuf> = shares.iter().map(|share| share.join(log)).collect();
    let (told, first) = shards(log, &files)?;
    let mut joined =
        Joined { log, files, games: BTreeMap::new(), format: None, _locks: Vec::new() };
    let mut job = None;
    for (share, shard) in told.iter().enumerate() {
        joined._locks.push(Lock::of_file(&joined.files[share])?);
        joined.add(share, shard, &mut job)?;
        let is_own = |game: &u64| game % shard.of == shard.shard;
        let expected = first.games.iter().flat_map(|(from, to)| *from..*to).filter(is_own);
        let mut missing = expected.filter(|game| !joined.games.contains_key(game));
        if let Some(first) = missing.next() {
            let (log, missing) = (joined.files[share].clone(), 1 + missing.count() as u64);
            return Err(MergeError::Missing { log, missing, first });
        }
        let own = joined.games.values().filter(|place| place.share == share);
        if !shard.is_of(|| digest_of(own.map(|place| &place.hash))) {
            return Err(ShardError::Changed { games: joined.files[share].clone() }.into());
        }
        if !shard.is_sealed() {
            return Err(MergeError::Unsealed { log: joined.files[share].clone() });
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
        let Some(now) = ShardFile::read(file)? else {
            return Err(MergeError::NoShare { folder: folder_of(file).to_owned() });
        };
        if let Some(how) = told.first().and_then(|first| difference(first, &now)) {
            let [one, other] = [&files[0], file].map(|file| ShardFile::path(file));
            return Err(MergeError::Different { one, other, how });
        }
        told.push(now);
    }
    let first = told[0].clone();
    for shard in 0..first.of {
        let times = told.iter().filter(|one| one.shard == shard).count();
        if times != 1 {
            let (log, of, twice) = (log.to_owned(), first.of, times > 1);
            return Err(MergeError::Share { log, shard, of, twice });
        }
    }
    Ok((told, first))
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
    /// Adds the games of a share.
    fn add(
        &mut self,
        share: usize,
        shard: &ShardFile,
        job: &mut Option<Job>,
    ) -> Result<(), MergeError> {
        let path = &self.files[share].clone();
        let mut lines = read_lines(path);
        let mut offset = 0;
        while let Some(line) = lines.next() {
            let (line, record) = match line {
                // Its writer was killed; the game is missing.
                Err(error) if matches!(error.kind, ReadErrorKind::Torn) => break,
                line => line?,
            };
            record.check()?;
            self.check_format(path, record.format)?;
            let (log, game) = (path.clone(), record.game);
            if let Err(mismatch) = check_job(job, &record) {
                return Err(MergeError::OtherJob { log, line, mismatch });
            }
            let is_of_share = game % shard.of == shard.shard
                && shard.games.iter().any(|(from, to)| (*from..*to).contains(&game));
            if !is_of_share {
                return Err(MergeError::Game { log, line, game, twice: false });
            }
            let (length, plies) = (lines.offset() - offset, record.plies.len() as u64);
            let place = Place { share, offset, length, plies, hash: lines.hash_of_line() };
            if !lines.line_is_ended() {
                break;
            }
            if self.games.insert(game, place).is_some() {
                return Err(MergeError::Game { log, line, game, twice: true });
            }
            offset = lines.offset();
        }
        Ok(())
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
        make_folder(folder_of(&path))?;
        let games = self.games.len() as u64;
        let write = || -> io::Result<(u64, String)> {
            let files: io::Result<Vec<File>> = self.files.iter().map(File::open).collect();
            let mut files: Vec<BufReader<File>> = files?.into_iter().map(BufReader::new).collect();
            let mut new = NewFile::create(&path)?;
            for place in self.games.values() {
                let file = &mut files[place.share];
                // Games of a share often follow each other.
                let at = file.stream_position()?;
                file.seek_relative(place.offset.cast_signed() - at.cast_signed())?;
                if io::copy(&mut file.take(place.length), &mut new)? != place.length {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
            }
            new.commit()
        };
        if let Some(done) = Done::read(&path)? {
            done.check(&path)?;
        }
        let (bytes, sha256) = write().map_err(FileError::on("write", &path))?;
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
