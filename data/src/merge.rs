//! Joining the shares of a job that several machines have played.

mod error;
mod log;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::damaged::Damaged;
use crate::files::{FileError, find_files, folder_of, is_called, make_folder, write_atomically};
use crate::input::read_found;
use crate::lock::Lock;
use crate::manifest::FILE as MANIFEST;
use crate::provenance::first_difference;
use crate::record::{DONE, GAMES_FILE};
use crate::shard::ShardFile;

pub use error::MergeError;

/// What was joined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Logs of games.
    pub logs: u64,
    /// Their games.
    pub games: u64,
    /// Other files.
    pub files: u64,
}

/// Files that tell how long something took: that of the whole stays, or of the first share.
const OF_THEIR_TIME: [&str; 2] = ["metrics.csv", "training.html"];

/// The file that says by which commands games were made; that of several shares says all of them.
const MADE: &str = "made.json";

/// Joins folders that each hold a share of the same job into `out`: the logs get the very bytes that one machine
/// would have written. Killed or repeated, it comes to the same.
///
/// # Errors
/// When a folder holds no share, or one of another job; when games are missing, come twice or belong to another
/// share; when the folders differ otherwise; when the file system refuses.
pub fn merge(out: &Path, shares: &[PathBuf]) -> Result<Merged, MergeError> {
    let mut folders = Vec::new();
    for root in shares {
        if lies_in(out, root) {
            return Err(MergeError::Itself { folder: root.clone() });
        }
        folders.push(Folder::open(root)?);
    }
    let logs: BTreeSet<&PathBuf> = folders.iter().flat_map(|folder| &folder.logs).collect();
    let files: BTreeSet<&PathBuf> = folders.iter().flat_map(|folder| &folder.files).collect();
    // First everything is looked at, so that nothing is written in vain.
    let joined = logs.iter().map(|log| log::join(log, shares));
    let mut joined = joined.collect::<Result<Vec<log::Joined<'_>>, _>>()?;
    let contents = files.iter().map(|file| Ok((*file, content(file, &folders)?)));
    let contents = contents.collect::<Result<BTreeMap<&PathBuf, Vec<u8>>, MergeError>>()?;
    let _lock = Lock::of_folder(out)?;
    joined.iter_mut().try_for_each(|joined| joined.add_whole(out))?;
    let logs: BTreeSet<PathBuf> = files
        .iter()
        .filter(|file| is_called(file, GAMES_FILE))
        .chain(&logs)
        .map(|log| out.join(log))
        .collect();
    for log in &logs {
        make_folder(folder_of(log))?;
        // Whether nobody works there; not kept, as there may be more logs than files that a program may open.
        Lock::of_file(log)?;
    }
    let mut merged = Merged::default();
    for (file, content) in contents {
        let path = out.join(file);
        // What lies beside a log is noted where those who play on note it, also where all of it was played before.
        let log = path.with_file_name(GAMES_FILE);
        let _lock = logs.contains(&log).then(|| Lock::of_file(&log)).transpose()?;
        match read_found(&path) {
            Ok(there) if there == content => {}
            Ok(_) if tells_the_time(file) => {}
            Ok(there) if is_called(file, MADE) => {
                write_atomically(&path, &made_by_all(&path, &there, &content)?)?;
            }
            Ok(_) => return Err(MergeError::OtherThere { path }),
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(FileError::on("read", &path)(error).into());
            }
            Err(_) => {
                make_folder(folder_of(&path))?;
                write_atomically(&path, &content)?;
            }
        }
        merged.files += 1;
    }
    for joined in joined {
        merged.games += joined.write(out)?;
        merged.logs += 1;
    }
    Ok(merged)
}

/// The folder of a share.
struct Folder<'a> {
    root: &'a Path,
    /// Logs that hold a share, by their paths in the folder.
    logs: Vec<PathBuf>,
    /// All other files.
    files: Vec<PathBuf>,
}

impl<'a> Folder<'a> {
    fn open(root: &'a Path) -> Result<Self, MergeError> {
        let is_wanted = |path: &Path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let is_part = name.starts_with('.') && name.ends_with(".part");
            !is_part && name != MANIFEST && path.extension().is_none_or(|end| end != "lock")
        };
        let (mut logs, mut files) = (Vec::new(), Vec::new());
        let all = find_files(root, is_wanted)?;
        let inside =
            |path: &Path| path.strip_prefix(root).map_or_else(|_| path.into(), Path::to_owned);
        for path in &all {
            if is_called(path, ShardFile::NAME) {
                logs.push(inside(&path.with_file_name(GAMES_FILE)));
            } else if !(is_of_log(path) && path.with_file_name(ShardFile::NAME).exists()) {
                files.push(inside(path));
            }
        }
        if logs.is_empty() {
            return Err(MergeError::NoShare { folder: root.to_owned() });
        }
        // Others may have damaged it on its way here.
        Damaged::check(root)?;
        Ok(Self { root, logs, files })
    }
}

/// Whether a file says which games there are: of a log that is joined this is written anew.
fn is_of_log(path: &Path) -> bool {
    is_called(path, GAMES_FILE) || is_called(path, DONE)
}

/// Whether `out`, which may not be there yet, is the folder `root` or lies in it.
fn lies_in(out: &Path, root: &Path) -> bool {
    let Ok(out) = std::path::absolute(out) else { return false };
    let there = out.ancestors().find_map(|folder| fs::canonicalize(folder).ok());
    let root = fs::canonicalize(root).ok();
    there.zip(root).is_some_and(|(out, root)| out.starts_with(root))
}

fn tells_the_time(file: &Path) -> bool {
    OF_THEIR_TIME.iter().any(|name| is_called(file, name))
}

/// What a file has in all folders that have it.
fn content(file: &Path, folders: &[Folder<'_>]) -> Result<Vec<u8>, MergeError> {
    let mut found: Option<(PathBuf, Vec<u8>)> = None;
    for folder in folders.iter().filter(|folder| folder.files.iter().any(|other| other == file)) {
        let path = folder.root.join(file);
        let now = read(&path)?;
        match &mut found {
            None => found = Some((path, now)),
            Some((_, before)) if *before == now => {}
            Some(_) if tells_the_time(file) => {}
            Some((_, before)) if is_called(file, MADE) => {
                *before = made_by_all(&path, before, &now)?;
            }
            Some((one, before)) => {
                let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
                return Err(MergeError::Different {
                    one: one.clone(),
                    how: first_difference(&text(before), &text(&now)).unwrap_or_default(),
                    other: path,
                });
            }
        }
    }
    Ok(found.map(|(_, content)| content).unwrap_or_default())
}

/// The lists of commands of two shares, each command once.
fn made_by_all(path: &Path, before: &[u8], now: &[u8]) -> Result<Vec<u8>, MergeError> {
    let unclear = |error| MergeError::Unclear { path: path.to_owned(), error };
    let mut all: Vec<serde_json::Value> = serde_json::from_slice(before).map_err(unclear)?;
    for made in serde_json::from_slice::<Vec<serde_json::Value>>(now).map_err(unclear)? {
        if !all.contains(&made) {
            all.push(made);
        }
    }
    let text = serde_json::to_string_pretty(&all).map_err(unclear)? + "\n";
    Ok(text.into_bytes())
}

fn read(path: &Path) -> Result<Vec<u8>, FileError> {
    read_found(path).map_err(FileError::on("read", path))
}
