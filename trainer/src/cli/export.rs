//! `imperial export`.

mod dataset;
mod format;
mod gaps;
mod network;

use std::path::PathBuf;

use imperial_data::export::Incomplete;
use imperial_data::opentafl::export_opentafl;
use imperial_lab::counted;

use self::format::Format;
use self::gaps::tell_gaps;
use super::usage::{OrUsage as _, wrong};
use crate::cli::say::sayln;
use imperial_play::progress::Progress;
use imperial_play::tell;

/// Export recorded games as a dataset or for OpenTafl, or a network for Python
///
/// parquet, csv, jsonl and npz make a dataset, and may be combined: tables of games and positions, tensors,
/// a card, the rule sets and checksums. opentafl makes one .otg for each game and one .otn for each rule set.
/// All replay every game through the engine. An export that was stopped starts anew with the same command.
/// safetensors makes one file with the weights of a network, which scripts/load_network.py reads; onnx
/// makes one that runs by itself. docs/data.md describes all files.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  imperial export runs/contest-vs-tablut --out dataset
  imperial export games-1 games-2 --format parquet,npz \\
      --license cc0-1.0 --out dataset
  imperial export games --filter rules=tablut-* --filter search=full \\
      --sample 100000 --out dataset
  imperial export games-1 --format opentafl --out games-for-opentafl
  imperial export tafl9-1732 --format safetensors --out tafl9-1732.safetensors
  imperial export tafl9-1732 --format onnx --out tafl9-1732.onnx")]
pub(super) struct Args {
    /// Folders with games, such as that of a run. With --format safetensors or onnx a network: a file, or
    /// one that comes with the program
    #[arg(value_name = "FOLDER", required = true)]
    sources: Vec<PathBuf>,

    /// Formats to write, with commas between
    #[arg(long, value_enum, value_delimiter = ',', default_value = "parquet")]
    format: Vec<Format>,

    #[command(flatten)]
    dataset: dataset::Options,

    /// Export what is there where a finished file has lost games or was changed
    #[arg(long)]
    incomplete: bool,

    /// With --format safetensors: add positions of this rule set, and the network's answers
    #[arg(long, value_name = "NAME")]
    positions: Option<String>,

    /// Folder to write to; must be new or empty. With --format safetensors or onnx a new file
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

impl Args {
    pub fn run(self) -> anyhow::Result<()> {
        let is_safetensors = self.format.as_slice() == [Format::Safetensors];
        let is_network = is_safetensors || self.format.as_slice() == [Format::Onnx];
        let refuse = |is_wrong: bool, message: &str| {
            if is_wrong { wrong(message) } else { Ok(()) }
        };
        refuse(
            self.format.len() > 1 && self.format.iter().any(|format| format.dataset().is_none()),
            "opentafl, safetensors and onnx go with no other format; export each on its own",
        )?;
        refuse(
            self.incomplete && is_network,
            "--incomplete goes with games, not with networks; leave it out",
        )?;
        refuse(
            self.positions.is_some() && !is_safetensors,
            "--positions goes with --format safetensors alone; add that, or leave it out",
        )?;
        refuse(
            self.dataset.are_given() && self.format[0].dataset().is_none(),
            "--filter, --sample, --deduplicate, --split, --license and --title go with datasets; leave them out",
        )?;
        match self.format[0] {
            Format::Safetensors | Format::Onnx => self.network(),
            Format::Opentafl => self.refuse_networks().and_then(|()| self.opentafl()),
            _ => self.refuse_networks().and_then(|()| self.dataset()),
        }
    }

    /// Files of networks hold no games.
    fn refuse_networks(&self) -> anyhow::Result<()> {
        let is_network = |path: &&PathBuf| {
            path.is_file() && path.extension().is_some_and(|extension| extension == "net")
        };
        let network = self.sources.iter().find(is_network);
        network.map_or(Ok(()), |path| {
            wrong(format!("`{}` is a network: use --format safetensors or onnx", path.display()))
        })
    }

    fn dataset(&self) -> anyhow::Result<()> {
        let settings = self.dataset.settings(&self.format);
        dataset::export(&self.sources, &self.out, &settings, self.lost())
    }

    fn opentafl(&self) -> anyhow::Result<()> {
        let progress = Progress::of_bytes("export");
        let mut show = |done, total| progress.set(done, total);
        let report =
            export_opentafl(&self.sources, &self.out, self.lost(), &mut show).or_usage()?;
        progress.clear();
        tell_gaps(&report.gaps);
        for game in &report.refused {
            tell!("left out: {}:{}: {}", game.file.display(), game.line, game.reason);
        }
        let (games, left_out) = (counted(report.games, "game", "games"), report.refused.len());
        sayln!("{games} ({left_out} left out) in {}", self.out.display());
        Ok(())
    }

    fn network(&self) -> anyhow::Result<()> {
        let [network] = self.sources.as_slice() else {
            return wrong("one network is exported at a time; export each on its own");
        };
        match self.format[0] {
            Format::Onnx => network::export_onnx(network, &self.out),
            _ => network::export(network, self.positions.as_deref(), &self.out),
        }
    }

    fn lost(&self) -> Incomplete {
        if self.incomplete { Incomplete::Accept } else { Incomplete::Refuse }
    }
}
