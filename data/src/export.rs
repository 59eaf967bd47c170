//! What every export begins with: the games of files and folders, each read once, checked and in order.
//!
//! An export is a folder with `SHA256SUMS`, which is written last: an export without it is not complete.
//! Every file appears under its name only when it is whole.

pub(crate) mod outcome;
pub(crate) mod sources;
pub(crate) mod walk;

use std::path::Path;

use crate::fresh::FreshFolder;

pub use outcome::{ExportError, Gaps, Shortfall};
pub use sources::{Source, find_sources};
pub use walk::{BATCH_PLIES, FoundGame, Incomplete, for_each_batch};

/// How agents are called, as a Markdown table.
pub const AGENTS: &str = include_str!("export/words/agents.md");

/// The causes of a game's end, as a Markdown table.
pub const CAUSES: &str = include_str!("export/words/causes.md");

/// Makes the folder; refuses one that holds something.
pub(crate) fn prepare(out_dir: &Path) -> Result<FreshFolder, ExportError> {
    FreshFolder::of_games(out_dir)?.ok_or_else(|| ExportError::NotEmpty(out_dir.to_owned()))
}
