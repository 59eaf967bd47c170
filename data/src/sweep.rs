//! What killed writers have left in a folder.

use std::fs;
use std::path::{Path, PathBuf};

use crate::files::Part;
use crate::manifest;

/// Removes the parts in `folder`, which this process has locked, and below it whose writers are no more, but for folders
/// with locks of their own. Notes in the manifest that the files that are `pending` there stay as they were.
pub(crate) fn sweep(folder: &Path, pending: &[PathBuf]) {
    let is_noted = |path: &PathBuf| manifest::undo(path).is_ok();
    // A part says that its file is not damaged, until the manifest says so.
    if !pending.iter().all(is_noted) {
        return;
    }
    Part::all_in(folder).filter(Part::is_left).for_each(|part| part.remove());
    let below = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in below.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir())) {
        let path = entry.path();
        if !has_lock(&path) {
            sweep(&path, &[]);
        }
    }
}

fn has_lock(folder: &Path) -> bool {
    let mut entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.any(|entry| entry.path().extension().is_some_and(|extension| extension == "lock"))
}
