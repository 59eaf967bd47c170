//! A learning run: some steps on some samples, which survives being interrupted.

use std::path::{Path, PathBuf};

use anyhow::bail;

use super::held_out::{HeldOut, HeldOutLosses};
use super::losses::LossRow;
use imperial_net::{Backend, LearnConfig, Learner, NetConfig, NetFile, Sample};
use imperial_play::progress::Progress;
use imperial_play::table;
use imperial_play::{interrupt, tell};

/// Name of the checkpoint in the folder of a learning run.
const CHECKPOINT: &str = "checkpoint.bpk";
/// Name of the network that the learning run ends with.
const NETWORK: &str = "network.net";
/// Name of the table of losses.
const LOSSES: &str = "losses.csv";

/// What a learning run does.
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

/// What a learning run left behind.
#[derive(Clone, Debug)]
pub struct LearningRun {
    /// The network that plays.
    pub network: PathBuf,
    /// Where the learning stands.
    pub checkpoint: PathBuf,
    /// The losses of every step, as CSV.
    pub losses: PathBuf,
}

impl LearningRun {
    /// The files of a learning run in `folder`, finished or not.
    pub fn in_folder(folder: &Path) -> Self {
        Self {
            network: folder.join(NETWORK),
            checkpoint: folder.join(CHECKPOINT),
            losses: folder.join(LOSSES),
        }
    }

    /// Whether the learning run has come to its end; the network is written last.
    pub fn is_finished(&self) -> bool {
        [&self.network, &self.checkpoint, &self.losses].into_iter().all(|file| file.is_file())
    }

    /// Learns from `samples` until the plan is done, and judges the network by those held out. A learning run that was
    /// interrupted continues at its last checkpoint, and ends with the network that it would have ended with.
    ///
    /// # Errors
    /// When a file cannot be read or written, or the user interrupts.
    pub fn learn(
        name: &str,
        plan: &Plan<'_>,
        (samples, held_out): (&[Sample], &HeldOut),
        backend: &Backend,
    ) -> anyhow::Result<Self> {
        let run = Self::in_folder(plan.folder);
        let mut learner = run.learner(plan, backend)?;
        let mut begun = learner.progress().step;
        let mut losses: Vec<LossRow> = table::read(&run.losses)?;
        // Later rows belong to steps that are taken again.
        losses.retain(|row| row.step <= begun);
        if losses.len() as u64 != begun {
            // The table is gone, and only the same steps give the same one.
            tell!("`{}` lacks steps, so all are learned again", run.losses.display());
            learner = Learner::new(&plan.net, plan.config.clone(), backend, plan.seed);
            begun = 0;
            losses.clear();
        }
        let progress = Progress::start(name, "steps", "", begun, plan.last_step);
        while learner.progress().step < plan.last_step {
            if let Err(interrupted) = interrupt::check() {
                run.save(&learner, &losses)?;
                return Err(interrupted.into());
            }
            let step_losses = learner.step_on(samples);
            let step = learner.progress().step;
            if !step_losses.total.is_finite() {
                bail!("learning diverged at step {step}: lower the learning rate");
            }
            let mut row = LossRow::new(step, &step_losses);
            let (is_kept, is_last) =
                (step.is_multiple_of(plan.checkpoint_every), step == plan.last_step);
            if is_kept || is_last {
                row.validate(HeldOutLosses::of(&learner, &held_out.validation));
            }
            if is_last {
                row.test(HeldOutLosses::of(&learner, &held_out.test));
            }
            losses.push(row);
            if is_kept {
                run.save(&learner, &losses)?;
            }
            let text = format!(
                "policy {:.3}  value {:.3}",
                step_losses.get("policy"),
                step_losses.get("value")
            );
            progress.note(&text);
            progress.advance();
        }
        run.save(&learner, &losses)?;
        NetFile::save(&run.network, &learner.network())?;
        progress.finish();
        Ok(run)
    }

    /// The learner where it was left, or at the beginning.
    fn learner(&self, plan: &Plan<'_>, backend: &Backend) -> anyhow::Result<Learner> {
        if !self.checkpoint.is_file() {
            return Ok(Learner::new(&plan.net, plan.config.clone(), backend, plan.seed));
        }
        let mut learner = Learner::resume(&self.checkpoint, &plan.net, backend)?;
        // A learning run that was made longer has another schedule than its checkpoint.
        learner.set_config(plan.config.clone());
        Ok(learner)
    }

    /// The table first: rows that a checkpoint does not cover yet are dropped on the next start,
    /// but rows that are missing would be missing for good.
    fn save(&self, learner: &Learner, losses: &[LossRow]) -> anyhow::Result<()> {
        table::write(&self.losses, losses)?;
        Ok(learner.save(&self.checkpoint)?)
    }
}
