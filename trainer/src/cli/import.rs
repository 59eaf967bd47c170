//! `imperial import`.

use std::path::PathBuf;

use imperial_data::opentafl::{GameTrouble, ImportError, Law, RulesRecordError, import_opentafl};

use super::usage::OrUsage as _;
use crate::cli::say::sayln;
use crate::progress::Progress;
use crate::tell::tell;

/// Read games and rule sets of OpenTafl
///
/// Reads game records (.otg) and rules records (.otn), checks every move by the rules, and writes
/// games.jsonl and rules/ as self-play does. Games that the rules did not decide (resigned, agreed,
/// broken off) are left out and listed. If a file is wrong, nothing is written.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  imperial import game.otg --out games/opentafl
  imperial import saved-games/ --out games/opentafl      every .otg and .otn in a folder
  imperial import tablut.otn --out my-rules              a rule set alone
  imperial import club/ --without surf --out games/club  OpenTafl's `surf` is on unless said

Then: imperial verify games/opentafl")]
pub(super) struct Args {
    /// Files of OpenTafl, or folders with such files
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Folder of the games; must be new or empty
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,

    /// Laws to leave out: surf (surrounding), sw (shieldwall), efe (edge fort)
    #[arg(long, value_name = "KEY", value_delimiter = ',')]
    without: Vec<Law>,
}

impl Args {
    pub fn run(self) -> anyhow::Result<()> {
        let progress = Progress::start("import", "files", "", 0, 0);
        let mut show = |done, total| progress.set(done, total);
        let imported = import_opentafl(&self.files, &self.out, &self.without, &mut show);
        progress.clear();
        let report = imported.inspect_err(hint).or_usage()?;
        for skipped in &report.skipped {
            tell!("left out: {}: {}", skipped.file.display(), skipped.reason);
        }
        if report.comments + report.variations > 0 {
            tell!(
                "left out: {} comments, {} turns of variations",
                report.comments,
                report.variations
            );
        }
        sayln!(
            "{} games of {} plies and {} rule sets in {}; {} games left out",
            report.games,
            report.plies,
            report.rules.len(),
            self.out.display(),
            report.skipped.len()
        );
        Ok(())
    }
}

/// Says what to do where a law is missing that can be left out.
fn hint(error: &ImportError) {
    let ImportError::Wrong { problems, .. } = error else { return };
    let missing = problems.iter().find_map(|problem| match &problem.error.trouble {
        GameTrouble::Rules(RulesRecordError::NotYet(law)) => Some(law),
        _ => None,
    });
    if let Some(law) = missing {
        tell!(
            "`--without {law}` imports games without that law; those that it decided are left out"
        );
    }
}
