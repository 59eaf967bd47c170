//! `imperial export`.

use std::path::PathBuf;

use clap::ValueEnum;
use imperial_data::export::{Gaps, Incomplete};
use imperial_data::export_csv;
use imperial_data::opentafl::{RefusedGame, export_opentafl};

use super::usage::OrUsage as _;
use crate::cli::say::sayln;
use crate::progress::Progress;

/// Make tables of recorded games, or files for OpenTafl
///
/// As csv: games.csv and positions.csv with a README that documents every column, the rule sets,
/// and checksums. As opentafl: one .otg for each game and one .otn for each rule set, with
/// checksums. Every game is replayed through the engine on the way.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  imperial export runs/contest-vs-tablut --format csv --out dataset
  imperial export games-1 games-2 --out dataset
  imperial export games-1 --format opentafl --out games-for-opentafl")]
pub(super) struct Args {
    /// Folders with games, such as that of a run
    #[arg(value_name = "FOLDER", required = true)]
    folders: Vec<PathBuf>,

    /// Form of what is written
    #[arg(long, value_enum, default_value = "csv")]
    format: Format,

    /// Export the games that are there where a finished file has lost some
    #[arg(long)]
    incomplete: bool,

    /// Folder to write to; must be new or empty
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

/// The forms of an export.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// Tables of comma-separated values
    Csv,
    /// Game records and rules records of OpenTafl
    Opentafl,
}

impl Args {
    pub fn run(self) -> anyhow::Result<()> {
        let incomplete = if self.incomplete { Incomplete::Accept } else { Incomplete::Refuse };
        let progress = Progress::of_bytes("export");
        let mut show = |done, total| progress.set(done, total);
        let (folders, out) = (&self.folders, &self.out);
        let (gaps, refused, written) = match self.format {
            Format::Csv => {
                let report = export_csv(folders, out, incomplete, &mut show).or_usage()?;
                let written = format!("{} games, {} positions", report.games, report.positions);
                (report.gaps, Vec::new(), written)
            }
            Format::Opentafl => {
                let report = export_opentafl(folders, out, incomplete, &mut show).or_usage()?;
                let left_out = report.refused.len();
                let written = format!("{} games ({left_out} left out)", report.games);
                (report.gaps, report.refused, written)
            }
        };
        progress.clear();
        tell(&gaps, &refused);
        sayln!("{written} in {}", self.out.display());
        Ok(())
    }
}

/// Says what the export lacks.
fn tell(gaps: &Gaps, refused: &[RefusedGame]) {
    for torn in &gaps.torn {
        eprintln!("left out: the unfinished last line of {}", torn.display());
    }
    for lost in &gaps.incomplete {
        let (file, found, finished) = (lost.file.display(), lost.found, lost.finished);
        eprintln!("incomplete: {file} has {found} games, but was finished with {finished}");
    }
    for game in refused {
        eprintln!("left out: {}:{}: {}", game.file.display(), game.line, game.reason);
    }
}
