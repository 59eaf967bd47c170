//! What a dataset is to be.

use serde::{Deserialize, Serialize};

use crate::filter::Filter;
use crate::license::License;
use crate::split::Shares;

/// A form of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TableFormat {
    /// Columns, compressed with zstd.
    Parquet,
    /// Comma-separated values.
    Csv,
    /// One object of JSON each line.
    Jsonl,
}

impl TableFormat {
    /// Its name, which files end with.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Parquet => "parquet",
            Self::Csv => "csv",
            Self::Jsonl => "jsonl",
        }
    }
}

/// What decides a dataset beside its games.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Settings {
    /// Forms of the tables; none writes no tables.
    pub tables: Vec<TableFormat>,
    /// Whether tensors are written.
    pub tensors: bool,
    /// Which games are for what.
    pub split: Shares,
    /// All must take a game, or a position.
    pub filters: Vec<Filter>,
    /// Whether of games with the same moves only the first is taken.
    pub deduplicate: bool,
    /// How many positions are drawn; all if not given.
    pub sample: Option<u64>,
    /// Licence of the dataset, chosen by whoever publishes it.
    pub license: Option<License>,
    /// What it is called in the card.
    pub title: Option<String>,
}

/// What makes the dataset: the program, and the machine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Maker {
    /// Version of the program.
    pub version: String,
    /// Commit that it was built from, where that is known.
    pub commit: Option<String>,
    /// The vector unit that networks compute with on this machine; other units round otherwise.
    pub kernel: String,
    /// The command line.
    pub command: Vec<String>,
}
