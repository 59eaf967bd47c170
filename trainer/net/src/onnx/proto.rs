//! The messages of ONNX that a network needs, in the wire format of protocol buffers. Field numbers are those of
//! `onnx.proto3` (ONNX 1.12, ir_version 8).

/// A message that is being written.
#[derive(Clone, Debug, Default)]
pub(super) struct Message(pub Vec<u8>);

impl Message {
    fn varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }

    /// A field that is a whole number.
    #[must_use]
    pub fn number(mut self, field: u32, value: i64) -> Self {
        self.varint(u64::from(field) << 3);
        self.varint(value.cast_unsigned());
        self
    }

    /// A field of bytes: a text, a message, numbers in a row.
    #[must_use]
    pub fn bytes(mut self, field: u32, value: impl AsRef<[u8]>) -> Self {
        self.varint(u64::from(field) << 3 | 2);
        self.varint(value.as_ref().len() as u64);
        self.0.extend_from_slice(value.as_ref());
        self
    }

    /// Several fields of bytes.
    #[must_use]
    pub fn all<T: AsRef<[u8]>>(self, field: u32, values: impl IntoIterator<Item = T>) -> Self {
        values.into_iter().fold(self, |message, value| message.bytes(field, value))
    }
}

impl AsRef<[u8]> for Message {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// Type numbers of tensors.
const FLOAT: i64 = 1;
const INT64: i64 = 7;

/// Constants of `f32`.
pub(super) fn floats(name: &str, shape: &[usize], values: &[f32]) -> Message {
    let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    tensor(name, shape, FLOAT, &bytes)
}

/// Constants of whole numbers, such as a shape.
pub(super) fn integers(name: &str, values: &[i64]) -> Message {
    let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    tensor(name, &[values.len()], INT64, &bytes)
}

fn tensor(name: &str, shape: &[usize], kind: i64, bytes: &[u8]) -> Message {
    let dims =
        shape.iter().fold(Message::default(), |tensor, length| tensor.number(1, *length as i64));
    dims.number(2, kind).bytes(8, name).bytes(9, bytes)
}

/// An attribute of a node that is a whole number.
pub(super) fn attribute(name: &str, value: i64) -> Message {
    Message::default().bytes(1, name).number(3, value).number(20, 2)
}

/// An attribute of a node that is a list of whole numbers.
pub(super) fn attributes(name: &str, values: &[i64]) -> Message {
    let list = Message::default().bytes(1, name);
    values.iter().fold(list, |list, value| list.number(8, *value)).number(20, 7)
}

/// A length: a number, or a name where it may be anything.
#[derive(Clone, Copy, Debug)]
pub(super) enum Length {
    Of(usize),
    Any(&'static str),
}

/// An input or output of the graph.
pub(super) fn value(name: &str, shape: &[Length]) -> Message {
    let dims = shape.iter().map(|length| match length {
        Length::Of(number) => Message::default().number(1, *number as i64),
        Length::Any(name) => Message::default().bytes(2, name),
    });
    let shape = Message::default().all(1, dims);
    let tensor = Message::default().number(1, FLOAT).bytes(2, shape);
    Message::default().bytes(1, name).bytes(2, Message::default().bytes(1, tensor))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of "Encoding" in the documentation of protocol buffers.
    #[test]
    fn messages_are_those_of_protocol_buffers() {
        assert_eq!(Message::default().number(1, 150).0, [0x08, 0x96, 0x01]);
        assert_eq!(Message::default().bytes(2, "testing").0, *b"\x12\x07testing");
        assert_eq!(Message::default().number(1, -2).0.len(), 11);
    }
}
