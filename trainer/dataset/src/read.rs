//! Reading datasets: tables of Parquet or CSV, also such as others have edited, back to records of games.

mod games;
mod import;
mod table;

pub use import::{DatasetError, ImportedDataset, import_dataset, is_dataset};
