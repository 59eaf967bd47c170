//! Importing files of OpenTafl.

use std::path::{Path, PathBuf};

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
    let report = imported.inspect_err(hint).or_usage()?;
    if report.comments + report.variations > 0 {
        tell!("left out: {} comments, {} turns of variations", report.comments, report.variations);
    }
    sayln!(
        "{} of {} plies and {} in {}; {} ended by their players, {} unfinished",
        counted(report.games, "game", "games"),
        report.plies,
        counted(report.rules.len() as u64, "rule set", "rule sets"),
        out.display(),
        report.given,
        report.unfinished
    );
    Ok(())
}

/// Says what to do where a law that does not fit can be left out.
fn hint(error: &ImportError) {
    let ImportError::Wrong { problems, .. } = error else { return };
    let missing = problems.iter().find_map(|problem| match &problem.error.trouble {
        GameTrouble::Rules(RulesRecordError::WithForts(law)) => Some(law),
        _ => None,
    });
    if let Some(law) = missing {
        tell!(
            "`--without {law}` imports the games without that law, and takes what it decided from the recorded results"
        );
    }
}
