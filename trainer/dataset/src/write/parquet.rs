//! A table as a Parquet file. All threads encode columns.

use std::io;
use std::path::Path;
use std::sync::Arc;

use imperial_data::NewFile;
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::properties::{WriterProperties, WriterPropertiesPtr};
use parquet::file::writer::SerializedFileWriter;
use rayon::prelude::*;

use super::chunk::Chunk;
use super::row_file::RowFile;
use super::schema::schema;
use crate::column::Column;

/// Rows of a group, the unit in which readers load a file.
const GROUP_ROWS: usize = 1 << 16;

/// A file that is being written.
pub(super) struct ParquetFile<R: 'static> {
    columns: &'static [Column<R>],
    properties: WriterPropertiesPtr,
    writer: SerializedFileWriter<NewFile>,
    /// The columns of the open group, and its rows.
    open: Option<(Vec<Chunk>, usize)>,
}

impl<R: Sync> ParquetFile<R> {
    pub fn create(path: &Path, columns: &'static [Column<R>]) -> io::Result<Self> {
        let level = ZstdLevel::try_new(1).map_err(to_io)?;
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(level))
            .set_created_by(concat!("imperial ", env!("CARGO_PKG_VERSION")).to_owned())
            .build();
        let (schema, properties) = (schema(columns).map_err(to_io)?, Arc::new(properties));
        let file = NewFile::create(path)?;
        let writer = SerializedFileWriter::new(file, schema, Arc::clone(&properties));
        Ok(Self { columns, properties, writer: writer.map_err(to_io)?, open: None })
    }

    fn open_group(&self) -> Vec<Chunk> {
        let columns = self.writer.schema_descr().columns();
        columns.iter().map(|column| Chunk::new(column, &self.properties)).collect()
    }

    fn close_group(&mut self) -> Result<(), ParquetError> {
        let Some((chunks, _)) = self.open.take() else { return Ok(()) };
        let closed: Vec<_> = chunks.into_par_iter().map(Chunk::close).collect();
        let mut group = self.writer.next_row_group()?;
        for chunk in closed {
            let (bytes, result) = chunk?;
            group.append_column(&bytes, result)?;
        }
        group.close().map(|_| ())
    }

    fn add_some(&mut self, rows: &[R]) -> Result<(), ParquetError> {
        let (mut chunks, in_group) = self.open.take().unwrap_or_else(|| (self.open_group(), 0));
        let columns = self.columns.par_iter().zip(&mut chunks);
        columns.try_for_each(|(column, chunk)| chunk.add(column, rows))?;
        self.open = Some((chunks, in_group + rows.len()));
        if in_group + rows.len() == GROUP_ROWS { self.close_group() } else { Ok(()) }
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
