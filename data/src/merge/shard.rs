//! What a share says of itself.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::error::MergeError;
use crate::files::FileError;

/// Which games the log of a share holds; stored as `games.shard.json` beside it until all shares are joined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShardFile {
    /// Games of this share leave this number when theirs is divided by `of`.
    pub shard: u64,
    /// Number of shares.
    pub of: u64,
    /// Numbers of all games of all shares: the first of a range, and the first after it.
    pub games: Vec<(u64, u64)>,
}

impl ShardFile {
    /// Its name.
    pub const NAME: &str = "games.shard.json";

    pub(super) fn read(path: &Path) -> Result<Self, MergeError> {
        let text = fs::read(path).map_err(FileError::on("read", path))?;
        serde_json::from_slice(&text)
            .map_err(|error| MergeError::Unclear { path: path.to_owned(), error })
    }
}
