//! The network that the run itself learns.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use imperial_lab::page::CurveFigure;
use imperial_learn::training::Training;
use imperial_play::prepare::{Purpose, prepare_for};

use super::Run;
use crate::experiment::LEARNED;
use crate::training_page::{losses, page};

/// What a run has learned.
#[derive(Debug, Default)]
pub(super) struct Learned {
    /// The network's file; `None` where no agent plays with one.
    pub network: Option<PathBuf>,
    /// How it learned.
    pub curves: Vec<CurveFigure>,
}

impl Run {
    /// Trains the network that agents call [`LEARNED`], if one does, from nothing.
    pub(super) fn learn(&self) -> anyhow::Result<Learned> {
        let Some(config) = self.experiment.training()? else { return Ok(Learned::default()) };
        self.check_other_agents()?;
        let mut training = Training::open(&self.folder.training(), config, self.backend.clone())
            .with_context(|| format!("the network `{LEARNED}`"))?
            .with_page(page);
        training.go_on(None)?;
        let curves = vec![losses(training.log())];
        Ok(Learned { network: Some(training.folder().newest()), curves })
    }

    /// Finds out before a network learns whether all others can play.
    fn check_other_agents(&self) -> anyhow::Result<()> {
        let others =
            self.experiment.agents().filter(|spec| spec.network() != Some(Path::new(LEARNED)));
        for spec in others {
            prepare_for(spec, &self.rules, Purpose::Measuring, &self.backend)?;
        }
        Ok(())
    }
}
