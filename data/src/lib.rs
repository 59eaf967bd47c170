//! Game records: written safely, read back, checked through the engine, exported.

mod record;

pub use record::{FORMAT_VERSION, GameRecord, GameResult, PlyRecord};
