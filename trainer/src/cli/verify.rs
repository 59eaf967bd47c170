//! `imperial verify`.

mod reproduce;

use std::path::PathBuf;

use anyhow::bail;
use imperial_data::{Problem, VerifyReport, verify_folder};

use crate::cli::say::sayln;
use imperial_play::progress::Progress;
use imperial_play::tell;

/// Check recorded games: replay every move, compare checksums
///
/// Prints what is wrong and where: file, line, game, ply and reason. The exit code is then 1.
///
/// With --reproduce it plays the games of a dataset again, exports them again and compares the files. Games of
/// imperial selfplay can be played again, by the same version on a machine with the same vector unit.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  imperial verify runs/contest-vs-tablut
  imperial verify games/imperial-contest/games.jsonl
  imperial verify --reproduce dataset")]
pub(super) struct Args {
    /// A folder with games, such as that of a run, or one games.jsonl
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,

    /// Play the games of a dataset again, and compare
    #[arg(long)]
    reproduce: bool,
}

impl Args {
    pub fn run(self) -> anyhow::Result<()> {
        let progress = Progress::of_bytes("verify");
        let report = verify_folder(&self.folder, &mut |done, total| progress.set(done, total));
        progress.clear();
        tell_problems(&report.problems);
        if report.is_ok() {
            sayln!("ok: {}", checked(&report));
            return if self.reproduce { reproduce::reproduce(&self.folder) } else { Ok(()) };
        }
        let problems = report.problems.len() as u64 + report.more_problems;
        let problems = counted(problems, "problem");
        bail!("{problems} in `{}`", self.folder.display());
    }
}

/// Says what is wrong; of lines that are wrong in the same way one after the other, the first.
fn tell_problems(problems: &[Problem]) {
    let alike = |a: &Problem, b: &Problem| {
        a.file == b.file && a.line.is_some() && a.kind.to_string() == b.kind.to_string()
    };
    for problems in problems.chunk_by(alike) {
        match problems {
            [first] => tell!("{first}"),
            [first, more @ ..] => {
                tell!("{first} (and {})", counted(more.len() as u64, "more line"));
            }
            [] => {}
        }
    }
}

/// `1 game`, `2 games`.
fn counted(number: u64, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// What a good folder holds: games, files with checksums, or both.
fn checked(report: &VerifyReport) -> String {
    let (files, games, plies) = (report.files.len(), report.games(), report.plies());
    let replayed = format!(
        "{} of {plies} plies in {} replay exactly",
        counted(games, "game"),
        counted(files as u64, "file")
    );
    let matching = format!("{} match SHA256SUMS", counted(report.checksums, "file"));
    match (files, report.checksums) {
        (_, 0) => replayed,
        (0, _) => matching,
        _ => format!("{replayed}, {matching}"),
    }
}
