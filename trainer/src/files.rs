//! Writing files so that a crash leaves the old content or the new, never half of it.

use std::fs;
use std::io::{self, ErrorKind, Write as _};
use std::path::Path;

use anyhow::Context as _;
use atomic_write_file::AtomicWriteFile;

/// Replaces the content of `path`.
///
/// # Errors
/// When the file system refuses.
pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = AtomicWriteFile::open(path)?;
    file.write_all(content)?;
    file.commit()
}

/// Replaces the content of `path`; folders that are missing are made.
///
/// # Errors
/// When the file system refuses; the message names the file.
pub fn write_atomically(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    let write = || {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        replace(path, content)
    };
    write().with_context(|| format!("cannot write `{}`", path.display()))
}

/// Finds out whether `path` could be written, and leaves it as it is; folders that are missing are
/// made.
///
/// # Errors
/// When the file system refuses; the message names the file.
pub fn check_writable(path: &Path) -> anyhow::Result<()> {
    let check = || {
        if path.is_dir() {
            return Err(ErrorKind::IsADirectory.into());
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        AtomicWriteFile::open(path)?.discard()
    };
    check().with_context(|| format!("cannot write `{}`", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_written_is_known_before() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("deep/x.net");
        check_writable(&path).expect("can be written");
        assert_eq!(fs::read_dir(folder.path().join("deep")).expect("was made").count(), 0);
        fs::write(&path, "old").expect("written");
        check_writable(&path).expect("can be written again");
        assert_eq!(fs::read_to_string(&path).expect("read"), "old");
        assert!(check_writable(&path.join("below-a-file.net")).is_err());
        let told = check_writable(folder.path()).expect_err("a folder").to_string();
        assert!(told.contains("cannot write"), "{told}");
    }
}
