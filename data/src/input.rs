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

/// Reads a whole file that was found in a folder, where nobody means a pipe, which may wait for its writer for ever.
pub(crate) fn read_found(path: &Path) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    open_file(path)?.read_to_end(&mut content)?;
    Ok(content)
}

/// The longest text that is read at once, and the most that is read from a pipe or device, which may have no end.
const LONGEST: u64 = 64 << 20;

/// Reads a whole file, or a pipe that has an end.
///
/// # Errors
/// When it cannot be read, or has no end in sight.
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let is_file = fs::metadata(path)?.is_file();
    read_up_to(path, if is_file { u64::MAX - 1 } else { LONGEST })
}

/// The same for a text.
///
/// # Errors
/// As of [`read_file`], and when it is no UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    let text = String::from_utf8(read_up_to(path, LONGEST)?);
    text.map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is no text in UTF-8"))
}

fn read_up_to(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    File::open(path)?.take(most + 1).read_to_end(&mut content)?;
    if content.len() as u64 > most {
        let error = format!("it is longer than {} MiB", most >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, error));
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
        for told in [read_file(zero).map(drop), read_text(zero).map(drop)] {
            assert!(told.unwrap_err().to_string().contains("longer than 64 MiB"));
        }
        assert_eq!(read_file(Path::new("/dev/null")).expect("it has an end"), b"");
        assert!(
            open_file(Path::new("/")).is_err() && open_file(Path::new("/no/such/file")).is_err()
        );
    }
}
