//! A record as a line of a file of games, with a checksum at its end.

use std::borrow::Cow;

use sha2::{Digest as _, Sha256};

use crate::files::hex;
use crate::record::GameRecord;

/// What stands before the checksum.
const BEFORE: &str = ",\"check\":\"";

/// What stands after it, to the end of the line.
const AFTER: &str = "\"}";

/// Hexadecimal digits of a checksum.
const DIGITS: usize = 16;

/// Whether lines of a format end with a checksum.
pub(crate) fn has_checksum(format: u64) -> bool {
    format > 1
}

impl GameRecord {
    /// The record as a line of `games.jsonl`, with its checksum and its break.
    ///
    /// # Errors
    /// When JSON has no form for it.
    pub fn to_line(&self) -> Result<String, serde_json::Error> {
        let mut line = serde_json::to_string(self)?;
        if has_checksum(self.format.into()) {
            line.pop();
            let checksum = checksum_of(line.as_bytes());
            line += &[BEFORE, &checksum, AFTER].concat();
        }
        line.push('\n');
        Ok(line)
    }
}

/// Start of the SHA-256 of all that stands before the checksum.
fn checksum_of(start: &[u8]) -> String {
    hex(&Sha256::digest(start)[..DIGITS / 2])
}

/// What a line says of itself at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Checksum {
    /// Nothing.
    Missing,
    /// That it is what was written.
    Right,
    /// That it is not.
    Wrong,
}

/// Splits a line, without its break, into the JSON of its record and its checksum.
pub(crate) fn split(line: &[u8]) -> (Cow<'_, [u8]>, Checksum) {
    let parts = || {
        let rest = line.strip_suffix(AFTER.as_bytes())?;
        let (rest, checksum) = rest.split_at_checked(rest.len().checked_sub(DIGITS)?)?;
        Some((rest.strip_suffix(BEFORE.as_bytes())?, checksum))
    };
    let Some((start, checksum)) = parts() else { return (line.into(), Checksum::Missing) };
    let is_right = checksum == checksum_of(start).as_bytes();
    let found = if is_right { Checksum::Right } else { Checksum::Wrong };
    ([start, b"}"].concat().into(), found)
}
