//! What a folder should hold: `manifest.jsonl` has a line for every file that was written whole there, with
//! its size and SHA-256.
//!
//! A line is written just before the file gets its name. So a file that differs from its last line has been
//! changed by others, unless its writer was killed in between: then the unnamed part still lies beside it.
//! Files of games grow and are not in the manifest; `games.done.json` says what they were. That file is also in the
//! manifests of the folders above which this process writes too, so that they miss a folder that is gone or another.
//! A lock that was released says how the manifest began then.

mod lines;
mod start;

use std::cmp::Reverse;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf, absolute};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::record::{DONE, GAMES_FILE};
use crate::storage::storage;
use lines::Entry;
pub(crate) use lines::{Content, FILE, History, Lines};
pub(crate) use start::Start;

/// The folders that this process writes, each once for every lock that it has there.
static KEPT: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn kept() -> MutexGuard<'static, Vec<PathBuf>> {
    // A list of paths is whole after every step.
    KEPT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// As long as this lives, what is written in a folder is noted in its manifest.
#[derive(Debug)]
pub(crate) struct Kept(PathBuf);

impl Kept {
    /// Begins to keep the manifest of `folder`, which this process has locked.
    pub(crate) fn begin(folder: &Path) -> io::Result<Self> {
        let folder = absolute(if folder.as_os_str().is_empty() { Path::new(".") } else { folder })?;
        let mut kept = kept();
        if !kept.contains(&folder) {
            let manifest = folder.join(FILE);
            lines::tidy(&manifest, || Start::forget_all(&manifest))?;
        }
        kept.push(folder.clone());
        Ok(Self(folder))
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        let mut kept = kept();
        if let Some(at) = kept.iter().position(|folder| *folder == self.0) {
            kept.swap_remove(at);
        }
    }
}

/// Checks that no folder that this process has locked and that `path` lies in was removed: nobody makes it anew.
pub(crate) fn check_roots(path: &Path) -> io::Result<()> {
    let path = absolute(path)?;
    let kept = kept();
    match kept.iter().find(|root| path.starts_with(root) && matches!(root.try_exists(), Ok(false)))
    {
        None => Ok(()),
        Some(root) => Err(io::Error::new(
            io::ErrorKind::NotFound,
            format!("the folder `{}` is gone", root.display()),
        )),
    }
}

/// Notes that the file at `path` is about to hold `bytes` bytes with this hash. `synced` waits for the disk.
pub(crate) fn note(path: &Path, bytes: u64, sha256: &str, synced: bool) -> io::Result<()> {
    let content = Content { bytes, sha256: sha256.to_owned() };
    let entry = |file| Entry::Written { file, content: content.clone() };
    add(path, entry, |_, _| path.ends_with(DONE), synced)
}

/// Notes that what was last noted of `path` did not happen.
pub(crate) fn undo(path: &Path) -> io::Result<()> {
    add(path, |file| Entry::Undone { file }, |_, _| path.ends_with(DONE), false)
}

/// Notes that the file or folder at `path` is about to be removed.
pub(crate) fn forget(path: &Path) -> io::Result<()> {
    let knows = |manifest: &Path, file: &str| {
        let lines = Lines::read(manifest).unwrap_or_default();
        let below = format!("{file}/");
        lines.files.keys().any(|name| name == file || name.starts_with(&below))
    };
    add(path, |file| Entry::Removed { file }, knows, false)
}

/// Leaves what is said of finished games below `folder`, which this process has locked, to the manifests beside them.
pub(crate) fn leave_logs(folder: &Path) -> io::Result<()> {
    let lines = Lines::read(&folder.join(FILE)).unwrap_or_default();
    let below = lines.files.keys().map(|name| folder.join(name));
    let mut logs = below.filter(|path| path.ends_with(DONE) && path.parent() != Some(folder));
    logs.try_for_each(|path| forget(&path))
}

/// Adds a line to the manifest of the nearest kept folder, if there is one, and to those above of which `above` says so
/// for the manifest and the name that the file has there.
fn add(
    path: &Path,
    entry: impl Fn(String) -> Entry,
    above: impl Fn(&Path, &str) -> bool,
    synced: bool,
) -> io::Result<()> {
    if path.ends_with(GAMES_FILE) {
        return Ok(());
    }
    let path = absolute(path)?;
    // The lock is held to the end, so that lines are whole.
    let kept = kept();
    let mut roots: Vec<_> = kept.iter().filter(|root| path.starts_with(root)).collect();
    roots.sort_by_key(|root| Reverse(root.as_os_str().len()));
    roots.dedup();
    let mut noted: Vec<(&PathBuf, Entry)> = Vec::new();
    for (place, root) in roots.into_iter().enumerate() {
        let Some(file) = Lines::name(root, &path) else { continue };
        if place > 0 && !above(&root.join(FILE), &file) {
            continue;
        }
        let (line, undone) = (entry(file.clone()), Entry::Undone { file });
        let is_written = matches!(line, Entry::Written { .. });
        append(root, &line, &undone, synced).inspect_err(|_| {
            // The file keeps its old content, so the manifests that were told take that back.
            noted.iter().for_each(|(root, undone)| drop(append(root, undone, undone, false)));
        })?;
        if is_written {
            noted.push((root, undone));
        }
    }
    Ok(())
}

/// Adds a line to the manifest of `root`. Should the disk not take it, `undone` follows.
fn append(root: &Path, entry: &Entry, undone: &Entry, synced: bool) -> io::Result<()> {
    let manifest = root.join(FILE);
    let is_new = !manifest.exists();
    let file_of_lines = storage().open(&manifest, File::options().create(true).append(true))?;
    let write = |entry: &Entry| {
        let line = serde_json::to_string(entry).map_err(io::Error::other)? + "\n";
        storage().write(&manifest, &file_of_lines, line.as_bytes())
    };
    let before = file_of_lines.metadata()?.len();
    // A disk may have taken more of the line than it says, and the file keeps its old content.
    write(entry).inspect_err(|_| drop(storage().shorten(&manifest, before)))?;
    let sync = || -> io::Result<()> {
        storage().sync(&manifest, &file_of_lines)?;
        if is_new && cfg!(unix) {
            storage().sync(root, &File::open(root)?)?;
        }
        Ok(())
    };
    if !synced {
        return Ok(());
    }
    // The line may be there all the same, and the file keeps its old content.
    sync().inspect_err(|_| drop(write(undone)))
}
