//! The rows of a table as texts, whatever its files are and whatever types another program gave its columns.

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
    let mut reader = csv::Reader::from_reader(file);
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
