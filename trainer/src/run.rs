//! The whole loop from one experiment: play and learn, compare, report.
//!
//! A run lives in one folder. Every step leaves its result there and finds it again, so a run that
//! was killed at any instant continues, and a finished run finds nothing left to do.

mod attribute;
mod batches;
mod compare;
mod compared;
mod cost;
mod folder;
mod learning;
mod recorded;
mod report;
mod taught;
mod tune;

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use imperial_data::LoadedRules;
use imperial_engine::catalog::GameError;
use imperial_engine::games::rule_text::RuleSetError;

use crate::experiment::{Experiment, LEARNED};
use imperial_lab::BalanceReport;
use imperial_learn::{common_shape, shape_for};
use imperial_net::Backend;

pub use attribute::{Attribute, attribute, check_ends};
pub use batches::Budget;
pub use compare::{BalanceRun, compare, most_games, ready};
pub use compared::Compared;
pub use cost::Cost;
pub use folder::RunFolder;
pub use recorded::Recorded;
pub use report::{Origin, additions, check_place, title_of, write_report};
pub use taught::{Lessons, folder_of_taught};
pub use tune::{Candidates, Tune, Tuned, Vary, tune};

/// Why rules that were put together are none. The line is left out: nobody has written their text.
fn why_refused(error: GameError) -> String {
    match error {
        GameError::Invalid(error) => RuleSetError { line: None, ..error }.to_string(),
        other => other.to_string(),
    }
}

/// A run in its folder, ready to go on.
#[derive(Debug)]
pub struct Run {
    folder: RunFolder,
    experiment: Experiment,
    rules: Vec<LoadedRules>,
    backend: Backend,
    figures: Option<PathBuf>,
}

impl Run {
    /// Begins or continues the run of `experiment` in `folder`.
    ///
    /// # Errors
    /// When the experiment is flawed, or the folder belongs to another one or is in use.
    pub fn open(folder: &Path, experiment: Experiment, backend: Backend) -> anyhow::Result<Self> {
        experiment.check()?;
        let rules = experiment.load_rules()?;
        experiment.check_hypotheses(&rules)?;
        if let Some(training) = experiment.training()? {
            common_shape(rules.iter().map(|rules| shape_for(rules, &training.network)))
                .with_context(|| format!("no network can be `{LEARNED}`"))?;
        }
        experiment.compare.beside(&rules)?;
        experiment.compare.ready_exploiters(&rules, &backend)?;
        let folder = RunFolder::open(folder, &experiment, &rules, backend.kernel_name())?;
        Ok(Self { folder, experiment, rules, backend, figures: None })
    }

    /// The same run, which also writes the pictures of its report into a folder, if one is given.
    #[must_use]
    pub fn with_figures(self, folder: Option<&Path>) -> Self {
        Self { figures: folder.map(Path::to_owned), ..self }
    }

    /// Whether there is nothing left to do.
    pub fn is_complete(&self) -> bool {
        self.folder.page().is_file()
    }

    /// Whether it seeks proofs of openings, too.
    pub fn proves(&self) -> bool {
        self.experiment.compare.prove > 0
    }

    /// Goes through all steps that are not done yet and gives the report.
    ///
    /// # Errors
    /// When a step fails, or the user interrupts; the same call continues.
    pub fn execute(&self) -> anyhow::Result<BalanceReport> {
        let learned = self.learn()?;
        self.compare_and_report(learned)
    }

    /// The folder.
    pub fn folder(&self) -> &RunFolder {
        &self.folder
    }
}
