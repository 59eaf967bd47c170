//! The rows of a Parquet file.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use imperial_data::{FileError, open_file};
use parquet::errors::Result;
use parquet::file::metadata::{ParquetMetaDataReader, RowGroupMetaData};
use parquet::schema::types::{ColumnDescPtr, SchemaDescriptor};

use super::cells::Cells;
use super::error::DatasetError;
use super::guard::guarded;
use super::heads::check_head;
use super::pages::Unpacked;
use super::row::{Columns, Next};
use super::unpack::broken;

/// Rows that are in memory at once.
const BATCH_ROWS: usize = 1024;

/// Calls `next` with the cells of `columns` of every row.
pub(super) fn for_each_row_of_parquet(
    path: &Path,
    (columns, others): Columns<'_>,
    next: &mut Next<'_>,
) -> Result<(), DatasetError> {
    let file = open_file(path).map_err(FileError::on("read", path))?;
    let to_error = |error: parquet::errors::ParquetError| {
        DatasetError::Broken(path.to_owned(), error.to_string())
    };
    check_head(&file).map_err(to_error)?;
    let metadata = guarded(|| ParquetMetaDataReader::new().parse_and_finish(&file));
    let metadata = metadata.map_err(to_error)?;
    let file = Arc::new(file);
    let known = by_name(metadata.file_metadata().schema_descr());
    if let Some(name) = columns.iter().find(|name| !known.contains_key(**name)) {
        return Err(DatasetError::Column { file: path.to_owned(), name });
    }
    let wanted: Vec<_> = columns.iter().chain(others).map(|name| known.get(*name)).collect();
    for group in metadata.row_groups() {
        let mut group = guarded(|| Group::open(&file, group, &wanted)).map_err(to_error)?;
        loop {
            let rows = guarded(|| group.next()).map_err(to_error)?;
            if rows.is_empty() {
                break;
            }
            for mut row in rows {
                let others = row.split_off(columns.len());
                next(&row.into_iter().flatten().collect::<Vec<_>>(), &others)?;
            }
        }
    }
    Ok(())
}

/// What is left of the wanted columns in a group of rows; `None` for a column that is not there.
struct Group(Vec<Option<Cells>>);

impl Group {
    fn open(file: &Arc<File>, group: &RowGroupMetaData, wanted: &[Option<&Known>]) -> Result<Self> {
        let cells = |column: &Option<&Known>| column.map(|column| column.cells(file, group));
        let cells = wanted.iter().map(|column| cells(column).transpose());
        cells.collect::<Result<_>>().map(Self)
    }

    /// The next rows; none at the end.
    fn next(&mut self) -> Result<Vec<Vec<Option<String>>>> {
        let next = |cells: &mut Option<Cells>| match cells {
            Some(cells) => Ok(Some(cells.next(BATCH_ROWS)?.into_iter())),
            None => Ok(None),
        };
        let mut columns: Vec<_> = self.0.iter_mut().map(next).collect::<Result<_>>()?;
        let rows = columns.iter().flatten().map(ExactSizeIterator::len).max().unwrap_or(0);
        if columns.iter().flatten().any(|cells| cells.len() < rows) {
            return Err(broken("its columns differ in length"));
        }
        let mut row = || columns.iter_mut().map(|cells| cells.as_mut()?.next()).collect();
        Ok((0..rows).map(|_| row()).collect())
    }
}

/// A column at the top of the schema: the first leaf in it, and how many it has.
struct Known {
    leaf: usize,
    column: ColumnDescPtr,
    leaves: usize,
}

impl Known {
    /// Its cells in a group.
    fn cells(&self, file: &Arc<File>, group: &RowGroupMetaData) -> Result<Cells> {
        let chunk = group.columns().get(self.leaf);
        let chunk = chunk.ok_or_else(|| broken("a group of rows has too few columns"))?;
        let pages = Unpacked::new(Arc::clone(file), chunk, group.num_rows())?;
        let cells = if self.leaves == 1 { Cells::new(&self.column, pages) } else { None };
        cells.ok_or_else(|| {
            broken(&format!("`{}` is of an unknown type", self.column.path().parts()[0]))
        })
    }
}

fn by_name(schema: &SchemaDescriptor) -> BTreeMap<String, Known> {
    let mut known: BTreeMap<String, Known> = BTreeMap::new();
    for (leaf, column) in schema.columns().iter().enumerate() {
        let name = schema.get_column_root(leaf).name().to_owned();
        let found = known.entry(name);
        found.or_insert_with(|| Known { leaf, column: Arc::clone(column), leaves: 0 }).leaves += 1;
    }
    known
}
