//! The pages of a file of Parquet, none of which takes more memory than it may.
//!
//! The reader of `parquet` makes room for as many bytes as the head of a page claims, up to 2 GiB, before it unpacks the
//! page. So here it is told that nothing is compressed: it gives pages as they lie in the file, and they are unpacked
//! here, whatever their heads claim.

use std::fs::File;
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::column::page::{Page, PageMetadata, PageReader};
use parquet::errors::Result;
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::serialized_reader::SerializedPageReader;

use super::heads::check_pages;
use super::unpack::{broken, unpack};

/// Most values of a page. A stranger can say in a few bytes that there are billions of equal ones.
const MOST_VALUES: u32 = 1 << 24;

/// The pages of a column in a group of rows, which are unpacked as they are read.
pub(super) struct Unpacked {
    packed: SerializedPageReader<File>,
    compression: Compression,
}

impl Unpacked {
    pub fn new(file: Arc<File>, chunk: &ColumnChunkMetaData, rows: i64) -> Result<Self> {
        let start = chunk.dictionary_page_offset().unwrap_or_else(|| chunk.data_page_offset());
        let end = start.checked_add(chunk.compressed_size());
        let end = end.and_then(|end| u64::try_from(end).ok());
        if start < 0 || chunk.compressed_size() < 0 || end.is_none_or(|end| end > length(&file)) {
            return Err(broken("a column lies outside of the file"));
        }
        check_pages(&file, start as u64, (start + chunk.compressed_size()) as u64)?;
        let compression = chunk.compression();
        let plain = chunk.clone().into_builder().set_compression(Compression::UNCOMPRESSED);
        let rows =
            usize::try_from(rows).map_err(|_| broken("a group has a wrong number of rows"))?;
        let packed = SerializedPageReader::new(file, &plain.build()?, rows, None)?;
        Ok(Self { packed, compression })
    }

    fn unpacked(&self, mut page: Page) -> Result<Page> {
        if page.num_values() > MOST_VALUES {
            return Err(broken(
                "a page has too many values; write the file again with smaller pages",
            ));
        }
        let (bytes, levels, is_packed) = match &mut page {
            Page::DataPage { buf, .. } | Page::DictionaryPage { buf, .. } => (buf, 0, true),
            Page::DataPageV2 {
                buf,
                def_levels_byte_len,
                rep_levels_byte_len,
                is_compressed,
                ..
            } => {
                // They come first and are never compressed.
                let levels = u64::from(*def_levels_byte_len) + u64::from(*rep_levels_byte_len);
                (buf, levels, *is_compressed)
            }
        };
        let levels = usize::try_from(levels).unwrap_or(usize::MAX);
        let Some((levels, packed)) = bytes.split_at_checked(levels) else {
            return Err(broken("the levels of a page are longer than the page"));
        };
        // Without any value nothing is left to be compressed.
        if is_packed && self.compression != Compression::UNCOMPRESSED && !packed.is_empty() {
            *bytes = [levels, &unpack(self.compression, packed)?].concat().into();
        }
        Ok(page)
    }
}

impl Iterator for Unpacked {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Self::Item> {
        self.get_next_page().transpose()
    }
}

impl PageReader for Unpacked {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        let Some(page) = self.packed.get_next_page()? else { return Ok(None) };
        self.unpacked(page).map(Some)
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        self.packed.peek_next_page()
    }

    fn skip_next_page(&mut self) -> Result<()> {
        self.packed.skip_next_page()
    }

    fn at_record_boundary(&mut self) -> Result<bool> {
        self.packed.at_record_boundary()
    }
}

fn length(file: &File) -> u64 {
    file.metadata().map_or(0, |metadata| metadata.len())
}

#[cfg(test)]
mod tests {
    use parquet::basic::{Encoding, ZstdLevel};
    use parquet::column::page::{CompressedPage, PageWriter as _};
    use parquet::file::writer::{SerializedPageWriter, TrackedWrite};
    use parquet::schema::parser::parse_message_type;
    use parquet::schema::types::SchemaDescriptor;

    use super::*;

    /// A column of one number, with a page whose head claims to be of this size.
    fn column(file: File, claim: usize) -> ColumnChunkMetaData {
        let number = 1855_i32.to_le_bytes();
        let packed = zstd::bulk::compress(&number, 1).expect("packed");
        let page = Page::DataPage {
            buf: packed.into(),
            num_values: 1,
            encoding: Encoding::PLAIN,
            def_level_encoding: Encoding::RLE,
            rep_level_encoding: Encoding::RLE,
            statistics: None,
        };
        let mut sink = TrackedWrite::new(file);
        let mut writer = SerializedPageWriter::new(&mut sink);
        let written = writer.write_page(CompressedPage::new(page, claim)).expect("written");
        sink.into_inner().expect("written");
        let message = parse_message_type("message table { REQUIRED INT32 number; }");
        let schema = SchemaDescriptor::new(Arc::new(message.expect("a schema")));
        ColumnChunkMetaData::builder(schema.column(0))
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_data_page_offset(0)
            .set_total_compressed_size(written.bytes_written as i64)
            .set_num_values(1)
            .build()
            .expect("a column")
    }

    #[test]
    fn what_the_head_of_a_page_claims_is_not_believed() {
        for claim in [4, 1 << 30, i32::MAX as usize] {
            let file = tempfile::tempfile().expect("a file");
            let chunk = column(file.try_clone().expect("the file"), claim);
            let mut pages = Unpacked::new(Arc::new(file), &chunk, 1).expect("pages");
            let page = pages.get_next_page().expect("it can be read").expect("a page");
            assert_eq!(*page.buffer(), 1855_i32.to_le_bytes()[..], "{claim}");
            assert!(pages.get_next_page().expect("it can be read").is_none());
        }
    }

    #[test]
    fn a_column_that_lies_outside_of_its_file_is_refused() {
        let file = Arc::new(tempfile::tempfile().expect("a file"));
        let chunk = column(file.try_clone().expect("the file"), 4);
        let refused = |offset: i64, size: i64| {
            let chunk = chunk.clone().into_builder();
            let chunk = chunk.set_data_page_offset(offset).set_total_compressed_size(size);
            let pages = Unpacked::new(Arc::clone(&file), &chunk.build().expect("a column"), 1);
            pages.err().expect("refused").to_string()
        };
        let size = chunk.compressed_size();
        for (offset, size) in [(-1, size), (0, -1), (0, size + 1), (1, size), (i64::MAX, i64::MAX)]
        {
            let error = refused(offset, size);
            assert!(error.contains("lies outside of the file"), "{offset} {size}: {error}");
        }
    }
}
