//! How long files are.

use std::path::PathBuf;

/// Lines that a file may have: what one reads in one sitting.
const MOST_LINES: usize = 500;

/// A fault for each of `files` that is longer.
pub fn too_long(files: &[PathBuf]) -> anyhow::Result<Vec<String>> {
    let mut faults = Vec::new();
    for file in files {
        let lines = crate::read(file)?.lines().count();
        if lines > MOST_LINES {
            let file = file.display();
            faults.push(format!("{file} has {lines} lines, of {MOST_LINES} at most"));
        }
    }
    Ok(faults)
}
