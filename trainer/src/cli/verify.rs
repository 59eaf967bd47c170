//! `imperial verify`.

mod own_files;
mod reproduce;

use std::path::PathBuf;

use anyhow::bail;
use imperial_data::{
    FileReport, Healed, Problem, ShardFile, VerifyReport, repair_folder, typed, verify_folder,
};
use imperial_lab::counted;

use crate::cli::programs::Programs;
use crate::cli::say::sayln;
use crate::console::Unfinished;
use imperial_play::progress::Progress;
use imperial_play::tell;

/// Check a folder: replay every move, compare checksums of every file
///
/// Prints what is wrong and where: file, line, game, ply and reason. The exit code is then 1. What is not finished
/// is named, too.
///
/// With --reproduce it plays the games of a dataset again, exports them again and compares the files. Games of
/// imperial selfplay can be played again, by the same version on a machine with the same vector unit.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  imperial verify runs/contest-vs-tablut
  imperial verify games/imperial-contest/games.jsonl
  imperial verify --repair games        set damaged games aside
  imperial verify --reproduce dataset   play its games again, and compare")]
pub(super) struct Args {
    /// A folder with games, such as that of a run, or one games.jsonl
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,

    /// First move lines that are no true games into games.damaged.jsonl, and heal kept rule sets
    ///
    /// Then repeat the command that wrote the folder. It plays the missing games again: the very same ones.
    #[arg(long)]
    repair: bool,

    /// Play the games of a dataset again, and compare
    #[arg(long)]
    reproduce: bool,

    #[command(flatten)]
    programs: Programs,
}

impl Args {
    pub fn run(self) -> anyhow::Result<()> {
        if self.repair {
            repair_folder(&self.folder)?.iter().for_each(tell_healed);
        }
        let progress = Progress::of_bytes("verify");
        let report = verify_folder(&self.folder, &mut |done, total| progress.set(done, total));
        progress.clear();
        tell_problems(&report.problems);
        tell_unfinished(&report);
        if report.is_ok() {
            sayln!("ok: {}", checked(&report));
            if self.reproduce {
                reproduce::reproduce(&self.folder, &self.programs)?;
            }
            return Ok(());
        }
        let problems = report.problems.len() as u64 + report.more_problems;
        let problems = counted(problems, "problem", "problems");
        let folder = self.folder.display();
        if report.problems.iter().any(|problem| problem.kind.can_be_repaired()) {
            bail!(
                "{problems} in `{folder}`; `imperial verify --repair {}` sets damaged games aside, and the command \
                 that played them plays them again",
                typed(&folder)
            );
        }
        bail!("{problems} in `{folder}`");
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
                tell!("{first} (and {})", counted(more.len() as u64, "more line", "more lines"));
            }
            [] => {}
        }
    }
}

/// Says what was healed, and what is left to do.
fn tell_healed(healed: &Healed) {
    match healed {
        Healed::Restored(file) => tell!("`{}` is as it was again", file.display()),
        Healed::Reopened { games, kept, moved: 0, .. } => tell!(
            "`{}` is open again with {}; repeat the command that plays its games",
            games.display(),
            counted(*kept, "game", "games")
        ),
        Healed::Reopened { games, kept, moved, aside } => tell!(
            "`{}` keeps {}; {} moved to `{}`; repeat the command that plays its games",
            games.display(),
            counted(*kept, "game", "games"),
            counted(*moved, "line", "lines"),
            aside.display()
        ),
    }
}

/// Says what a command would go on with.
fn tell_unfinished(report: &VerifyReport) {
    for file in &report.files {
        match Unfinished::beside(&file.path) {
            Some((game, command)) => tell!(
                "not finished: `{}` is a game that was left; {command} goes on with it",
                game.display()
            ),
            None if !file.finished => tell_unfinished_log(file),
            None => {}
        }
    }
    for folder in &report.begun {
        tell!("not finished: `{}`; repeat the command that writes it", folder.display());
    }
    for file in &report.pending {
        tell!("not finished: `{}` is the version before the newest", file.display());
    }
}

fn tell_unfinished_log(file: &FileReport) {
    let torn = if file.torn { ", and a line that is cut off" } else { "" };
    let (path, games) = (file.path.display(), counted(file.games, "game", "games"));
    let is_whole = matches!(ShardFile::read(&file.path), Ok(Some(shard)) if shard.is_sealed());
    let way_on = match is_whole {
        true => "its share is complete: `imperial merge` joins it with the others",
        false => "repeat the command that plays them",
    };
    tell!("not finished: `{path}` has {games}{torn}; {way_on}");
}

/// What a good folder holds: games, other files, or both.
fn checked(report: &VerifyReport) -> String {
    let mut parts = Vec::new();
    if !report.files.is_empty() {
        let games = counted(report.games(), "game", "games");
        let plies = counted(report.plies(), "ply", "plies");
        let files = counted(report.files.len() as u64, "file", "files");
        parts.push(format!("{games} of {plies} in {files} replay exactly"));
    }
    for (number, of) in [(report.manifested, "their manifest"), (report.checksums, "SHA256SUMS")] {
        if number > 0 {
            parts.push(format!("{} as in {of}", counted(number, "file", "files")));
        }
    }
    parts.join(", ")
}
