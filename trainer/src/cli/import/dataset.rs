//! Importing datasets.

use std::path::{Path, PathBuf};

use imperial_dataset::import_dataset;

use crate::cli::say::sayln;
use crate::cli::usage::{OrUsage as _, wrong};
use imperial_lab::counted;

/// Imports the dataset into `out`.
pub(super) fn import(files: &[PathBuf], out: &Path) -> anyhow::Result<()> {
    let [dataset] = files else {
        return wrong("a dataset is imported on its own; import each with another --out");
    };
    let imported = import_dataset(dataset, out, None).or_usage()?;
    sayln!(
        "{} of {} in {}",
        counted(imported.games, "game", "games"),
        counted(imported.plies, "ply", "plies"),
        out.display()
    );
    Ok(())
}
