//! Reading datasets: tables of Parquet or CSV, also such as others have edited, back to records of games.

mod cells;
mod claims;
mod error;
mod files;
mod games;
mod guard;
mod heads;
mod import;
mod packed;
mod pages;
mod parquet;
mod row;
mod table;
mod unpack;

pub use error::DatasetError;
pub use import::{ImportedDataset, import_dataset, is_dataset};
