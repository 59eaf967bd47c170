//! Archives of arrays (`.npz`): a ZIP file (PKWARE APPNOTE 6.3) of deflated entries, without dates, so that the same
//! arrays give the same bytes.

use std::io::{self, Write};

use flate2::Compression;
use flate2::write::DeflateEncoder;
use rayon::prelude::*;

use super::npy::NamedArray;

/// 1 January 1980, the first day that the format knows.
const NO_DATE: u16 = 1 << 5 | 1;
/// Version 2.0 of the format, which can deflate.
const VERSION: u16 = 20;
/// Names are in UTF-8.
const FLAGS: u16 = 1 << 11;
const DEFLATED: u16 = 8;

/// An entry, compressed.
struct Entry {
    name: String,
    crc: u32,
    length: u32,
    content: Vec<u8>,
}

/// Writes the arrays as one archive. All threads compress.
///
/// # Errors
/// When the file system refuses, or an array is of 4 GiB and more.
pub(super) fn write_archive(file: &mut impl Write, arrays: &[NamedArray]) -> io::Result<()> {
    let entries = arrays.par_iter().map(entry).collect::<io::Result<Vec<_>>>()?;
    let mut directory = Vec::new();
    let mut offset = 0u32;
    for entry in &entries {
        let head = head(entry, None)?;
        directory.extend(self::head(entry, Some(offset))?);
        file.write_all(&head)?;
        file.write_all(&entry.content)?;
        offset =
            offset.checked_add(narrow(head.len() + entry.content.len())?).ok_or_else(too_large)?;
    }
    file.write_all(&directory)?;
    let number = (entries.len() as u16).to_le_bytes();
    file.write_all(b"PK\x05\x06\0\0\0\0")?;
    file.write_all(&[number, number].concat())?;
    file.write_all(&narrow(directory.len())?.to_le_bytes())?;
    file.write_all(&offset.to_le_bytes())?;
    file.write_all(&[0, 0])
}

fn entry(array: &NamedArray) -> io::Result<Entry> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(&array.npy)?;
    Ok(Entry {
        name: format!("{}.npy", array.name),
        crc: crc32fast::hash(&array.npy),
        length: narrow(array.npy.len())?,
        content: encoder.finish()?,
    })
}

/// What stands before an entry or, with its offset, in the directory.
fn head(entry: &Entry, offset: Option<u32>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut put = |words: &[u16]| words.iter().for_each(|word| bytes.extend(word.to_le_bytes()));
    match offset {
        None => put(&[0x4b50, 0x0403]),
        Some(_) => put(&[0x4b50, 0x0201, VERSION]),
    }
    put(&[VERSION, FLAGS, DEFLATED, 0, NO_DATE]);
    for number in [entry.crc, narrow(entry.content.len())?, entry.length] {
        put(&[number as u16, (number >> 16) as u16]);
    }
    put(&[entry.name.len() as u16, 0]);
    if let Some(offset) = offset {
        put(&[0, 0, 0, 0, 0, offset as u16, (offset >> 16) as u16]);
    }
    bytes.extend(entry.name.bytes());
    Ok(bytes)
}

fn narrow(length: usize) -> io::Result<u32> {
    u32::try_from(length).map_err(|_| too_large())
}

fn too_large() -> io::Error {
    io::Error::other("an archive of 4 GiB and more")
}
