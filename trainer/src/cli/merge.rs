//! `imperial merge`.

use std::collections::BTreeSet;
use std::path::PathBuf;

use imperial_data::merge;
use imperial_lab::counted;
use imperial_play::tell;

use super::maker::last_commit;
use super::usage::OrUsage as _;
use crate::cli::say::sayln;

/// Join the shares of a job that several machines have played with --shard
///
/// The games are then the very bytes that one machine would have written. Shares of another job or of another
/// kernel are refused, and missing games are named. Repeat it if it was interrupted.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  imperial selfplay --rules brandubh --shard 0/2 --out one   on one machine
  imperial selfplay --rules brandubh --shard 1/2 --out two   on another
  imperial merge one two --out games")]
pub(super) struct Args {
    /// Folders of all shares
    #[arg(value_name = "FOLDER", required = true)]
    shares: Vec<PathBuf>,

    /// Folder for the whole
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

impl Args {
    pub fn run(self) -> anyhow::Result<()> {
        let merged = merge(&self.out, &self.shares).or_usage()?;
        sayln!(
            "{} of {} in {}, and {}: {}",
            counted(merged.games, "game", "games"),
            counted(self.shares.len() as u64, "share", "shares"),
            counted(merged.logs, "file", "files"),
            counted(merged.files, "other file", "other files"),
            self.out.display()
        );
        self.warn_of_commits();
        Ok(())
    }

    /// Two commits of one version may play differently. Builds for development have none, so that this is no error.
    fn warn_of_commits(&self) {
        let commits: BTreeSet<Option<String>> =
            self.shares.iter().map(|share| last_commit(share)).collect();
        if commits.len() > 1 {
            let named =
                commits.into_iter().map(|commit| commit.unwrap_or_else(|| "unknown".to_owned()));
            tell!(
                "warning: the shares were played by programs of several commits: {}; their games may not be those of one \
                 machine",
                named.collect::<Vec<_>>().join(", ")
            );
        }
    }
}
