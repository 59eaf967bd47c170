//! Files: hashed, written all or nothing, and found below a folder.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use atomic_write_file::AtomicWriteFile;
use sha2::{Digest, Sha256};

/// A file that could not be read or written.
#[derive(Debug, thiserror::Error)]
#[error("cannot {doing} `{}`: {error}", .path.display())]
pub struct FileError {
    /// What was tried: `read`, `write`.
    pub doing: &'static str,
    /// The file or folder.
    pub path: PathBuf,
    /// What the operating system said.
    pub error: io::Error,
}

impl FileError {
    /// For `map_err`: an error about `path`.
    pub fn on(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |error| Self { doing, path, error }
    }
}

/// The bytes as lower-case hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// SHA-256 of a text in hexadecimal digits.
pub fn sha256(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
}

/// Length in bytes and SHA-256 of a file, in hexadecimal digits.
///
/// # Errors
/// When it cannot be read.
pub fn sha256_of_file(path: &Path) -> Result<(u64, String), FileError> {
    let measure = || -> io::Result<(u64, String)> {
        let mut reader = BufReader::with_capacity(1 << 16, File::open(path)?);
        let (mut bytes, mut hasher) = (0, Sha256::new());
        loop {
            let chunk = reader.fill_buf()?;
            if chunk.is_empty() {
                return Ok((bytes, hex(&hasher.finalize())));
            }
            hasher.update(chunk);
            let length = chunk.len();
            bytes += length as u64;
            reader.consume(length);
        }
    };
    measure().map_err(FileError::on("read", path))
}

/// A file that appears under its name only when it is complete and on disk, and that knows its
/// own SHA-256.
#[derive(Debug)]
pub(crate) struct NewFile {
    out: BufWriter<AtomicWriteFile>,
    hasher: Sha256,
    bytes: u64,
}

impl NewFile {
    /// Starts writing what will become `path`.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        let out = BufWriter::with_capacity(1 << 16, AtomicWriteFile::open(path)?);
        Ok(Self { out, hasher: Sha256::new(), bytes: 0 })
    }

    /// Syncs, renames into place and syncs the folder; gives length in bytes and SHA-256.
    pub(crate) fn commit(self) -> io::Result<(u64, String)> {
        self.out.into_inner().map_err(io::IntoInnerError::into_error)?.commit()?;
        Ok((self.bytes, hex(&self.hasher.finalize())))
    }
}

impl Write for NewFile {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let written = self.out.write(buffer)?;
        self.hasher.update(&buffer[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Makes the existence of the file at `path`, just created, survive a loss of power. Only Unix can
/// and needs to do that.
pub(crate) fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(not(unix)) {
        return Ok(());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

/// Writes `text` as the whole new contents of `path`; gives the SHA-256.
pub(crate) fn write_whole(path: &Path, text: &str) -> Result<String, FileError> {
    let write = || -> io::Result<String> {
        let mut file = NewFile::create(path)?;
        file.write_all(text.as_bytes())?;
        Ok(file.commit()?.1)
    };
    write().map_err(FileError::on("write", path))
}

/// Writes `text` as the whole new contents of `path`, without waiting for the disk: a kill leaves all of
/// it or nothing, a loss of power may leave half.
pub(crate) fn write_quickly(path: &Path, text: &str) -> Result<(), FileError> {
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(".part");
    let write = || fs::write(&unfinished, text).and_then(|()| fs::rename(&unfinished, path));
    write().map_err(FileError::on("write", path))
}

/// Replaces the content of `path`, so that a crash leaves the old one or the new one; folders that are
/// missing are made.
///
/// # Errors
/// When the file system refuses.
pub fn write_atomically(path: &Path, content: &[u8]) -> Result<(), FileError> {
    let write = || {
        fs::create_dir_all(folder_of(path))?;
        let mut file = AtomicWriteFile::open(path)?;
        file.write_all(content)?;
        file.commit()
    };
    write().map_err(FileError::on("write", path))
}

/// Finds out whether `path` could be written, and leaves it as it is; folders that are missing are made.
///
/// # Errors
/// When the file system refuses.
pub fn check_writable(path: &Path) -> Result<(), FileError> {
    let check = || {
        if path.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        fs::create_dir_all(folder_of(path))?;
        AtomicWriteFile::open(path)?.discard()
    };
    check().map_err(FileError::on("write", path))
}

/// The folder that a file lies in; empty for a bare name.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new(""))
}

/// All `wanted` files in `root` and below it, in the order of their paths. Links to folders are not
/// followed. `root` may be such a file itself.
///
/// # Errors
/// When `root` is not there or a folder cannot be read.
pub fn find_files(root: &Path, wanted: impl Fn(&Path) -> bool) -> Result<Vec<PathBuf>, FileError> {
    let mut found = Vec::new();
    let mut pending = vec![root.to_owned()];
    while let Some(path) = pending.pop() {
        let kind = fs::metadata(&path).map_err(FileError::on("read", &path))?;
        if kind.is_dir() {
            let entries = real_entries(&path, &wanted);
            pending.extend(entries.map_err(FileError::on("read", &path))?);
        } else if wanted(&path) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// The folders in `folder`, and the `wanted` entries.
fn real_entries(folder: &Path, wanted: impl Fn(&Path) -> bool) -> io::Result<Vec<PathBuf>> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() || wanted(&path) {
            entries.push(path);
        }
    }
    Ok(entries)
}

/// Whether this is the path of something called `name`.
pub(crate) fn is_called(path: &Path, name: &str) -> bool {
    path.file_name().is_some_and(|file| file == name)
}

/// Makes the folder where there is none; gives whether it is empty.
pub(crate) fn make_folder(folder: &Path) -> Result<bool, FileError> {
    fs::create_dir_all(folder).map_err(FileError::on("create", folder))?;
    let mut entries = fs::read_dir(folder).map_err(FileError::on("read", folder))?;
    Ok(entries.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_written_again_replaces_the_old_one_and_leaves_no_other() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.otg");
        // What a process that was killed left behind.
        fs::write(folder.path().join("a.otg.part"), "half").expect("written");
        write_quickly(&path, "old").expect("written");
        write_quickly(&path, "new").expect("written");
        assert_eq!(fs::read_to_string(&path).expect("read"), "new");
        assert_eq!(fs::read_dir(folder.path()).expect("read").count(), 1);
        let below = write_quickly(&path.join("below-a-file"), "text").expect_err("no folder");
        assert!(below.to_string().contains("cannot write"), "{below}");
    }

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
