//! Datasets of games, for those who compute with something else: tables of games and positions (Parquet, CSV, JSON
//! Lines), tensors (NumPy), and what explains them.
//!
//! - [`export_dataset`] makes one from folders of recorded games.
//! - [`GAMES`] and [`POSITIONS`] are the columns; every format is written from them.
//! - [`import_dataset`] makes folders of games of a dataset again, also of one that others have edited.
//! - [`Encoder`] is what tensors are made by.
//!
//! `docs/data.md` and `docs/tensors.md` document all of it for users.

#![forbid(unsafe_code)]

mod card;
mod column;
mod croissant;
mod drawn;
mod export;
mod filter;
mod games;
mod ids;
mod jobs;
mod kin;
mod license;
mod manifest;
mod positions;
mod read;
mod report;
mod rows;
mod settings;
mod split;
mod tensors;
mod write;

pub use card::{PLANES, RULE_NUMBERS, TENSORS};
pub use column::{Column, Get};
pub use export::export_dataset;
pub use filter::{Filter, FilterError};
pub use games::{GAMES, GAMES_TABLE, GameFacts, GameRow};
pub use ids::{Ids, hexadecimal};
pub use license::{License, LicenseError};
pub use manifest::DATASET_VERSION;
pub use positions::{Found, POSITIONS, POSITIONS_TABLE, PositionRow, Search};
pub use read::{DatasetError, ImportedDataset, import_dataset, is_dataset};
pub use report::{DatasetReport, ExportedRules};
pub use settings::{Maker, Settings, TableFormat};
pub use split::{Shares, SharesError, Split};
pub use tensors::{EncodedPly, Encoder};
pub use write::DataFile;

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
