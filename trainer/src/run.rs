//! The whole loop from one experiment: play, learn, play, learn, compare, report.
//!
//! A run lives in one folder. Every step leaves its result there and finds it again, so a run that
//! was killed at any instant continues, and a finished run finds nothing left to do.

mod attribute;
mod compare;
mod folder;
mod recorded;
mod report;
mod rounds;
mod watch;

use std::path::{Path, PathBuf};

use imperial_data::LoadedRules;

use crate::experiment::Experiment;
use imperial_lab::BalanceReport;
use imperial_learn::{common_shape, shape_for};
use imperial_net::{Device, NetConfig};

pub use attribute::{Attribute, attribute, check_ends};
pub use compare::{Budget, Compared, Comparison, compare};
pub use folder::RunFolder;
pub use recorded::Recorded;
pub use report::{Origin, title_of, write_report};

/// A run in its folder, ready to go on.
#[derive(Debug)]
pub struct Run {
    folder: RunFolder,
    experiment: Experiment,
    rules: Vec<LoadedRules>,
    device: Device,
}

impl Run {
    /// Begins or continues the run of `experiment` in `folder`.
    ///
    /// # Errors
    /// When the experiment is flawed, or the folder belongs to another one or is in use.
    pub fn open(folder: &Path, experiment: Experiment, device: Device) -> anyhow::Result<Self> {
        experiment.check()?;
        let rules = experiment.load_rules()?;
        experiment.check_hypotheses(&rules)?;
        let folder = RunFolder::open(folder, &experiment, &rules)?;
        Ok(Self { folder, experiment, rules, device })
    }

    /// Whether there is nothing left to do.
    pub fn is_complete(&self) -> bool {
        self.folder.page().is_file()
    }

    /// Goes through all steps that are not done yet and gives the report.
    ///
    /// # Errors
    /// When a step fails, or the user interrupts; the same call continues.
    pub fn execute(&self) -> anyhow::Result<BalanceReport> {
        let network = self.learn_in_rounds()?;
        self.compare_and_report(network.as_deref())
    }

    /// The folder.
    pub fn folder(&self) -> &RunFolder {
        &self.folder
    }

    /// The shape of the network, the same for all rule sets of a family.
    fn net_config(&self) -> anyhow::Result<NetConfig> {
        let size = &self.experiment.network;
        common_shape(self.rules.iter().map(|rules| shape_for(rules, size)))
    }

    /// Files of all games that rounds up to and with `round` have played.
    fn games_until(&self, round: usize) -> Vec<PathBuf> {
        let of_round = |round| {
            let names = self.rules.iter().map(|rules| rules.game.name());
            names.map(move |name| self.folder.games(round, name))
        };
        (0..=round).flat_map(of_round).collect()
    }
}
