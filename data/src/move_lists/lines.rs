//! The lines of a file, none longer than memory likes.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use super::error::{LineTrouble, MAX_MOVE_LINE_BYTES};
use crate::files::FileError;
use crate::input::open_file;
use crate::reader::skip_line;

/// What UTF-8 files of some programs begin with.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// The lines of a file that hold something, with their numbers from 1.
pub(super) struct Lines<'a> {
    path: &'a Path,
    source: BufReader<File>,
    number: usize,
    /// Bytes read so far.
    pub offset: u64,
}

/// A line that holds something, or what is wrong with it.
pub(super) type Line = (usize, Result<String, LineTrouble>);

impl<'a> Lines<'a> {
    pub fn open(path: &'a Path) -> Result<Self, FileError> {
        // It is read twice, so a pipe will not do.
        let file = open_file(path).map_err(FileError::on("read", path))?;
        Ok(Self { path, source: BufReader::with_capacity(1 << 16, file), number: 0, offset: 0 })
    }

    /// The next line; `None` at the end of the file.
    fn read(&mut self) -> io::Result<Option<Result<String, LineTrouble>>> {
        let mut bytes = Vec::new();
        let mut some = self.source.by_ref().take(MAX_MOVE_LINE_BYTES);
        let read = some.read_until(b'\n', &mut bytes)? as u64;
        self.offset += read;
        self.number += 1;
        if read == MAX_MOVE_LINE_BYTES && bytes.last() != Some(&b'\n') {
            self.offset += skip_line(&mut self.source)?;
            return Ok(Some(Err(LineTrouble::TooLong)));
        }
        let text = String::from_utf8(bytes).map_err(|_| LineTrouble::NotText);
        let text = text.and_then(|text| match text.contains('\0') {
            true => Err(LineTrouble::NotText),
            false => Ok(text),
        });
        Ok((read > 0).then_some(text))
    }
}

impl Iterator for Lines<'_> {
    type Item = Result<Line, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let line = match self.read().map_err(FileError::on("read", self.path)) {
                Ok(None) => return None,
                Ok(Some(line)) => line,
                Err(error) => return Some(Err(error)),
            };
            match line {
                Err(trouble) => return Some(Ok((self.number, Err(trouble)))),
                Ok(text) => {
                    let first = if self.number == 1 { BYTE_ORDER_MARK } else { "" };
                    let text =
                        text.strip_prefix(first).unwrap_or(&text).trim_end_matches(['\r', '\n']);
                    // `#` begins a remark.
                    if !text.trim().is_empty() && !text.starts_with('#') {
                        return Some(Ok((self.number, Ok(text.to_owned()))));
                    }
                }
            }
        }
    }
}
