//! The network that the run itself learns.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use imperial_lab::html::{Curve, CurvePoint};
use imperial_learn::training::Training;
use imperial_play::opponents::{Purpose, check_fit, prepare};

use super::Run;
use crate::experiment::LEARNED;
use crate::training_page::page;

/// What a run has learned.
#[derive(Debug, Default)]
pub(super) struct Learned {
    /// The network's file; `None` where no agent plays with one.
    pub network: Option<PathBuf>,
    /// How it learned.
    pub curves: Vec<Curve>,
}

impl Run {
    /// Trains the network that agents call [`LEARNED`], if one does, from nothing.
    pub(super) fn learn(&self) -> anyhow::Result<Learned> {
        let Some(config) = self.experiment.training()? else { return Ok(Learned::default()) };
        self.check_other_agents()?;
        let mut training = Training::open(&self.folder.training(), config, self.device.clone())
            .with_context(|| format!("the network `{LEARNED}`"))?
            .with_page(page);
        training.go_on(None)?;
        let points = training.log().rows.iter().map(|row| CurvePoint {
            step: row.step,
            policy_loss: f64::from(row.policy_loss),
            value_loss: f64::from(row.value_loss),
        });
        let curve = Curve { name: LEARNED.to_owned(), points: points.collect() };
        Ok(Learned { network: Some(training.folder().newest()), curves: vec![curve] })
    }

    /// Finds out before a network learns whether all others can play.
    fn check_other_agents(&self) -> anyhow::Result<()> {
        let others = self.experiment.agents().filter(|spec| !spec.has_network(Path::new(LEARNED)));
        for spec in others {
            let agent = prepare(spec, Purpose::Measuring, &self.device)?;
            self.rules.iter().try_for_each(|rules| check_fit(&agent, rules))?;
        }
        Ok(())
    }
}
