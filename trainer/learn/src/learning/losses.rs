//! The losses of every step, as a CSV file.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde::{Deserialize, Serialize};

use imperial_data::write_atomically;
use imperial_net::Losses;

/// One row of `losses.csv`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LossRow {
    /// The step, from 1.
    pub step: u64,
    /// The weighted sum.
    pub total: f32,
    /// Cross-entropy of the policy in nats.
    pub policy: f32,
    /// Cross-entropy of win, draw and loss in nats.
    pub value: f32,
    /// Huber loss of the logarithm of the plies left.
    pub plies_left: f32,
}

impl LossRow {
    pub(super) fn new(step: u64, losses: &Losses) -> Self {
        Self {
            step,
            total: losses.total,
            policy: losses.get("policy"),
            value: losses.get("value"),
            plies_left: losses.get("plies_left"),
        }
    }
}

/// All rows of a table of losses.
///
/// # Errors
/// When the file cannot be read; the message names it.
fn read_losses(path: &Path) -> anyhow::Result<Vec<LossRow>> {
    let shown = path.display();
    let reader = csv::Reader::from_path(path).with_context(|| format!("cannot read `{shown}`"))?;
    reader
        .into_deserialize()
        .collect::<Result<_, _>>()
        .with_context(|| format!("`{shown}` is damaged"))
}

/// The losses so far, in memory and on disk.
#[derive(Debug)]
pub struct LossTable {
    path: PathBuf,
    rows: Vec<LossRow>,
}

impl LossTable {
    /// Reads the table at `path` up to and with `step`; later rows belong to steps that are taken
    /// again.
    pub fn open(path: &Path, step: u64) -> anyhow::Result<Self> {
        let mut rows = if path.exists() { read_losses(path)? } else { Vec::new() };
        rows.retain(|row| row.step <= step);
        Ok(Self { path: path.to_owned(), rows })
    }

    pub fn push(&mut self, row: LossRow) {
        self.rows.push(row);
    }

    /// Writes all rows, atomically.
    pub fn save(&self) -> anyhow::Result<()> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        for row in &self.rows {
            writer.serialize(row)?;
        }
        Ok(write_atomically(&self.path, &writer.into_inner()?)?)
    }
}
