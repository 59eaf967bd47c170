//! Files: hashed, written all or nothing, and found below a folder.

mod part;

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read as _, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

pub(crate) use crate::hash::hex;
pub use crate::hash::sha256;
use crate::input::{open_file, read_text};
use crate::manifest;
use crate::storage::storage;
pub(crate) use part::Part;

/// A file that could not be read or written, and what to do about it.
#[derive(Debug, thiserror::Error)]
#[error("cannot {doing} `{}`: {error}{}", .path.display(), advice(.doing, .error))]
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

/// What the user can do, as the end of a sentence.
fn advice(doing: &str, error: &io::Error) -> &'static str {
    use io::ErrorKind::{
        AlreadyExists, NotADirectory, PermissionDenied, QuotaExceeded, ReadOnlyFilesystem,
        StorageFull,
    };
    match error.kind() {
        _ if doing == "read" => "",
        StorageFull | QuotaExceeded => {
            "; free some space and repeat the command: finished work is kept"
        }
        AlreadyExists if error.get_ref().is_some() => "; choose another name",
        AlreadyExists | NotADirectory => "; a file stands where a folder is meant: name another",
        PermissionDenied | ReadOnlyFilesystem => "; allow writing there, or choose another folder",
        _ => {
            "; choose another folder, or repeat the command when this is solved: finished work is kept"
        }
    }
}

/// Length in bytes and SHA-256 of a file, in hexadecimal digits.
///
/// # Errors
/// When it cannot be read.
pub fn sha256_of_file(path: &Path) -> Result<(u64, String), FileError> {
    hash(path, u64::MAX).map_err(FileError::on("read", path))
}

/// SHA-256 of the first `bytes` bytes of a file, or of all where it is shorter.
pub(crate) fn sha256_of_start(path: &Path, bytes: u64) -> Result<String, FileError> {
    hash(path, bytes).map(|(_, sha256)| sha256).map_err(FileError::on("read", path))
}

/// Number and hash of the bytes at the start of a file, `most` of them.
fn hash(path: &Path, most: u64) -> io::Result<(u64, String)> {
    let mut reader = BufReader::with_capacity(1 << 16, open_file(path)?.take(most));
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
}

/// A text, or `None` where there is no file.
///
/// # Errors
/// When there is one that cannot be read.
pub fn read_text_if_there(path: &Path) -> Result<Option<String>, FileError> {
    match read_text(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        text => text.map(Some).map_err(FileError::on("read", path)),
    }
}

/// Said of a name that a folder, a device or a socket has.
const NO_FILE: &str = "there is something that is no file";

/// Bytes that are written at once.
const AT_ONCE: usize = 1 << 16;

/// A file that appears under its name only when it is complete and on disk, and that knows its
/// own SHA-256. Until then it has another name, and it is removed unless it is finished.
#[derive(Debug)]
pub struct NewFile {
    path: PathBuf,
    part: PathBuf,
    file: Option<File>,
    buffer: Vec<u8>,
    hasher: Sha256,
    bytes: u64,
}

impl NewFile {
    /// Starts writing what will become `path`.
    ///
    /// # Errors
    /// When the file system refuses, or something that is no file has this name.
    pub fn create(path: &Path) -> io::Result<Self> {
        let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
        let known = fs::metadata(path).ok();
        if known.as_ref().is_some_and(|known| !known.is_file()) {
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, NO_FILE));
        }
        // Another process may be writing the same file.
        let name = Part::name_of(&name.display().to_string());
        Part::of(path).filter(Part::is_old).for_each(|part| part.remove());
        let (path, part) = (path.to_owned(), folder_of(path).join(name));
        let options = File::options().write(true).create(true).truncate(true).clone();
        let file = storage().open(&part, &options)?;
        if let Some(known) = known {
            file.set_permissions(known.permissions())?;
        }
        let (file, buffer) = (Some(file), Vec::with_capacity(AT_ONCE));
        Ok(Self { path, part, file, buffer, hasher: Sha256::new(), bytes: 0 })
    }

    /// Syncs, renames into place and syncs the folder; gives length in bytes and SHA-256.
    ///
    /// # Errors
    /// When the file system refuses; then there is no file.
    pub fn commit(self) -> io::Result<(u64, String)> {
        self.finish(true)
    }

    fn finish(mut self, synced: bool) -> io::Result<(u64, String)> {
        self.flush()?;
        // Windows renames no file that is open.
        if let Some(file) = self.file.take() {
            let sync = || if synced { storage().sync(&self.part, &file) } else { Ok(()) };
            sync().inspect_err(|_| self.remove())?;
        }
        let sha256 = hex(&self.hasher.finalize_reset());
        let named = manifest::note(&self.path, self.bytes, &sha256, synced).and_then(|()| {
            let rename = storage().rename(&self.part, &self.path);
            // Whatever refused the file may refuse this too; then it counts as changed.
            rename.inspect_err(|_| drop(manifest::undo(&self.path)))
        });
        named.inspect_err(|_| self.remove())?;
        if synced {
            sync_folder(&self.path)?;
        }
        Ok((self.bytes, sha256))
    }

    fn remove(&self) {
        // Nobody reads what may stay behind.
        let _ = storage().remove(&self.part);
    }
}

