//! Reading what others may have written: a name may lead to a device or a pipe, which has no end.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;

/// Opens a file to read it. What is no file, such as a device or a pipe, may have no end, so it is refused.
///
/// # Errors
/// When it is no file or the file system refuses.
pub fn open_file(path: &Path) -> io::Result<File> {
    let kind = fs::metadata(path)?.file_type();
    if kind.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    match kind.is_file() {
        true => File::open(path),
        false => Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "it is no file, but a device or a pipe",
        )),
    }
}

/// Checks that at `path` is a file or nothing, for the files that the program keeps for itself in a folder: a link that
/// a stranger left there leads to a file of somebody else, which would be written.
///
/// # Errors
/// When it is something else.
pub(crate) fn check_own(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(metadata) if !metadata.is_file() => Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "it is a link, a device or a folder, and the program keeps a file there; remove it",
        )),
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Reads a whole file that was found in a folder, where nobody means a pipe, which may wait for its writer for ever.
pub(crate) fn read_found(path: &Path) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    open_file(path)?.read_to_end(&mut content)?;
    Ok(content)
}

/// The longest text that is read at once, and the most that is read from a pipe or device, which may have no end.
const LONGEST: u64 = 64 << 20;

/// The largest file that is read at once: more than any network or table of exact values needs.
const LARGEST: u64 = 4 << 30;

/// Reads a whole file, or a pipe that has an end.
///
/// # Errors
/// When it cannot be read, is too large, or has no end in sight.
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let kind = fs::metadata(path)?;
    let most = if kind.is_file() { LARGEST } else { LONGEST };
    if kind.is_file() && kind.len() > most {
        return Err(too_long(most));
    }
    read_up_to(File::open(path)?, most)
}

/// Reads a text that was found in a folder: a file, and no pipe or device.
///
/// # Errors
/// When it cannot be read, is too long or no UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    text(read_up_to(open_file(path)?, LONGEST)?)
}

/// Reads a text that the user has named, who may mean a pipe.
///
/// # Errors
/// As of [`read_text`].
pub fn read_named_text(path: &Path) -> io::Result<String> {
    text(read_up_to(File::open(path)?, LONGEST)?)
}

fn text(content: Vec<u8>) -> io::Result<String> {
    let text = String::from_utf8(content);
    text.map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is no text in UTF-8"))
}

fn too_long(most: u64) -> io::Error {
    let error = format!("it is longer than {} MiB", most >> 20);
    io::Error::new(io::ErrorKind::FileTooLarge, error)
}

fn read_up_to(file: File, most: u64) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    file.take(most + 1).read_to_end(&mut content)?;
    if content.len() as u64 > most {
        return Err(too_long(most));
    }
    Ok(content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn what_has_no_end_is_refused() {
        let zero = Path::new("/dev/zero");
        assert!(open_file(zero).unwrap_err().to_string().contains("no file"));
        assert!(read_found(zero).unwrap_err().to_string().contains("no file"));
        for told in [read_file(zero).map(drop), read_named_text(zero).map(drop)] {
            assert!(told.unwrap_err().to_string().contains("longer than 64 MiB"));
        }
        assert!(read_text(zero).unwrap_err().to_string().contains("no file"));
        assert_eq!(read_file(Path::new("/dev/null")).expect("it has an end"), b"");
        assert!(
            open_file(Path::new("/")).is_err() && open_file(Path::new("/no/such/file")).is_err()
        );
    }

    /// A sparse file of any size costs a stranger nothing.
    #[test]
    fn what_is_too_large_is_refused_before_it_is_read() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        file.as_file().set_len(LARGEST + 1).expect("a sparse file");
        assert!(read_file(file.path()).unwrap_err().to_string().contains("longer than 4096 MiB"));
    }

    #[test]
    #[cfg(unix)]
    fn a_link_is_no_file_of_our_own() {
        let folder = tempfile::tempdir().expect("a folder");
        let [link, file] = ["link", "file"].map(|name| folder.path().join(name));
        assert!(check_own(&file).is_ok());
        fs::write(&file, "").expect("written");
        assert!(check_own(&file).is_ok());
        std::os::unix::fs::symlink(&file, &link).expect("a link");
        assert!(check_own(&link).is_err() && check_own(folder.path()).is_err());
    }
}
