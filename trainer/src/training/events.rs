//! Event files that TensorBoard reads.
//!
//! A file is a sequence of records as of TensorFlow (`tensorflow/core/lib/io/record_writer.h`): the
//! length in eight bytes, its masked CRC-32C, the data, its masked CRC-32C. The data is a protocol
//! buffer `Event` (`tensorflow/core/util/event.proto`), of which four fields are written here.

/// A file of events, in memory.
#[derive(Debug)]
pub struct EventFile(Vec<u8>);

impl EventFile {
    /// A file that begins, as all do, with the version of the format.
    pub fn new(time: f64) -> Self {
        let mut file = Self(Vec::new());
        let mut event = Message::default();
        event.double(1, time);
        event.bytes(3, b"brain.Event:2");
        file.record(&event.0);
        file
    }

    /// Adds a number `value` called `tag`, at a time in seconds since 1970 and a step.
    pub fn scalar(&mut self, time: f64, step: u64, tag: &str, value: f64) {
        let mut scalar = Message::default();
        scalar.bytes(1, tag.as_bytes());
        scalar.float(2, value as f32);
        let mut summary = Message::default();
        summary.bytes(1, &scalar.0);
        let mut event = Message::default();
        event.double(1, time);
        event.varint(2, step);
        event.bytes(5, &summary.0);
        self.record(&event.0);
    }

    /// The content of the file.
    pub fn into_bytes(self) -> Vec<u8> {
        self.0
    }

    fn record(&mut self, data: &[u8]) {
        let length = (data.len() as u64).to_le_bytes();
        self.0.extend(length);
        self.0.extend(masked_crc(&length).to_le_bytes());
        self.0.extend(data);
        self.0.extend(masked_crc(data).to_le_bytes());
    }
}

/// A protocol buffer being written.
#[derive(Debug, Default)]
struct Message(Vec<u8>);

impl Message {
    fn varint(&mut self, field: u64, value: u64) {
        self.number(field << 3);
        self.number(value);
    }

    fn double(&mut self, field: u64, value: f64) {
        self.number(field << 3 | 1);
        self.0.extend(value.to_le_bytes());
    }

    fn bytes(&mut self, field: u64, value: &[u8]) {
        self.number(field << 3 | 2);
        self.number(value.len() as u64);
        self.0.extend(value);
    }

    fn float(&mut self, field: u64, value: f32) {
        self.number(field << 3 | 5);
        self.0.extend(value.to_le_bytes());
    }

    /// Seven bits a byte, the lowest first; the highest bit says that more follow.
    fn number(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }
}

/// The checksum as records hold it, so that checksums of data with checksums stay useful.
fn masked_crc(data: &[u8]) -> u32 {
    crc32c(data).rotate_right(15).wrapping_add(0xa282_ead8)
}

/// CRC-32C (Castagnoli), bit by bit: these files are small.
fn crc32c(data: &[u8]) -> u32 {
    let step = |crc: u32| (crc >> 1) ^ (0x82f6_3b78 & (crc & 1).wrapping_neg());
    !data.iter().fold(u32::MAX, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), |crc, _| step(crc)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_castagnolis() {
        // RFC 3720, appendix B.4: 32 bytes of zeros, and of ones.
        assert_eq!(crc32c(&[0; 32]), 0x8a91_36aa);
        assert_eq!(crc32c(&[0xff; 32]), 0x62a8_ab43);
        assert_eq!(crc32c(b"123456789"), 0xe306_9283);
    }

    #[test]
    fn records_are_framed_and_fields_tagged() {
        let mut file = EventFile::new(0.0);
        let head = file.0.len();
        assert_eq!(head, 8 + 4 + (9 + 2 + 13) + 4);
        file.scalar(1.5, 300, "loss", 0.25);
        let record = &file.0[head..];
        let length = usize::from(record[0]);
        assert_eq!(record.len(), length + 16);
        let data = &record[12..12 + length];
        assert_eq!(data[..9], [&[9][..], &1.5_f64.to_le_bytes()].concat());
        assert_eq!(data[9..12], [16, 0xac, 0x02]);
        assert_eq!(data[12..16], [42, 13, 10, 11]);
        assert_eq!(&data[16..22], b"\x0a\x04loss");
        assert_eq!(record[12 + length..], masked_crc(data).to_le_bytes());
    }
}
