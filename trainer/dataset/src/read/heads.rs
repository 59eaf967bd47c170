//! The heads of a Parquet file and of its pages, walked before the reader of `parquet` sees them.
//!
//! They are written in the compact protocol of Thrift. Where a head has a list that nobody asked for, that reader
//! goes through as many elements as the list claims to have, although the bytes have ended long before, or although
//! the elements have none. So a few bytes would keep it busy for hours.

use std::fs::File;

use parquet::errors::Result;
use parquet::file::reader::{ChunkReader as _, Length as _};

use super::unpack::broken;

/// How deep lists and structures may lie in each other; those of Parquet are half as deep.
const DEPTH: u32 = 16;

/// Bytes at first, and at most, in which the head of a page is looked for. It has the least and the greatest text.
const WINDOW: [usize; 2] = [1 << 12, 1 << 24];

/// The last bytes of a file: the length of its head, and four letters.
const TAIL: u64 = 8;

/// The field of a page's head that says how many bytes follow it.
const PAGE_SIZE: i64 = 3;

/// Why a head cannot be walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// The bytes end before it does.
    Short,
    /// No head is written like this.
    Wrong,
}

/// Checks the head of a file, which is at its end. What is no file of Parquet is left to the reader.
pub(super) fn check_head(file: &File) -> Result<()> {
    let Some(at) = file.len().checked_sub(TAIL) else { return Ok(()) };
    let tail = file.get_bytes(at, TAIL as usize)?;
    let length = u64::from(u32::from_le_bytes([tail[0], tail[1], tail[2], tail[3]]));
    let Some(start) = at.checked_sub(length) else { return Ok(()) };
    let head = file.get_bytes(start, length as usize)?;
    match Walk::new(&head).structure(DEPTH) {
        Ok(_) => Ok(()),
        Err(_) => Err(broken("its head is broken")),
    }
}

/// Checks the heads of the pages from byte `at` of a file to `end`.
pub(super) fn check_pages(file: &File, mut at: u64, end: u64) -> Result<()> {
    while at < end {
        let (head, size) = page(file, at, end)?;
        let next = u64::try_from(size).ok().and_then(|size| (at + head as u64).checked_add(size));
        at = next.filter(|next| *next <= end).ok_or_else(|| broken("a page is too long"))?;
    }
    Ok(())
}

/// The length of a page's head, and what it says of the bytes after it.
fn page(file: &File, at: u64, end: u64) -> Result<(usize, i64)> {
    let [mut window, most] = WINDOW;
    loop {
        let bytes = file.get_bytes(at, window.min(usize::try_from(end - at).unwrap_or(most)))?;
        let mut walk = Walk::new(&bytes);
        match walk.structure(DEPTH) {
            Ok(size) => return Ok((walk.at, size.unwrap_or(-1))),
            Err(Fault::Short) if bytes.len() == window && window < most => window *= 16,
            Err(_) => return Err(broken("the head of a page is broken")),
        }
    }
}

/// Goes through bytes.
struct Walk<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Walk<'a> {
    const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    fn byte(&mut self) -> Result<u8, Fault> {
        let byte = self.bytes.get(self.at).ok_or(Fault::Short)?;
        self.at += 1;
        Ok(*byte)
    }

    fn pass(&mut self, count: u64) -> Result<(), Fault> {
        let left = (self.bytes.len() - self.at) as u64;
        if count > left {
            return Err(Fault::Short);
        }
        self.at += count as usize;
        Ok(())
    }

    /// A number of seven bits a byte, the lowest first.
    fn number(&mut self) -> Result<u64, Fault> {
        let mut number = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(Fault::Wrong)
    }

    /// A number whose sign is its lowest bit.
    fn signed(&mut self) -> Result<i64, Fault> {
        let number = self.number()?;
        Ok((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    /// A structure; gives its field [`PAGE_SIZE`], if it has that number.
    fn structure(&mut self, depth: u32) -> Result<Option<i64>, Fault> {
        let (mut field, mut size) = (0_i64, None);
        loop {
            let head = self.byte()?;
            if head == 0 {
                return Ok(size);
            }
            field = match head >> 4 {
                0 => self.signed()?,
                more => field.wrapping_add(i64::from(more)),
            };
            match (head & 15, field) {
                (5, PAGE_SIZE) => size = Some(self.signed()?),
                // The value of a truth is in the head of its field.
                (1 | 2, _) => {}
                (kind, _) => self.value(kind, depth)?,
            }
        }
    }

    /// A value that has at least one byte.
    fn value(&mut self, kind: u8, depth: u32) -> Result<(), Fault> {
        match kind {
            3 => self.pass(1),
            4..=6 => self.number().map(drop),
            7 => self.pass(8),
            8 => {
                let length = self.number()?;
                self.pass(length)
            }
            9 | 10 if depth > 0 => self.list(depth - 1),
            12 if depth > 0 => self.structure(depth - 1).map(drop),
            // Parquet has no maps here, and no lists of truths, whose elements have no bytes.
            _ => Err(Fault::Wrong),
        }
    }

    fn list(&mut self, depth: u32) -> Result<(), Fault> {
        let head = self.byte()?;
        let size = if head >> 4 == 15 { self.number()? } else { u64::from(head >> 4) };
        (0..size).try_for_each(|_| self.value(head & 15, depth))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn walked(bytes: &[u8]) -> Result<Option<i64>, Fault> {
        Walk::new(bytes).structure(DEPTH)
    }

    #[test]
    fn heads_are_walked_to_their_end() {
        // Field 1 is 0, field 2 is 21, field 3 is −22, field 13 a list of three texts, field 14 true.
        let head = [0x15, 0, 0x15, 42, 0x15, 43, 0xa9, 0x38, 1, b'a', 0, 1, b'b', 0x11, 0];
        assert_eq!(walked(&head), Ok(Some(-22)));
        for end in 0..head.len() {
            assert_eq!(walked(&head[..end]), Err(Fault::Short), "{end}");
        }
    }

    /// The input that kept the reader busy for half a minute: a list that claims two thousand million elements.
    #[test]
    fn lists_end_with_their_bytes() {
        let huge = [0xff, 0xff, 0xff, 0xff, 0x07];
        for (element, fault) in [(7, Fault::Short), (12, Fault::Short), (1, Fault::Wrong)] {
            let head = [&[0x19, 0xf0 | element], &huge[..], &[0]].concat();
            assert_eq!(walked(&head), Err(fault), "{element}");
        }
        assert_eq!(walked(&[0x1b, 1, 0x11, 0, 0]), Err(Fault::Wrong), "a map");
        assert_eq!(walked(&[0x1c; 40]), Err(Fault::Wrong), "too deep");
    }

    #[test]
    fn pages_follow_each_other_to_the_end() {
        let mut file = tempfile::tempfile().expect("a file");
        // Two pages, of 2 bytes and of none.
        file.write_all(&[0x35, 4, 0, 9, 9, 0x35, 0, 0]).expect("written");
        assert!(check_pages(&file, 0, 8).is_ok());
        assert!(check_pages(&file, 0, 7).is_err(), "cut in a head");
        assert!(check_pages(&file, 0, 4).is_err(), "cut in a page");
        let mut file = tempfile::tempfile().expect("a file");
        file.write_all(&[0x35, 5, 0]).expect("written");
        assert!(check_pages(&file, 0, 3).is_err(), "a page of −3 bytes");
    }
}
