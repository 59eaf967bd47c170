//! The lines of a manifest, and what they say together.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io;
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::input::read_found;
use crate::storage::storage;

/// Name of the manifest of a folder.
pub(crate) const FILE: &str = "manifest.jsonl";

/// What a file holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Content {
    /// Its length.
    pub bytes: u64,
    /// Its SHA-256 in hexadecimal digits.
    pub sha256: String,
}

/// One line; `file` is the path from the folder of the manifest, with `/` between its parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Entry {
    /// The file gets this content.
    Written { file: String, content: Content },
    /// The file, or the folder with all in it, is removed.
    Removed { file: String },
    /// The line before about this file did not come true.
    Undone { file: String },
}

/// What is known of a file: its content by the newest line, by the line before, and what the disk said that it
/// had not taken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct History {
    pub last: Option<Content>,
    pub before: Option<Content>,
    pub undone: Option<Content>,
}

/// The lines of a manifest together.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    pub files: BTreeMap<String, History>,
    /// What was removed and not written again: manifests above may not know that.
    removed: BTreeSet<String>,
    /// Numbers of lines, from 1, that say nothing.
    pub bad: Vec<usize>,
    /// How many there are.
    pub count: usize,
    /// Bytes without an incomplete last line.
    pub whole: u64,
}

impl Lines {
    /// Reads the manifest; an incomplete last line is left out.
    pub(crate) fn read(path: &Path) -> io::Result<Self> {
        let text = read_found(path)?;
        let mut lines = Self::default();
        for line in text.split_inclusive(|byte| *byte == b'\n') {
            let Some(line) = line.strip_suffix(b"\n") else { break };
            lines.count += 1;
            lines.whole += line.len() as u64 + 1;
            match serde_json::from_slice(line) {
                Ok(entry) if is_inside(&entry) => lines.apply(entry),
                _ => lines.bad.push(lines.count),
            }
        }
        Ok(lines)
    }

    fn apply(&mut self, entry: Entry) {
        match entry {
            Entry::Written { file, content } => {
                self.removed.remove(&file);
                let history = self.files.entry(file).or_default();
                history.before = history.last.replace(content);
            }
            Entry::Removed { file } => {
                let below = format!("{file}/");
                self.files.retain(|name, _| *name != file && !name.starts_with(&below));
                self.removed.insert(file);
            }
            Entry::Undone { file } => {
                if let Some(history) = self.files.get_mut(&file) {
                    history.undone = history.last.take();
                    history.last = history.before.take();
                }
            }
        }
    }

    /// What the manifest in `root` knows of the file at `path`.
    pub(crate) fn history(root: &Path, path: &Path) -> Option<History> {
        let mut lines = Self::read(&root.join(FILE)).ok()?;
        lines.files.remove(&Self::name(root, path)?)
    }

    /// What the nearest manifest that speaks of the file at `path` knows of it, if it should be there.
    pub(crate) fn nearest(path: &Path) -> Option<History> {
        let found = path.ancestors().skip(1).find_map(|root| {
            let mut lines = Self::read(&root.join(FILE)).ok()?;
            let name = Self::name(root, path)?;
            let written = lines.files.remove(&name).filter(|history| history.last.is_some());
            (written.is_some() || lines.removed.contains(&name)).then_some(written)
        });
        found.flatten()
    }

    /// How a manifest in `root` names the file at `path`; `None` for a name that is no text.
    pub(crate) fn name(root: &Path, path: &Path) -> Option<String> {
        let parts = path.strip_prefix(root).ok()?.components();
        let parts = parts.map(|part| part.as_os_str().to_str()).collect::<Option<Vec<_>>>()?;
        Some(parts.join("/"))
    }
}

/// Whether the name of a file stays in the folder.
fn is_inside(entry: &Entry) -> bool {
    let (Entry::Written { file, .. } | Entry::Removed { file } | Entry::Undone { file }) = entry;
    let mut parts = Path::new(file).components();
    !file.is_empty() && parts.all(|part| matches!(part, Component::Normal(_)))
}

/// Cuts off an incomplete last line, and drops lines that later ones have made pointless where most are. That writes the
/// manifest anew, and says so before.
pub(super) fn tidy(path: &Path, before_all_anew: impl FnOnce()) -> io::Result<()> {
    let length = match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        found => found?.len(),
    };
    let left = part_of(path);
    if left.exists() {
        // Its writer was killed.
        storage().remove(&left)?;
    }
    let lines = Lines::read(path)?;
    let needed = lines.files.len() + lines.removed.len();
    if lines.bad.is_empty() && lines.count > 100 + 4 * needed {
        before_all_anew();
        return rewrite(path, &lines);
    }
    if lines.whole < length { storage().shorten(path, lines.whole) } else { Ok(()) }
}

/// The manifest before it has its name. It has no process in its name, as others wait for the lock.
fn part_of(path: &Path) -> PathBuf {
    path.with_extension("part")
}

/// Puts the lines that count in the place of all lines.
fn rewrite(path: &Path, lines: &Lines) -> io::Result<()> {
    let mut text = String::new();
    // First, as a folder may be made again.
    for file in &lines.removed {
        text += &(serde_json::to_string(&Entry::Removed { file: file.clone() })? + "\n");
    }
    for (file, History { last, before, undone }) in &lines.files {
        let written = |content: &Option<Content>| {
            content.clone().map(|content| Entry::Written { file: file.clone(), content })
        };
        let not_done = undone.as_ref().map(|_| Entry::Undone { file: file.clone() });
        let entries = [written(before), written(undone), not_done, written(last)];
        for entry in entries.into_iter().flatten() {
            text += &(serde_json::to_string(&entry)? + "\n");
        }
    }
    let part = part_of(path);
    let file = storage().open(&part, File::options().create(true).truncate(true).write(true))?;
    storage().write(&part, &file, text.as_bytes())?;
    storage().sync(&part, &file)?;
    drop(file);
    storage().rename(&part, path)
}
