//! Tables of rows, as CSV files.

use std::path::Path;

use anyhow::Context as _;
use imperial_data::{Damaged, open_file, write_atomically};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The rows of the table at `path`; none if there is no such file.
///
/// # Errors
/// When the file cannot be read; the message names it.
pub fn read<T: DeserializeOwned>(path: &Path) -> anyhow::Result<Vec<T>> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let shown = path.display();
    let file = open_file(path).with_context(|| format!("cannot read `{shown}`"))?;
    let rows = csv::Reader::from_reader(file).into_deserialize().collect::<Result<_, _>>();
    rows.with_context(|| Damaged::new(path, Damaged::FROM_A_COPY))
}

/// Writes all rows, atomically.
pub fn write<T: Serialize>(path: &Path, rows: &[T]) -> anyhow::Result<()> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    rows.iter().try_for_each(|row| writer.serialize(row))?;
    Ok(write_atomically(path, &writer.into_inner()?)?)
}
