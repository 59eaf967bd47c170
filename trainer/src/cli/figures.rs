//! The pictures of a report as files.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use imperial_data::check_writable;

use super::usage::OrUsage as _;

/// Where the pictures of a report go.
#[derive(Debug, clap::Args)]
pub(super) struct Figures {
    /// Folder for every picture of the report as a file of its own, as SVG and as PNG, for papers and slides
    #[arg(long = "figures", value_name = "DIR")]
    folder: Option<PathBuf>,
}

impl Figures {
    /// The folder, if one is wanted. Whether it can be written is better known before the games.
    pub fn folder(&self) -> anyhow::Result<Option<&Path>> {
        let Some(folder) = &self.folder else { return Ok(None) };
        let checked = check_writable(&folder.join("figure.svg"))
            .with_context(|| format!("--figures: `{}` takes no pictures", folder.display()));
        checked.or_usage()?;
        Ok(Some(folder))
    }
}
