//! Writing tables and tensors, a file at a time.

mod chunk;
mod npy;
mod parquet;
mod row_file;
mod schema;
mod shards;
mod tables;
mod text;
mod zip;

pub(crate) use shards::Shards;
pub(crate) use tables::Tables;

use serde::Serialize;

use crate::split::Split;

/// A file of a dataset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DataFile {
    /// Its path in the dataset.
    pub name: String,
    /// What it is for.
    pub split: Split,
    /// Rows in it.
    pub rows: u64,
    /// Its length.
    pub bytes: u64,
    /// Its SHA-256 in hexadecimal digits.
    pub sha256: String,
}
