//! Hashes as texts.

use sha2::{Digest as _, Sha256};

/// The bytes as lower-case hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// SHA-256 of a text or of bytes, in hexadecimal digits.
pub fn sha256(content: impl AsRef<[u8]>) -> String {
    hex(&Sha256::digest(content.as_ref()))
}
