//! The rows of a table as texts, whatever its files are and whatever types another program gave its columns.

use std::io::{self, Read};
use std::path::Path;

use imperial_data::{FileError, open_file};

use super::error::DatasetError;
use super::parquet::for_each_row_of_parquet;
use super::row::{Columns, Next};
use crate::column::text_of_cell;

/// What is done with the number of a row and its cells; the error is what is wrong with it.
type Visit<'a> = dyn FnMut(u64, &[String], &[Option<String>]) -> Result<(), String> + 'a;

/// Calls `visit` with the cells of `columns` of every row of a file; the rows count from 1. Of columns that are not
/// there the cells are `None`.
pub(super) fn for_each_row(
    path: &Path,
    columns: Columns<'_>,
    visit: &mut Visit<'_>,
) -> Result<(), DatasetError> {
    let at_row =
        |row: u64, reason: String| DatasetError::Row { file: path.to_owned(), row, reason };
    let mut row = 0;
    let mut next = |cells: &[String], others: &[Option<String>]| {
        row += 1;
        visit(row, cells, others).map_err(|reason| at_row(row, reason))
    };
    if path.extension().is_some_and(|ending| ending == "parquet") {
        for_each_row_of_parquet(path, columns, &mut next)
    } else {
        read_csv(path, columns, &mut next)
    }
}

fn read_csv(
    path: &Path,
    (columns, others): Columns<'_>,
    next: &mut Next<'_>,
) -> Result<(), DatasetError> {
    let broken = |error: csv::Error| DatasetError::Broken(path.to_owned(), error.to_string());
    let file = open_file(path).map_err(FileError::on("read", path))?;
    let mut reader = csv::Reader::from_reader(Bounded { text: file, since: 0 });
    let head = reader.headers().map_err(broken)?.clone();
    let place = |name: &&'static str| {
        let found = head.iter().position(|column| column == *name);
        found.ok_or(DatasetError::Column { file: path.to_owned(), name })
    };
    let places: Vec<usize> = columns.iter().map(place).collect::<Result<_, _>>()?;
    let others: Vec<Option<usize>> = others.iter().map(|name| place(name).ok()).collect();
    for record in reader.records() {
        let record = record.map_err(broken)?;
        let text = |at: &usize| text_of_cell(&record[*at]).to_owned();
        let cells: Vec<String> = places.iter().map(text).collect();
        let others: Vec<Option<String>> = others.iter().map(|at| at.as_ref().map(text)).collect();
        next(&cells, &others)?;
    }
    Ok(())
}

/// Most bytes of a line.
const LONGEST: usize = 64 << 20;

/// A text that ends with an error where a line is too long: a row is in memory before anybody knows how long it is, and
/// a file of nothing but zeros costs a stranger nothing.
struct Bounded<R> {
    text: R,
    /// Bytes since the end of a line.
    since: usize,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.text.read(into)?;
        self.since = match into[..count].iter().rposition(|byte| *byte == b'\n') {
            Some(end) => count - end - 1,
            None => self.since + count,
        };
        if self.since > LONGEST {
            let error = format!("a line is longer than {} MiB", LONGEST >> 20);
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, error));
        }
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_without_an_end_is_refused() {
        let read = |text: &mut dyn Read| {
            io::copy(&mut Bounded { text, since: 0 }, &mut io::sink()).map_err(|e| e.to_string())
        };
        let long = LONGEST as u64;
        assert_eq!(read(&mut io::repeat(b'a').take(long)), Ok(long));
        let two = io::repeat(b'a').take(long).chain(&b"\n"[..]);
        assert_eq!(read(&mut two.chain(io::repeat(b'a').take(long))), Ok(2 * long + 1));
        let error = read(&mut io::repeat(0)).expect_err("no end");
        assert_eq!(error, "a line is longer than 64 MiB");
    }
}
