//! A column of a group of rows in a Parquet file, encoded in memory.

use std::io::{self, Write};
use std::mem;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use parquet::column::page::{CompressedPage, PageWriteSpec, PageWriter};
use parquet::column::writer::{ColumnCloseResult, ColumnWriter, get_column_writer};
use parquet::data_type::ByteArray;
use parquet::errors::{ParquetError, Result};
use parquet::file::properties::WriterPropertiesPtr;
use parquet::file::writer::{SerializedPageWriter, TrackedWrite};
use parquet::schema::types::ColumnDescPtr;

use crate::column::{Column, Get};

/// A column that is being encoded.
pub(super) struct Chunk {
    writer: ColumnWriter<'static>,
    bytes: Shared,
}

impl Chunk {
    pub fn new(column: &ColumnDescPtr, properties: &WriterPropertiesPtr) -> Self {
        let bytes = Shared::default();
        let pages = Box::new(Pages(TrackedWrite::new(bytes.clone())));
        let writer = get_column_writer(Arc::clone(column), Arc::clone(properties), pages);
        Self { writer, bytes }
    }

    /// Its bytes, and what is said of them at the end of the file.
    pub fn close(self) -> Result<(Bytes, ColumnCloseResult)> {
        let result = self.writer.close()?;
        Ok((self.bytes.take().into(), result))
    }

    /// Adds the cells of rows.
    pub fn add<R>(&mut self, column: &Column<R>, rows: &[R]) -> Result<()> {
        use ColumnWriter as W;
        let cells = rows.iter();
        match (&mut self.writer, &column.get) {
            (W::ByteArrayColumnWriter(writer), Get::Text(get) | Get::Name(get)) => {
                writer.write_batch(&texts(cells.map(get)), None, None)
            }
            (W::BoolColumnWriter(writer), Get::Flag(get)) => {
                writer.write_batch(&cells.map(get).collect::<Vec<_>>(), None, None)
            }
            (W::BoolColumnWriter(writer), Get::Known(get)) => {
                let cells: Vec<_> = cells.map(get).collect();
                let known: Vec<bool> = cells.iter().copied().flatten().collect();
                writer.write_batch(&known, Some(&is_known(&cells)), None)
            }
            (W::FloatColumnWriter(writer), Get::Value(get)) => {
                let cells: Vec<_> = cells.map(get).collect();
                let known: Vec<f32> = cells.iter().copied().flatten().collect();
                writer.write_batch(&known, Some(&is_known(&cells)), None)
            }
            (W::Int32ColumnWriter(writer), Get::Sign(get)) => {
                let signs: Vec<i32> = cells.map(|row| get(row).into()).collect();
                writer.write_batch(&signs, None, None)
            }
            (W::Int32ColumnWriter(writer), Get::Count(get)) => {
                let counts: Vec<i32> = cells.map(|row| get(row).cast_signed()).collect();
                writer.write_batch(&counts, None, None)
            }
            (W::Int64ColumnWriter(writer), Get::Large(get)) => {
                let numbers: Vec<i64> = cells.map(|row| get(row).cast_signed()).collect();
                writer.write_batch(&numbers, None, None)
            }
            (W::ByteArrayColumnWriter(writer), Get::Texts(get)) => {
                let (is_there, goes_on) = levels(rows.iter().map(|row| get(row).len()));
                let values = texts(cells.flat_map(get).map(AsRef::as_ref));
                writer.write_batch(&values, Some(&is_there), Some(&goes_on))
            }
            (W::Int32ColumnWriter(writer), Get::Counts(get)) => {
                let (is_there, goes_on) = levels(rows.iter().map(|row| get(row).len()));
                let values: Vec<i32> =
                    cells.flat_map(get).map(|count| count.cast_signed()).collect();
                writer.write_batch(&values, Some(&is_there), Some(&goes_on))
            }
            (W::FloatColumnWriter(writer), Get::Values(get)) => {
                let (is_there, goes_on) = levels(rows.iter().map(|row| get(row).len()));
                let values: Vec<f32> = cells.flat_map(get).copied().collect();
                writer.write_batch(&values, Some(&is_there), Some(&goes_on))
            }
            _ => Err(ParquetError::General(format!("`{}` is of another type", column.name))),
        }?;
        Ok(())
    }
}

/// Texts, which share one buffer.
fn texts<'a>(texts: impl Iterator<Item = &'a str> + Clone) -> Vec<ByteArray> {
    let all: ByteArray = texts.clone().collect::<String>().into_bytes().into();
    let mut begin = 0;
    let next = |text: &str| {
        let slice = all.slice(begin, text.len());
        begin += text.len();
        slice
    };
    texts.map(next).collect()
}

/// Definition levels of cells that may be empty.
fn is_known<T>(cells: &[Option<T>]) -> Vec<i16> {
    cells.iter().map(|cell| cell.is_some().into()).collect()
}

/// Definition and repetition levels of lists with so many values. An empty one has a place without a value.
fn levels(lengths: impl Iterator<Item = usize>) -> (Vec<i16>, Vec<i16>) {
    let (mut is_there, mut goes_on) = (Vec::new(), Vec::new());
    for length in lengths {
        for place in 0..length.max(1) {
            is_there.push((length > 0).into());
            goes_on.push((place > 0).into());
        }
    }
    (is_there, goes_on)
}

/// Bytes that its writer and [`Chunk`] hold.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Shared {
    fn take(&self) -> Vec<u8> {
        mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Pages behind each other.
struct Pages(TrackedWrite<Shared>);

impl PageWriter for Pages {
    fn write_page(&mut self, page: CompressedPage) -> Result<PageWriteSpec> {
        SerializedPageWriter::new(&mut self.0).write_page(page)
    }

    fn close(&mut self) -> Result<()> {
        SerializedPageWriter::new(&mut self.0).close()
    }
}