/// Whether a part of `path` lies beside it.
pub(crate) fn has_part(path: &Path) -> bool {
    Part::of(path).next().is_some()
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if self.file.take().is_some() {
            self.remove();
        }
    }
}

impl Write for NewFile {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.buffer.extend_from_slice(buffer);
        self.hasher.update(buffer);
        self.bytes += buffer.len() as u64;
        if self.buffer.len() >= AT_ONCE {
            self.flush()?;
        }
        Ok(buffer.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if let Some(file) = &self.file {
            storage().write(&self.part, file, &self.buffer)?;
        }
        self.buffer.clear();
        Ok(())
    }
}

/// Makes the existence of the file at `path`, just created, survive a loss of power. Only Unix can
/// and needs to do that.
pub(crate) fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(not(unix)) {
        return Ok(());
    }
    let folder = named_folder_of(path);
    storage().sync(folder, &File::open(folder)?)
}

/// Writes the whole new contents of `path`; gives the SHA-256.
fn write_file(path: &Path, content: &[u8], synced: bool) -> Result<String, FileError> {
    let write = || -> io::Result<String> {
        let mut file = NewFile::create(path)?;
        file.write_all(content)?;
        Ok(file.finish(synced)?.1)
    };
    write().map_err(FileError::on("write", path))
}

/// Writes `text` as the whole new contents of `path`; gives the SHA-256.
///
/// # Errors
/// When the file system refuses; then the old contents stay.
pub fn write_whole(path: &Path, text: &str) -> Result<String, FileError> {
    write_file(path, text.as_bytes(), true)
}

/// Writes `text` as the whole new contents of `path`, without waiting for the disk: a kill leaves all of
/// it or nothing, a loss of power may leave half.
pub(crate) fn write_quickly(path: &Path, text: &str) -> Result<(), FileError> {
    write_file(path, text.as_bytes(), false).map(drop)
}

/// Replaces the content of `path`, so that a crash leaves the old one or the new one; folders that are
/// missing are made, but for those that this process has locked.
///
/// # Errors
/// When the file system refuses.
pub fn write_atomically(path: &Path, content: &[u8]) -> Result<(), FileError> {
    manifest::check_roots(path).map_err(FileError::on("write", path))?;
    storage().make_folder(folder_of(path)).map_err(FileError::on("write", path))?;
    write_file(path, content, true).map(drop)
}

/// Makes a folder and those that it lies in, where they are missing, but for those that this process has locked.
///
/// # Errors
/// When the file system refuses.
pub fn make_folder(folder: &Path) -> Result<(), FileError> {
    manifest::check_roots(folder).map_err(FileError::on("create", folder))?;
    storage().make_folder(folder).map_err(FileError::on("create", folder))
}

/// Removes a file, or a folder with everything in it.
///
/// # Errors
/// When the file system refuses.
pub fn remove(path: &Path) -> Result<(), FileError> {
    let removed = manifest::forget(path).and_then(|()| match path.is_dir() {
        true => storage().remove_folder(path),
        false => storage().remove(path),
    });
    removed.map_err(FileError::on("remove", path))
}

/// Removes a file so that it stays away after a loss of power, for files that say something by being there.
pub(crate) fn remove_for_good(path: &Path) -> Result<(), FileError> {
    manifest::forget(path)
        .and_then(|()| storage().remove_for_good(path, named_folder_of(path)))
        .map_err(FileError::on("remove", path))
}

/// Whether there is surely nothing at `path`.
pub(crate) fn is_gone(path: &Path) -> bool {
    matches!(path.try_exists(), Ok(false))
}

/// Whether the open `file` still has the name `path`.
#[cfg(unix)]
pub(crate) fn is_named(path: &Path, file: &File) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt as _;
    let file = file.metadata()?;
    match fs::metadata(path) {
        Ok(named) => Ok((named.dev(), named.ino()) == (file.dev(), file.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Such systems remove no file that is open.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "it can fail elsewhere")]
pub(crate) fn is_named(_path: &Path, _file: &File) -> io::Result<bool> {
    Ok(true)
}

/// The folder that a file lies in; empty for a bare name.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new(""))
}

/// The same as a path that can be opened.
fn named_folder_of(path: &Path) -> &Path {
    Some(folder_of(path)).filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_written_again_replaces_the_old_one_and_leaves_no_other() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.otg");
        write_quickly(&path, "old").expect("written");
        write_quickly(&path, "new").expect("written");
        assert_eq!(fs::read_to_string(&path).expect("read"), "new");
        assert_eq!(fs::read_dir(folder.path()).expect("read").count(), 1);
        let below = write_quickly(&path.join("below-a-file"), "text").expect_err("no folder");
        assert!(below.to_string().contains("cannot write"), "{below}");
    }

    #[test]
    fn parts_of_killed_writers_are_swept() {
        let folder = tempfile::tempdir().expect("a folder");
        let part = |name: &str, age| part::of_age(folder.path(), name, age);
        let left = part(".a.net.4711.part", 7200);
        let kept = [
            part(".a.net.4712.part", 60),
            part(".b.net.4711.part", 7200),
            part(".a.net.md.part", 7200),
            part(".a.net.elsewhere-4711.part", 7200),
        ];
        write_whole(&folder.path().join("a.net"), "new").expect("written");
        assert!(!left.exists());
        assert!(kept.iter().all(|path| path.exists()));
    }
}
