//! The report as JSON: everything that was computed.

use std::io;
use std::path::Path;

use super::BalanceReport;
use imperial_data::{FileError, write_atomically};

impl BalanceReport {
    /// The report as indented JSON. [`serde_json::from_str`] gives the report back.
    ///
    /// # Errors
    /// Never for a report made by [`BalanceReport::new`]; the signature is serde's.
    pub fn to_json(&self) -> serde_json::Result<String> {
        serde_json::to_string_pretty(self)
    }

    /// Writes [`to_json`](Self::to_json) to a file.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write_json(&self, path: impl AsRef<Path>) -> Result<(), FileError> {
        let path = path.as_ref();
        let text =
            self.to_json().map_err(io::Error::other).map_err(FileError::on("write", path))?;
        write_atomically(path, (text + "\n").as_bytes())
    }
}
