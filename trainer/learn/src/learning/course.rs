//! A course of learning: some steps on some samples, which survives being interrupted.

use std::path::{Path, PathBuf};

use anyhow::bail;

use super::losses::{LossRow, LossTable};
use imperial_net::{Device, LearnConfig, Learner, NetConfig, NetFile, Sample};
use imperial_play::interrupt;
use imperial_play::progress::Progress;

/// Name of the checkpoint in the folder of a course.
const CHECKPOINT: &str = "checkpoint.bpk";
/// Name of the network that the course ends with.
const NETWORK: &str = "network.net";
/// Name of the table of losses.
const LOSSES: &str = "losses.csv";

/// What a course does.
#[derive(Clone, Debug)]
pub struct Plan<'a> {
    /// Where checkpoint, network and losses are kept.
    pub folder: &'a Path,
    /// The network's shape.
    pub net: NetConfig,
    /// How it learns.
    pub config: LearnConfig,
    /// Seed of a new network and of the order of samples.
    pub seed: u64,
    /// Number of the last step.
    pub last_step: u64,
    /// Steps between two checkpoints.
    pub checkpoint_every: u64,
}

/// What a course left behind.
#[derive(Clone, Debug)]
pub struct Course {
    /// The network that plays.
    pub network: PathBuf,
    /// Where the learning stands.
    pub checkpoint: PathBuf,
    /// The losses of every step, as CSV.
    pub losses: PathBuf,
}

impl Course {
    /// The files of a course in `folder`, finished or not.
    pub fn in_folder(folder: &Path) -> Self {
        Self {
            network: folder.join(NETWORK),
            checkpoint: folder.join(CHECKPOINT),
            losses: folder.join(LOSSES),
        }
    }

    /// Whether the course has come to its end; the network is written last.
    pub fn is_finished(&self) -> bool {
        self.network.is_file()
    }

    /// Learns until the plan is done. A course that was interrupted continues at its last
    /// checkpoint, and ends with the network that it would have ended with.
    ///
    /// # Errors
    /// When a file cannot be read or written, or the user interrupts.
    pub fn learn(
        name: &str,
        plan: &Plan<'_>,
        samples: &[Sample],
        device: &Device,
    ) -> anyhow::Result<Self> {
        let course = Self::in_folder(plan.folder);
        let mut learner = course.learner(plan, device)?;
        let mut losses = LossTable::open(&course.losses, learner.progress().step)?;
        let begun = learner.progress().step;
        let progress = Progress::start(name, "steps", "", begun, plan.last_step);
        while learner.progress().step < plan.last_step {
            if let Err(interrupted) = interrupt::check() {
                course.save(&learner, &losses)?;
                return Err(interrupted.into());
            }
            let step_losses = learner.step_on(samples);
            let step = learner.progress().step;
            if !step_losses.total.is_finite() {
                bail!("learning diverged at step {step}: lower the learning rate");
            }
            losses.push(LossRow::new(step, &step_losses));
            if step.is_multiple_of(plan.checkpoint_every) {
                course.save(&learner, &losses)?;
            }
            let text = format!(
                "policy {:.3}  value {:.3}",
                step_losses.get("policy"),
                step_losses.get("value")
            );
            progress.note(&text);
            progress.advance();
        }
        course.save(&learner, &losses)?;
        NetFile::save(&course.network, learner.network())?;
        progress.finish();
        Ok(course)
    }

    /// The learner where it was left, or at the beginning.
    fn learner(&self, plan: &Plan<'_>, device: &Device) -> anyhow::Result<Learner> {
        if !self.checkpoint.is_file() {
            return Ok(Learner::new(&plan.net, plan.config.clone(), device, plan.seed));
        }
        let mut learner = Learner::resume(&self.checkpoint, &plan.net, device)?;
        // A course that was made longer has another schedule than its checkpoint.
        learner.set_config(plan.config.clone());
        Ok(learner)
    }

    /// The table first: rows that a checkpoint does not cover yet are dropped on the next start,
    /// but rows that are missing would be missing for good.
    fn save(&self, learner: &Learner, losses: &LossTable) -> anyhow::Result<()> {
        losses.save()?;
        Ok(learner.save(&self.checkpoint)?)
    }
}
