//! `imperial export`.

mod network;

use std::path::PathBuf;

use clap::ValueEnum;
use imperial_data::export::{Gaps, Incomplete};
use imperial_data::export_csv;
use imperial_data::opentafl::export_opentafl;

use super::usage::OrUsage as _;
use crate::cli::say::sayln;
use imperial_play::progress::Progress;
use imperial_play::tell;

/// Export recorded games as tables or for OpenTafl, or a network for Python
///
/// csv makes games.csv and positions.csv, a README that documents every column, the rule sets and
/// checksums. opentafl makes one .otg for each game, one .otn for each rule set, and checksums. Both
/// replay every game through the engine. safetensors makes one file with the weights of a network, which
/// scripts/load_network.py reads. docs/data.md describes all files.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  imperial export runs/contest-vs-tablut --format csv --out dataset
  imperial export games-1 games-2 --out dataset
  imperial export games-1 --format opentafl --out games-for-opentafl
  imperial export tafl9-1732 --format safetensors --out tafl9-1732.safetensors")]
pub(super) struct Args {
    /// Folders with games, such as that of a run. With --format safetensors a network: a file, or one
    /// that comes with the program
    #[arg(value_name = "FOLDER", required = true)]
    sources: Vec<PathBuf>,

    /// Format to write
    #[arg(long, value_enum, default_value = "csv")]
    format: Format,

    /// Export what is there where a finished file has lost games or was changed
    #[arg(long)]
    incomplete: bool,

    /// With --format safetensors: add positions of this rule set, and the network's answers
    #[arg(long, value_name = "NAME")]
    positions: Option<String>,

    /// Folder to write to; must be new or empty. With --format safetensors a new file
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

/// The forms of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Tables of comma-separated values
    Csv,
    /// Game records and rules records of OpenTafl
    Opentafl,
    /// Weights of a network, for NumPy, PyTorch and JAX
    Safetensors,
}

impl Args {
    pub fn run(self) -> anyhow::Result<()> {
        if self.incomplete && self.format == Format::Safetensors {
            let message = "--incomplete goes with games, not with --format safetensors; leave one of them out";
            return Err(anyhow::anyhow!(message)).or_usage();
        }
        if self.positions.is_some() && self.format != Format::Safetensors {
            let message =
                "--positions goes with --format safetensors alone; add that, or leave it out";
            return Err(anyhow::anyhow!(message)).or_usage();
        }
        match self.format {
            Format::Csv => self.refuse_networks().and_then(|()| self.tables()),
            Format::Opentafl => self.refuse_networks().and_then(|()| self.opentafl()),
            Format::Safetensors => self.network(),
        }
    }

    /// Files of networks hold no games.
    fn refuse_networks(&self) -> anyhow::Result<()> {
        let is_network = |path: &&PathBuf| {
            path.is_file() && path.extension().is_some_and(|extension| extension == "net")
        };
        let network = self.sources.iter().find(is_network);
        network.map_or(Ok(()), |path| {
            let message = format!("`{}` is a network: use --format safetensors", path.display());
            Err(anyhow::anyhow!(message)).or_usage()
        })
    }

    fn tables(&self) -> anyhow::Result<()> {
        let progress = Progress::of_bytes("export");
        let mut show = |done, total| progress.set(done, total);
        let report = export_csv(&self.sources, &self.out, self.lost(), &mut show).or_usage()?;
        progress.clear();
        tell(&report.gaps);
        let (games, positions) = (report.games, report.positions);
        sayln!("{games} games, {positions} positions in {}", self.out.display());
        Ok(())
    }

    fn opentafl(&self) -> anyhow::Result<()> {
        let progress = Progress::of_bytes("export");
        let mut show = |done, total| progress.set(done, total);
        let report =
            export_opentafl(&self.sources, &self.out, self.lost(), &mut show).or_usage()?;
        progress.clear();
        tell(&report.gaps);
        for game in &report.refused {
            tell!("left out: {}:{}: {}", game.file.display(), game.line, game.reason);
        }
        let (games, left_out) = (report.games, report.refused.len());
        sayln!("{games} games ({left_out} left out) in {}", self.out.display());
        Ok(())
    }

    fn network(&self) -> anyhow::Result<()> {
        let [network] = self.sources.as_slice() else {
            let message = "--format safetensors takes one network; export each on its own";
            return Err(anyhow::anyhow!(message)).or_usage();
        };
        network::export(network, self.positions.as_deref(), &self.out)
    }

    fn lost(&self) -> Incomplete {
        if self.incomplete { Incomplete::Accept } else { Incomplete::Refuse }
    }
}

/// Says what the export lacks.
fn tell(gaps: &Gaps) {
    for torn in &gaps.torn {
        tell!("left out: the unfinished last line of {}", torn.display());
    }
    for lost in &gaps.incomplete {
        tell!("incomplete: {lost}");
    }
}
