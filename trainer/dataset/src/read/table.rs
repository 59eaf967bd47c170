//! The rows of a table as texts, whatever its files are and whatever types another program gave its columns.

use std::path::Path;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type,
    UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;
use imperial_data::{FileError, open_file};
use parquet::arrow::arrow_reader::ParquetRecordBatchReader;
use parquet::arrow::{ProjectionMask, parquet_to_arrow_field_levels};
use parquet::file::metadata::ParquetMetaDataReader;

use super::error::DatasetError;
use super::pages::Pages;
use crate::column::text_of_cell;

/// What is done with the number of a row and its cells; the error is what is wrong with it.
type Visit<'a> = dyn FnMut(u64, &[String], &[Option<String>]) -> Result<(), String> + 'a;

/// The columns that are read: those that must be there, and those that may.
pub(super) type Columns<'a> = (&'a [&'static str], &'a [&'static str]);

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
        read_parquet(path, columns, &mut next)
    } else {
        read_csv(path, columns, &mut next)
    }
}

/// Rows of a Parquet file that are in memory at once.
const BATCH_ROWS: usize = 1024;

type Next<'a> = dyn FnMut(&[String], &[Option<String>]) -> Result<(), DatasetError> + 'a;

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

fn read_parquet(
    path: &Path,
    (columns, others): Columns<'_>,
    next: &mut Next<'_>,
) -> Result<(), DatasetError> {
    let file = open_file(path).map_err(FileError::on("read", path))?;
    let broken =
        |error: &dyn std::fmt::Display| DatasetError::Broken(path.to_owned(), error.to_string());
    let metadata = ParquetMetaDataReader::new().parse_and_finish(&file);
    let metadata = metadata.map_err(|error| broken(&error))?;
    let schema = metadata.file_metadata().schema_descr();
    let known: Vec<&str> =
        schema.root_schema().get_fields().iter().map(|field| field.name()).collect();
    if let Some(name) = columns.iter().find(|name| !known.contains(*name)) {
        return Err(DatasetError::Column { file: path.to_owned(), name });
    }
    let is_read = |name: &&str| columns.contains(name) || others.contains(name);
    let places = known.iter().enumerate().filter(|(_, name)| is_read(name));
    let mask = ProjectionMask::roots(schema, places.map(|(place, _)| place));
    // Without the types of the program that wrote it, texts are texts.
    let levels = parquet_to_arrow_field_levels(schema, mask, None);
    let levels = levels.map_err(|error| broken(&error))?;
    let pages = Pages::new(file, metadata);
    let reader =
        ParquetRecordBatchReader::try_new_with_row_groups(&levels, &pages, BATCH_ROWS, None);
    let reader = reader.map_err(|error| broken(&error))?;
    for batch in reader {
        let batch = batch.map_err(|error| broken(&error))?;
        let arrays: Vec<&ArrayRef> =
            columns.iter().filter_map(|name| batch.column_by_name(name)).collect();
        let others: Vec<Option<&ArrayRef>> =
            others.iter().map(|name| batch.column_by_name(name)).collect();
        for row in 0..batch.num_rows() {
            let cells = arrays.iter().map(|array| cell(array, row));
            let cells: Option<Vec<String>> = cells.collect();
            let others = others.iter().map(|array| match array {
                None => Some(None),
                Some(array) => cell(array, row).map(Some),
            });
            let others: Option<Vec<Option<String>>> = others.collect();
            let kind =
                || DatasetError::Broken(path.to_owned(), "a column is of an unknown type".into());
            next(&cells.ok_or_else(kind)?, &others.ok_or_else(kind)?)?;
        }
    }
    Ok(())
}

/// A cell as CSV has it: empty where nothing is known, with `;` between the values of a list. `None` for types that
/// no column has.
fn cell(array: &ArrayRef, row: usize) -> Option<String> {
    if array.is_null(row) {
        return Some(String::new());
    }
    match array.data_type() {
        DataType::List(_) => joined(&array.as_list::<i32>().value(row)),
        DataType::LargeList(_) => joined(&array.as_list::<i64>().value(row)),
        _ => value(array, row),
    }
}

/// A cell that is no list, or a value of one.
fn value(array: &ArrayRef, row: usize) -> Option<String> {
    if array.is_null(row) {
        return Some(String::new());
    }
    macro_rules! number {
        ($kind:ty) => {
            array.as_primitive::<$kind>().value(row).to_string()
        };
    }
    Some(match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().value(row).to_owned(),
        DataType::LargeUtf8 => array.as_string::<i64>().value(row).to_owned(),
        DataType::Utf8View => array.as_string_view().value(row).to_owned(),
        DataType::Boolean => array.as_boolean().value(row).to_string(),
        DataType::Int8 => number!(Int8Type),
        DataType::Int16 => number!(Int16Type),
        DataType::Int32 => number!(Int32Type),
        DataType::Int64 => number!(Int64Type),
        DataType::UInt8 => number!(UInt8Type),
        DataType::UInt16 => number!(UInt16Type),
        DataType::UInt32 => number!(UInt32Type),
        DataType::UInt64 => number!(UInt64Type),
        DataType::Float32 => number!(Float32Type),
        DataType::Float64 => number!(Float64Type),
        // All of the column is unknown.
        DataType::Null => String::new(),
        _ => return None,
    })
}

fn joined(values: &ArrayRef) -> Option<String> {
    let cells: Option<Vec<String>> = (0..values.len()).map(|at| value(values, at)).collect();
    Some(cells?.join(";"))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use arrow_array::builder::{Int32Builder, ListBuilder};

    use super::*;

    /// Lists within lists may go as deep as a stranger likes.
    #[test]
    fn a_list_has_values_and_no_lists() {
        let mut list = ListBuilder::new(Int32Builder::new());
        list.values().append_slice(&[1, 2]);
        list.append(true);
        let list: ArrayRef = Arc::new(list.finish());
        assert_eq!(cell(&list, 0).as_deref(), Some("1;2"));
        let mut lists = ListBuilder::new(ListBuilder::new(Int32Builder::new()));
        lists.values().values().append_value(1);
        lists.values().append(true);
        lists.append(true);
        let lists: ArrayRef = Arc::new(lists.finish());
        assert_eq!(cell(&lists, 0), None);
    }
}
