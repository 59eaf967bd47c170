//! A table as a Parquet file. All threads encode columns.

use std::io;
use std::path::Path;
use std::sync::Arc;

use arrow_array::builder::StringDictionaryBuilder;
use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, BooleanArray, Float32Array, Int8Array, ListArray, StringArray, UInt32Array,
    UInt64Array,
};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{DataType, Field, FieldRef, Schema};
use imperial_data::NewFile;
use parquet::arrow::arrow_writer::{
    ArrowColumnWriter, ArrowRowGroupWriterFactory, ArrowWriter, compute_leaves,
};
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use rayon::prelude::*;

use super::row_file::RowFile;
use crate::column::{Column, Get};

/// Rows of a group, the unit in which readers load a file.
const GROUP_ROWS: usize = 1 << 16;

/// A file that is being written.
pub(super) struct ParquetFile<R: 'static> {
    columns: &'static [Column<R>],
    fields: Vec<FieldRef>,
    writer: SerializedFileWriter<NewFile>,
    factory: ArrowRowGroupWriterFactory,
    groups: usize,
    /// The writers of the group's columns, and its rows.
    open: Option<(Vec<ArrowColumnWriter>, usize)>,
}

impl<R: Sync> ParquetFile<R> {
    pub fn create(path: &Path, columns: &'static [Column<R>]) -> io::Result<Self> {
        let fields: Vec<FieldRef> = columns.iter().map(|column| Arc::new(field(column))).collect();
        let schema = Arc::new(Schema::new(fields.clone()));
        let level = ZstdLevel::try_new(1).map_err(to_io)?;
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(level))
            .set_created_by(concat!("imperial ", env!("CARGO_PKG_VERSION")).to_owned())
            .build();
        let file = NewFile::create(path)?;
        let writer = ArrowWriter::try_new(file, schema, Some(properties)).map_err(to_io)?;
        let (writer, factory) = writer.into_serialized_writer().map_err(to_io)?;
        Ok(Self { columns, fields, writer, factory, groups: 0, open: None })
    }

    fn close_group(&mut self) -> Result<(), ParquetError> {
        let Some((writers, _)) = self.open.take() else { return Ok(()) };
        let chunks: Vec<_> = writers.into_par_iter().map(ArrowColumnWriter::close).collect();
        let mut group = self.writer.next_row_group()?;
        for chunk in chunks {
            chunk?.append_to_row_group(&mut group)?;
        }
        group.close()?;
        self.groups += 1;
        Ok(())
    }

    fn add_some(&mut self, rows: &[R]) -> Result<(), ParquetError> {
        if self.open.is_none() {
            self.open = Some((self.factory.create_column_writers(self.groups)?, 0));
        }
        let Some((writers, in_group)) = &mut self.open else { return Ok(()) };
        let columns = self.columns.par_iter().zip(&self.fields).zip(writers);
        columns.try_for_each(|((column, field), writer)| {
            for leaf in compute_leaves(field, &array(column, rows))? {
                writer.write(&leaf)?;
            }
            Ok::<_, ParquetError>(())
        })?;
        *in_group += rows.len();
        if *in_group == GROUP_ROWS { self.close_group() } else { Ok(()) }
    }
}

impl<R: Sync> RowFile<R> for ParquetFile<R> {
    fn add(&mut self, mut rows: &[R]) -> io::Result<()> {
        while !rows.is_empty() {
            let room = GROUP_ROWS - self.open.as_ref().map_or(0, |(_, rows)| *rows);
            let (now, later) = rows.split_at(rows.len().min(room));
            self.add_some(now).map_err(to_io)?;
            rows = later;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> io::Result<(u64, String)> {
        self.close_group().map_err(to_io)?;
        self.writer.into_inner().map_err(to_io)?.commit()
    }
}

fn to_io(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(error) => io::Error::other(error),
        },
        error => io::Error::other(error),
    }
}

fn item(kind: DataType) -> FieldRef {
    Arc::new(Field::new("item", kind, false))
}

/// Name and type of a column.
fn field<R>(column: &Column<R>) -> Field {
    let (kind, nullable) = match column.get {
        Get::Text(_) => (DataType::Utf8, false),
        Get::Name(_) => {
            (DataType::Dictionary(DataType::Int32.into(), DataType::Utf8.into()), false)
        }
        Get::Flag(_) => (DataType::Boolean, false),
        Get::Known(_) => (DataType::Boolean, true),
        Get::Sign(_) => (DataType::Int8, false),
        Get::Count(_) => (DataType::UInt32, false),
        Get::Large(_) => (DataType::UInt64, false),
        Get::Value(_) => (DataType::Float32, true),
        Get::Texts(_) => (DataType::List(item(DataType::Utf8)), false),
        Get::Counts(_) => (DataType::List(item(DataType::UInt32)), false),
        Get::Values(_) => (DataType::List(item(DataType::Float32)), false),
    };
    Field::new(column.name, kind, nullable)
}

/// The cells of a column.
fn array<R>(column: &Column<R>, rows: &[R]) -> ArrayRef {
    match column.get {
        Get::Text(get) => Arc::new(StringArray::from_iter_values(rows.iter().map(get))),
        Get::Name(get) => {
            let mut names = StringDictionaryBuilder::<Int32Type>::new();
            rows.iter().for_each(|row| names.append_value(get(row)));
            Arc::new(names.finish())
        }
        Get::Flag(get) => Arc::new(rows.iter().map(|row| Some(get(row))).collect::<BooleanArray>()),
        Get::Known(get) => Arc::new(rows.iter().map(get).collect::<BooleanArray>()),
        Get::Sign(get) => Arc::new(Int8Array::from_iter_values(rows.iter().map(get))),
        Get::Count(get) => Arc::new(UInt32Array::from_iter_values(rows.iter().map(get))),
        Get::Large(get) => Arc::new(UInt64Array::from_iter_values(rows.iter().map(get))),
        Get::Value(get) => Arc::new(rows.iter().map(get).collect::<Float32Array>()),
        Get::Texts(get) => {
            let values = StringArray::from_iter_values(rows.iter().flat_map(get));
            list(rows.iter().map(|row| get(row).len()), DataType::Utf8, Arc::new(values))
        }
        Get::Counts(get) => {
            let values = UInt32Array::from_iter_values(rows.iter().flat_map(get).copied());
            list(rows.iter().map(|row| get(row).len()), DataType::UInt32, Arc::new(values))
        }
        Get::Values(get) => {
            let values = Float32Array::from_iter_values(rows.iter().flat_map(get).copied());
            list(rows.iter().map(|row| get(row).len()), DataType::Float32, Arc::new(values))
        }
    }
}

fn list(lengths: impl Iterator<Item = usize>, kind: DataType, values: ArrayRef) -> ArrayRef {
    Arc::new(ListArray::new(item(kind), OffsetBuffer::from_lengths(lengths), values, None))
}
