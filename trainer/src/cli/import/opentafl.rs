//! Importing files of OpenTafl.

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use imperial_data::opentafl::{GameTrouble, ImportError, Law, RulesRecordError, import_opentafl};

use crate::cli::say::sayln;
use crate::cli::usage::OrUsage as _;
use imperial_lab::counted;
use imperial_play::progress::Progress;
use imperial_play::tell;

/// Imports files and folders into `out`.
pub(super) fn import(files: &[PathBuf], out: &Path, without: &[Law]) -> anyhow::Result<()> {
    let progress = Progress::start("import", "files", "", 0, 0);
    let mut show = |done, total| progress.set(done, total);
    let imported = import_opentafl(files, out, without, &mut show);
    progress.clear();
    let report = imported.map_err(with_advice).or_usage()?;
    if report.comments + report.variations > 0 {
        let comments = counted(report.comments as u64, "comment", "comments");
        let turns = counted(report.variations as u64, "turn", "turns");
        tell!("left out: {comments}, {turns} of variations");
    }
    sayln!(
        "{} of {} and {} in {}; {} ended by their players, {} unfinished",
        counted(report.games, "game", "games"),
        counted(report.plies, "ply", "plies"),
        counted(report.rules.len() as u64, "rule set", "rule sets"),
        out.display(),
        report.given,
        report.unfinished
    );
    Ok(())
}

/// The error, and what to do where a law that does not fit can be left out.
fn with_advice(error: ImportError) -> anyhow::Error {
    let law = match &error {
        ImportError::Wrong { problems, .. } => {
            problems.iter().find_map(|problem| match &problem.error.trouble {
                GameTrouble::Rules(RulesRecordError::WithForts(law)) => Some(law),
                _ => None,
            })
        }
        _ => None,
    };
    match law {
        Some(law) => anyhow!(
            "{error}\n`--without {law}` imports the games without that law, and takes what it decided from the \
             recorded results"
        ),
        None => error.into(),
    }
}
