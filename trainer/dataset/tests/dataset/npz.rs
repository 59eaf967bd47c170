//! Archives of NumPy read back, written from their specification and not from the writer.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::path::Path;

use flate2::read::DeflateDecoder;

/// An array as it lies in a file.
#[derive(Debug)]
pub struct Array {
    pub kind: String,
    pub shape: Vec<usize>,
    bytes: Vec<u8>,
}

/// The arrays of an archive by name.
pub fn read(path: &Path) -> BTreeMap<String, Array> {
    let file = fs::read(path).unwrap();
    let word = |at: usize| usize::from(u16::from_le_bytes([file[at], file[at + 1]]));
    let double = |at: usize| word(at) | word(at + 2) << 16;
    let end = file.len() - 22;
    assert_eq!(&file[end..end + 4], b"PK\x05\x06");
    let (number, mut entry) = (word(end + 10), double(end + 16));
    assert_eq!(entry + double(end + 12), end, "the directory ends where its end begins");
    let mut arrays = BTreeMap::new();
    for _ in 0..number {
        assert_eq!(&file[entry..entry + 4], b"PK\x01\x02");
        let (crc, packed, length) = (double(entry + 16), double(entry + 20), double(entry + 24));
        let (name, local) = (word(entry + 28), double(entry + 42));
        let title = String::from_utf8(file[entry + 46..entry + 46 + name].to_vec()).unwrap();
        assert_eq!(&file[local..local + 4], b"PK\x03\x04");
        let start = local + 30 + word(local + 26) + word(local + 28);
        let mut npy = Vec::new();
        DeflateDecoder::new(&file[start..start + packed]).read_to_end(&mut npy).unwrap();
        assert_eq!((npy.len(), crc32fast::hash(&npy) as usize), (length, crc));
        arrays.insert(title.strip_suffix(".npy").unwrap().to_owned(), Array::parse(&npy));
        entry += 46 + name + word(entry + 30) + word(entry + 32);
    }
    arrays
}

impl Array {
    fn parse(npy: &[u8]) -> Self {
        assert_eq!(&npy[..8], b"\x93NUMPY\x01\x00");
        let start = 10 + usize::from(u16::from_le_bytes([npy[8], npy[9]]));
        assert_eq!(start % 64, 0);
        let head = std::str::from_utf8(&npy[10..start]).unwrap();
        let kind = head.split("'descr': '").nth(1).unwrap().split('\'').next().unwrap().to_owned();
        let shape = head.split("'shape': (").nth(1).unwrap().split(')').next().unwrap();
        let shape = shape.split(',').filter_map(|length| length.trim().parse().ok()).collect();
        Self { kind, shape, bytes: npy[start..].to_vec() }
    }

    fn chunks<const N: usize>(&self, kind: &str) -> Vec<[u8; N]> {
        assert_eq!(self.kind, kind);
        self.bytes.chunks_exact(N).map(|chunk| chunk.try_into().unwrap()).collect()
    }

    pub fn f32s(&self) -> Vec<f32> {
        self.chunks("<f4").into_iter().map(f32::from_le_bytes).collect()
    }

    pub fn i64s(&self) -> Vec<i64> {
        self.chunks("<i8").into_iter().map(i64::from_le_bytes).collect()
    }

    pub fn u32s(&self) -> Vec<u32> {
        self.chunks("<u4").into_iter().map(u32::from_le_bytes).collect()
    }

    pub fn u16s(&self) -> Vec<u16> {
        self.chunks("<u2").into_iter().map(u16::from_le_bytes).collect()
    }

    pub fn u64s(&self) -> Vec<u64> {
        self.chunks("<u8").into_iter().map(u64::from_le_bytes).collect()
    }

    pub fn i8s(&self) -> Vec<i8> {
        self.chunks("|i1").into_iter().map(i8::from_le_bytes).collect()
    }

    pub fn u8s(&self) -> Vec<u8> {
        self.chunks("|u1").into_iter().map(u8::from_le_bytes).collect()
    }

    pub fn texts(&self) -> Vec<String> {
        let letters: usize = self.kind.strip_prefix("<U").unwrap().parse().unwrap();
        let text = |chunk: &[u8]| {
            let points = chunk.chunks_exact(4).map(|c| u32::from_le_bytes(c.try_into().unwrap()));
            points.filter_map(char::from_u32).filter(|c| *c != '\0').collect()
        };
        self.bytes.chunks_exact(4 * letters).map(text).collect()
    }
}
