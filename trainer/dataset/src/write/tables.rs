//! A table as files: for each split and format, as many as it takes.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use imperial_data::{FileError, make_folder};

use super::DataFile;
use super::parquet::ParquetFile;
use super::row_file::RowFile;
use super::text::TextFile;
use crate::column::Column;
use crate::settings::TableFormat;
use crate::split::Split;

/// Rows of a file; then the next one begins.
const FILE_ROWS: u64 = 1 << 20;

/// A table that is being written.
pub(crate) struct Tables<R: 'static> {
    out: PathBuf,
    /// Its folder: `games`, `positions`.
    name: &'static str,
    columns: &'static [Column<R>],
    formats: Vec<TableFormat>,
    open: BTreeMap<(Split, TableFormat), OpenFile<R>>,
    written: Vec<DataFile>,
}

struct OpenFile<R> {
    number: usize,
    rows: u64,
    file: Box<dyn RowFile<R>>,
}

impl<R: Sync + 'static> Tables<R> {
    pub fn new(
        out: &Path,
        name: &'static str,
        columns: &'static [Column<R>],
        formats: &[TableFormat],
    ) -> Self {
        let (out, formats) = (out.to_owned(), formats.to_vec());
        Self { out, name, columns, formats, open: BTreeMap::new(), written: Vec::new() }
    }

    /// Adds rows of a split, in every format.
    pub fn add(&mut self, split: Split, rows: &[R]) -> Result<(), FileError> {
        for format in self.formats.clone() {
            let mut rest = rows;
            while !rest.is_empty() {
                let open = self.file(split, format)?;
                let room = usize::try_from(FILE_ROWS - open.rows).unwrap_or(usize::MAX);
                let (now, later) = rest.split_at(rest.len().min(room));
                let (added, rows) = (open.file.add(now), open.rows + now.len() as u64);
                open.rows = rows;
                added.map_err(FileError::on("write", &self.out.join(self.name)))?;
                if rows == FILE_ROWS {
                    self.close(split, format)?;
                }
                rest = later;
            }
        }
        Ok(())
    }

    fn file(&mut self, split: Split, format: TableFormat) -> Result<&mut OpenFile<R>, FileError> {
        use std::collections::btree_map::Entry;
        let before = |file: &&DataFile| file.split == split && file.name.ends_with(format.name());
        let number = self.written.iter().filter(before).count();
        match self.open.entry((split, format)) {
            Entry::Occupied(open) => Ok(open.into_mut()),
            Entry::Vacant(place) => {
                let path = self.out.join(file_name(self.name, split, number, format));
                make_folder(&self.out.join(self.name))?;
                let file = create(&path, self.columns, format);
                let file = file.map_err(FileError::on("write", &path))?;
                Ok(place.insert(OpenFile { number, rows: 0, file }))
            }
        }
    }

    fn close(&mut self, split: Split, format: TableFormat) -> Result<(), FileError> {
        let Some(open) = self.open.remove(&(split, format)) else { return Ok(()) };
        let name = file_name(self.name, split, open.number, format);
        let finished = open.file.finish();
        let (bytes, sha256) = finished.map_err(FileError::on("write", &self.out.join(&name)))?;
        self.written.push(DataFile { name, split, rows: open.rows, bytes, sha256 });
        Ok(())
    }

    /// Puts all files into place.
    pub fn finish(mut self) -> Result<Vec<DataFile>, FileError> {
        while let Some((&(split, format), _)) = self.open.first_key_value() {
            self.close(split, format)?;
        }
        self.written.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(self.written)
    }
}

fn file_name(table: &str, split: Split, number: usize, format: TableFormat) -> String {
    format!("{table}/{}-{number:05}.{}", split.name(), format.name())
}

fn create<R: Sync + 'static>(
    path: &Path,
    columns: &'static [Column<R>],
    format: TableFormat,
) -> io::Result<Box<dyn RowFile<R>>> {
    Ok(match format {
        TableFormat::Parquet => Box::new(ParquetFile::create(path, columns)?),
        TableFormat::Csv | TableFormat::Jsonl => Box::new(TextFile::create(path, columns, format)?),
    })
}
