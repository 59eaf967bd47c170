//! Whether a file can and may be written, which is better known before the work than after it.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use crate::files::{FileError, NewFile, folder_of};
use crate::storage::storage;

/// Finds out whether `path` could be written, and leaves it as it is; folders that are missing are made.
///
/// # Errors
/// When the file system refuses.
pub fn check_writable(path: &Path) -> Result<(), FileError> {
    let check = || {
        storage().make_folder(folder_of(path))?;
        NewFile::create(path).map(drop)
    };
    check().map_err(FileError::on("write", path))
}

/// Bytes at the beginning of a file among which its mark stands.
const MARKED: u64 = 1024;

/// As [`check_writable`]; and what is there already must have `mark` near its beginning, so that a slip of the pen
/// replaces nobody's rules or games.
///
/// # Errors
/// When the file system refuses, or the file is something else.
pub fn check_replaceable(path: &Path, mark: &str) -> Result<(), FileError> {
    check_writable(path)?;
    let is_ours = || -> io::Result<bool> {
        let mut start = Vec::new();
        match File::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(true),
            file => file?.take(MARKED).read_to_end(&mut start)?,
        };
        Ok(start.is_empty() || start.windows(mark.len()).any(|part| part == mark.as_bytes()))
    };
    match is_ours().map_err(FileError::on("read", path))? {
        true => Ok(()),
        false => {
            let error = io::Error::new(io::ErrorKind::AlreadyExists, OTHER_FILE);
            Err(FileError::on("write", path)(error))
        }
    }
}

/// Said of a file that would be lost.
const OTHER_FILE: &str = "another file is there already, which would be lost";

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::files::write_atomically;

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
        assert!(told.contains("cannot write") && told.contains("no file"), "{told}");
    }

    #[test]
    fn only_what_is_ours_is_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("deep/page.html");
        check_replaceable(&path, "mark").expect("nothing is there");
        for (content, is_ours) in [("", true), ("a page with its mark", true), ("rules", false)] {
            fs::write(&path, content).expect("written");
            let checked = check_replaceable(&path, "mark");
            assert_eq!(checked.is_ok(), is_ours, "{content}");
            assert_eq!(fs::read_to_string(&path).expect("read"), content);
            if let Err(error) = checked {
                assert!(
                    error.to_string().ends_with("would be lost; choose another name"),
                    "{error}"
                );
            }
        }
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_file_is_not_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("socket");
        let _socket = std::os::unix::net::UnixListener::bind(&path).expect("a socket");
        for refused in [check_writable(&path), write_atomically(&path, b"page")] {
            let told = refused.expect_err("refused").to_string();
            assert!(told.contains("there is something that is no file"), "{told}");
        }
        assert!(fs::symlink_metadata(&path).is_ok_and(|there| !there.is_file()));
    }
}
