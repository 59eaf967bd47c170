//! The report as JSON: everything that was computed.

use super::BalanceReport;
use super::report::FORMAT;

/// Why a text is no report of a format that this program reads.
#[derive(Debug, thiserror::Error)]
pub enum ReadReportError {
    /// It is no report.
    #[error("it is no report")]
    Json(#[from] serde_json::Error),
    /// It is one of a format that is too old or too new.
    #[error(
        "it is a report of format {0}; this program reads formats {OLDEST} to {FORMAT}: make the report \
         again from its games with `imperial report games FOLDER`"
    )]
    Format(u64),
}

/// The oldest format that is read.
const OLDEST: u32 = 2;

impl BalanceReport {
    /// Reads a report. Of older formats only what [`ReportContrast`](super::ReportContrast) compares is sure to be there.
    ///
    /// # Errors
    /// When the text is no report, or one of a format that is too old or too new.
    pub fn from_json(text: &str) -> Result<Self, ReadReportError> {
        let value: serde_json::Value = serde_json::from_str(text)?;
        match value.get("format").and_then(serde_json::Value::as_u64) {
            Some(format) if !(OLDEST.into()..=FORMAT.into()).contains(&format) => {
                Err(ReadReportError::Format(format))
            }
            _ => Ok(serde_json::from_value(value)?),
        }
    }

    /// The report as indented JSON. [`from_json`](Self::from_json) gives the report back.
    ///
    /// # Errors
    /// Never for a report made by [`BalanceReport::of`]; the signature is serde's.
    pub fn to_json(&self) -> serde_json::Result<String> {
        serde_json::to_string_pretty(self)
    }
}
