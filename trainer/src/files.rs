//! Writing files so that a crash leaves the old content or the new, never half of it.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use anyhow::Context as _;
use atomic_write_file::AtomicWriteFile;

/// Replaces the content of `path`; folders that are missing are made.
///
/// # Errors
/// When the file system refuses; the message names the file.
pub fn write_atomically(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    let write = || {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut file = AtomicWriteFile::open(path)?;
        file.write_all(content)?;
        file.commit()
    };
    write().with_context(|| format!("cannot write `{}`", path.display()))
}
