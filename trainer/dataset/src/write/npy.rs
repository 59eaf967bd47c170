//! Arrays as NumPy stores them (`.npy`, version 1.0).

/// An array with its name.
#[derive(Debug)]
pub(super) struct NamedArray {
    pub name: &'static str,
    pub npy: Vec<u8>,
}

/// A number that arrays hold.
pub(super) trait Element: Copy {
    /// What NumPy calls it, little-endian.
    const TYPE: &'static str;
    /// Writes its bytes, which are as many as it has.
    fn put(self, bytes: &mut [u8]);
}

macro_rules! elements {
    ($($type:ty = $name:literal),*) => {$(
        impl Element for $type {
            const TYPE: &'static str = $name;
            fn put(self, bytes: &mut [u8]) {
                bytes.copy_from_slice(&self.to_le_bytes());
            }
        }
    )*};
}

elements!(u8 = "|u1", i8 = "|i1", u16 = "<u2", u32 = "<u4", u64 = "<u8", i64 = "<i8", f32 = "<f4");

impl NamedArray {
    /// An array of this shape; the last index runs fastest.
    pub fn new<T: Element>(name: &'static str, shape: &[usize], values: &[T]) -> Self {
        debug_assert_eq!(shape.iter().product::<usize>(), values.len(), "{name}");
        let mut npy = header(T::TYPE, shape);
        let first = npy.len();
        npy.resize(first + size_of_val(values), 0);
        let places = npy[first..].chunks_exact_mut(size_of::<T>());
        places.zip(values).for_each(|(place, value)| value.put(place));
        Self { name, npy }
    }

    /// A list of texts.
    pub fn of_texts<S: AsRef<str>>(name: &'static str, texts: &[S]) -> Self {
        let length = |text: &S| text.as_ref().chars().count();
        let longest = texts.iter().map(length).max().unwrap_or(0).max(1);
        let mut npy = header(&format!("<U{longest}"), &[texts.len()]);
        for text in texts {
            let letters = text.as_ref().chars().map(u32::from);
            let padded = letters.chain(std::iter::repeat(0)).take(longest);
            padded.for_each(|letter| npy.extend(letter.to_le_bytes()));
        }
        Self { name, npy }
    }
}

/// What stands before the values: padded, so that they begin at a multiple of 64 bytes.
fn header(kind: &str, shape: &[usize]) -> Vec<u8> {
    let shape: String = shape.iter().map(|length| format!("{length},")).collect();
    let mut text = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({shape}), }}");
    let before = b"\x93NUMPY\x01\x00".len() + 2;
    while !(before + text.len() + 1).is_multiple_of(64) {
        text.push(' ');
    }
    text.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((text.len() as u16).to_le_bytes());
    bytes.extend(text.bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As `numpy.save` writes them (NumPy 2.3).
    #[test]
    fn arrays_are_those_of_numpy() {
        let array = NamedArray::new("a", &[2, 1], &[1u16, 258]);
        let text = String::from_utf8_lossy(&array.npy[10..128]).into_owned();
        assert!(
            text.starts_with("{'descr': '<u2', 'fortran_order': False, 'shape': (2,1,), }"),
            "{text}"
        );
        assert_eq!(array.npy[..10], *b"\x93NUMPY\x01\x00\x76\x00");
        assert_eq!(array.npy[128..], [1, 0, 2, 1]);
        assert_eq!(array.npy[127], b'\n');
        let texts = NamedArray::of_texts("t", &["é", "ab"]);
        assert_eq!(texts.npy[128..136], [0xe9, 0, 0, 0, 0, 0, 0, 0]);
    }
}
