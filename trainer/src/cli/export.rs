//! `imperial export`.

use std::path::PathBuf;

use clap::ValueEnum;
use imperial_data::export_csv;

use super::usage::OrUsage as _;
use crate::progress::Progress;

/// Make tables of recorded games
///
/// Writes games.csv and positions.csv with a README that documents every column, the rule sets, and
/// checksums. Every game is replayed through the engine on the way.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  imperial export runs/contest-vs-tablut --format csv --out dataset
  imperial export games-1 games-2 --out dataset")]
pub(super) struct Args {
    /// Folders with games, such as that of a run
    #[arg(value_name = "FOLDER", required = true)]
    folders: Vec<PathBuf>,

    /// Form of the tables
    #[arg(long, value_enum, default_value = "csv")]
    format: Format,

    /// Folder of the tables; must be new or empty
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

/// The forms of tables.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// Comma-separated values
    Csv,
}

impl Args {
    pub fn run(self) -> anyhow::Result<()> {
        let progress = Progress::of_bytes("export");
        let mut show = |done, total| progress.set(done, total);
        let report = match self.format {
            Format::Csv => export_csv(&self.folders, &self.out, &mut show).or_usage()?,
        };
        progress.clear();
        for torn in &report.torn {
            eprintln!("left out: the unfinished last line of {}", torn.display());
        }
        println!(
            "{} games, {} positions in {}",
            report.games,
            report.positions,
            self.out.display()
        );
        Ok(())
    }
}
