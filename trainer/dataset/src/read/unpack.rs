//! Pages of tables, unpacked within bounds.

use parquet::basic::Compression;
use parquet::errors::{ParquetError, Result};
use zstd::bulk::Decompressor;
use zstd::zstd_safe::get_frame_content_size;

/// Most bytes of a page. Programs that write tables aim at 1 MiB.
const MOST: usize = 64 << 20;

/// The bytes of a page. What it says of its size is looked at before there is room for them.
///
/// # Errors
/// When they are too many, or it is broken or compressed in another way.
pub(super) fn unpack(compression: Compression, packed: &[u8]) -> Result<Vec<u8>> {
    match compression {
        Compression::SNAPPY => {
            check_size(snap::raw::decompress_len(packed).map_err(cannot_unpack)? as u64)?;
            snap::raw::Decoder::new().decompress_vec(packed).map_err(cannot_unpack)
        }
        Compression::ZSTD(_) => {
            check_size(get_frame_content_size(packed).ok().flatten().unwrap_or(0))?;
            // A page that does not say how large it is has no more room than others.
            let mut decompressor = Decompressor::new().map_err(cannot_unpack)?;
            decompressor.decompress(packed, MOST).map_err(cannot_unpack)
        }
        other => Err(broken(&format!(
            "it is compressed by {other}; write it again with zstd, Snappy or no compression"
        ))),
    }
}

fn check_size(size: u64) -> Result<()> {
    const MIB: u64 = 1 << 20;
    if size <= MOST as u64 {
        return Ok(());
    }
    Err(broken(&format!(
        "a page has {} MiB when it is unpacked, and {} MiB are the most; write the file again with smaller pages, or \
         as CSV",
        size.div_ceil(MIB),
        MOST as u64 / MIB
    )))
}

fn cannot_unpack(error: impl std::fmt::Display) -> ParquetError {
    broken(&format!("a page cannot be unpacked to {MOST} bytes or fewer: {error}"))
}

pub(super) fn broken(reason: &str) -> ParquetError {
    ParquetError::General(reason.to_owned())
}

#[cfg(test)]
mod tests {
    use parquet::basic::ZstdLevel;

    use super::*;

    fn zstd() -> Compression {
        Compression::ZSTD(ZstdLevel::default())
    }

    fn refused(compression: Compression, packed: &[u8]) -> String {
        unpack(compression, packed).expect_err("refused").to_string()
    }

    #[test]
    fn what_claims_to_be_large_is_refused_before_there_is_room_for_it() {
        // A frame of zstd with its size in four bytes and one empty block; a size as Snappy has it, and nothing else.
        let frame = |size: u32| {
            let head = [0x28, 0xb5, 0x2f, 0xfd, 0xa0];
            [&head[..], &size.to_le_bytes(), &[1, 0, 0]].concat()
        };
        for (size, told) in [(1 << 30, "1024 MiB"), (u32::MAX, "4096 MiB")] {
            let error = refused(zstd(), &frame(size));
            assert!(error.contains(told) && error.contains("smaller pages"), "{error}");
        }
        let error = refused(Compression::SNAPPY, &[0x80, 0x80, 0x80, 0x80, 0x04]);
        assert!(error.contains("1024 MiB") && error.contains("smaller pages"), "{error}");
        // What lies within the bounds is unpacked, and found to be something else than it says.
        assert!(refused(zstd(), &frame(1000)).contains("cannot be unpacked"));
        assert!(refused(Compression::SNAPPY, &[0xe8, 0x07]).contains("cannot be unpacked"));
        let error = refused(Compression::LZ4_RAW, &[0]);
        assert!(error.contains("LZ4_RAW; write it again with zstd"), "{error}");
    }

    #[test]
    fn what_does_not_say_how_large_it_is_has_no_more_room() {
        // A block that repeats a byte: 128 KiB in four bytes.
        let block = |is_last: u32| {
            let head = (1 << 17 << 3) | (1 << 1) | is_last;
            [&head.to_le_bytes()[..3], &[7]].concat()
        };
        // A window of 1 MiB, and no size.
        let frame = |blocks: usize| {
            let head = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 10 << 3];
            [&head[..], &block(0).repeat(blocks - 1), &block(1)].concat()
        };
        let whole = unpack(zstd(), &frame(MOST >> 17)).expect("just small enough");
        assert!(whole.len() == MOST && whole.iter().all(|byte| *byte == 7));
        assert!(refused(zstd(), &frame((MOST >> 17) + 1)).contains("cannot be unpacked"));
    }
}
