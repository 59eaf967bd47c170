//! Copying games from many files, few of which are open at a time.

use std::fs::File;
use std::io::{self, BufReader, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use crate::files::{FileError, NewFile};

/// Files that are open at a time: systems allow a program 256 at least.
const MOST_OPEN: usize = 128;

/// Where a game lies.
pub(super) struct Place {
    /// Which of the files.
    pub file: usize,
    /// Where its line begins.
    pub offset: u64,
    /// Length of the line, with its break.
    pub length: u64,
    /// Number of its plies.
    pub plies: u64,
    /// SHA-256 of the line, without its break.
    pub hash: [u8; 32],
}

/// The files that games are copied from.
pub(super) struct Sources<'a> {
    paths: &'a [PathBuf],
    open: Vec<Option<BufReader<File>>>,
    count: usize,
}

impl<'a> Sources<'a> {
    pub fn of(paths: &'a [PathBuf]) -> Self {
        Self { paths, open: paths.iter().map(|_| None).collect(), count: 0 }
    }

    /// Copies a game to the end of what will be the file at `path`, if it is still what it was.
    pub fn copy(&mut self, place: &Place, new: &mut NewFile, path: &Path) -> Result<(), FileError> {
        let source = &self.paths[place.file];
        let line = self.line(place).map_err(FileError::on("read", source))?;
        new.write_all(&line).map_err(FileError::on("write", path))
    }

    /// The line of a game, with its break.
    fn line(&mut self, place: &Place) -> io::Result<Vec<u8>> {
        let file = self.file(place.file)?;
        // Games of a share often follow each other.
        let at = file.stream_position()?;
        file.seek_relative(place.offset.cast_signed() - at.cast_signed())?;
        let mut line = Vec::new();
        file.take(place.length).read_to_end(&mut line)?;
        let hash = Sha256::digest(line.strip_suffix(b"\n").unwrap_or(&line));
        match hash.as_slice() == place.hash {
            true => Ok(line),
            false => {
                Err(io::Error::other("it has changed while it was joined; repeat the command"))
            }
        }
    }

    fn file(&mut self, number: usize) -> io::Result<&mut BufReader<File>> {
        if self.open[number].is_none() && self.count == MOST_OPEN {
            self.open.fill_with(|| None);
            self.count = 0;
        }
        let slot = &mut self.open[number];
        if slot.is_none() {
            *slot = Some(BufReader::new(File::open(&self.paths[number])?));
            self.count += 1;
        }
        slot.as_mut().ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn more_files_than_may_be_open_are_copied() {
        let root = tempfile::tempdir().expect("a folder");
        let paths: Vec<PathBuf> =
            (0..3 * MOST_OPEN).map(|file| root.path().join(file.to_string())).collect();
        for path in &paths {
            fs::write(path, "first\nsecond\n").expect("written");
        }
        let place = |file, offset, text: &str| {
            let hash = Sha256::digest(text).into();
            Place { file, offset, length: text.len() as u64 + 1, plies: 1, hash }
        };
        let whole = root.path().join("whole");
        let mut new = NewFile::create(&whole).expect("a new file");
        let mut sources = Sources::of(&paths);
        for (offset, text) in [(6, "second"), (0, "first")] {
            for file in 0..paths.len() {
                sources.copy(&place(file, offset, text), &mut new, &whole).expect("copied");
                assert!(sources.open.iter().flatten().count() <= MOST_OPEN);
            }
        }
        let other = sources.copy(&place(0, 0, "fifth"), &mut new, &whole).expect_err("it changed");
        assert!(other.to_string().contains("has changed while it was joined"), "{other}");
        new.commit().expect("written");
        let expected = "second\n".repeat(paths.len()) + &"first\n".repeat(paths.len());
        assert_eq!(fs::read_to_string(whole).expect("read"), expected);
    }
}
