//! A learning run: some steps on some samples, which survives being interrupted.

use std::path::{Path, PathBuf};

use anyhow::bail;

use super::held_out::{HeldOut, HeldOutLosses};
use super::losses::LossRow;
use imperial_net::{Backend, LearnConfig, Learner, MOST_BATCH, NetConfig, NetFile, Sample};
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

impl Plan<'_> {
    /// Whether the network is kept and judged after a step.
    fn judges(&self, step: u64) -> bool {
        step.is_multiple_of(self.checkpoint_every) || step == self.last_step
    }
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
        if plan.config.batch > MOST_BATCH {
            bail!("a step of {} samples is too large: at most {MOST_BATCH}", plan.config.batch);
        }
        let run = Self::in_folder(plan.folder);
        let (mut learner, mut losses) = run.resume(plan, backend)?;
        let begun = learner.progress().step;
        let progress = Progress::start(name, "steps", "", begun, plan.last_step);
        // A step may take long, and those before it are to be saved.
        let _held = interrupt::hold();
        run.judge(plan, &learner, &mut losses, held_out)?;
        while learner.progress().step < plan.last_step {
            if let Err(interrupted) = interrupt::check() {
                run.save(&learner, &losses)?;
                return Err(interrupted.into());
            }
            let step = learner.progress().step + 1;
            let Ok(step_losses) = learner.step_on(samples) else {
                bail!("learning diverged at step {step}: lower the learning rate");
            };
            losses.push(LossRow::new(step, &step_losses));
            if plan.judges(step) {
                // First: to judge may take longer than many steps.
                run.save(&learner, &losses)?;
                run.judge(plan, &learner, &mut losses, held_out)?;
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

    /// The learner where it was left, with the losses of its steps.
    fn resume(
        &self,
        plan: &Plan<'_>,
        backend: &Backend,
    ) -> anyhow::Result<(Learner, Vec<LossRow>)> {
        let learner = self.learner(plan, backend)?;
        let begun = learner.progress().step;
        let mut losses: Vec<LossRow> = table::read(&self.losses)?;
        // Later rows belong to steps that are taken again.
        losses.retain(|row| row.step <= begun);
        if losses.len() as u64 == begun {
            return Ok((learner, losses));
        }
        // The table is gone, and only the same steps give the same one.
        tell!("`{}` lacks steps, so all are learned again", self.losses.display());
        let learner = Learner::new(&plan.net, plan.config.clone(), backend, plan.seed);
        Ok((learner, Vec::new()))
    }

    /// Judges the network after the last step, where that is wanted and was not done before.
    fn judge(
        &self,
        plan: &Plan<'_>,
        learner: &Learner,
        losses: &mut [LossRow],
        held_out: &HeldOut,
    ) -> anyhow::Result<()> {
        let Some(row) = losses.last_mut().filter(|row| plan.judges(row.step)) else {
            return Ok(());
        };
        let before = row.clone();
        if row.validation_policy.is_none() {
            row.validate(HeldOutLosses::of(learner, &held_out.validation)?);
        }
        if row.step == plan.last_step && row.test_policy.is_none() {
            row.test(HeldOutLosses::of(learner, &held_out.test)?);
        }
        if *row == before { Ok(()) } else { Ok(table::write(&self.losses, losses)?) }
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

#[cfg(test)]
mod tests {
    use std::fs;

    use imperial_engine::games::tic_tac_toe::TicTacToe;
    use imperial_engine::{Game as _, Side, Wdl};
    use imperial_net::SampleSource;

    use super::*;

    fn samples() -> Vec<Sample> {
        let (game, start) = (TicTacToe, TicTacToe.start(Side::Attackers));
        let policy: Vec<_> = game.moves(&start).into_iter().map(|mv| (mv, 1.0 / 9.0)).collect();
        let wdl = Wdl { attackers: 0.5, draw: 0.25, defenders: 0.25 };
        vec![Sample::new(&SampleSource::new(&game), &game, &start, &policy, wdl, 5); 4]
    }

    fn plan(folder: &Path) -> Plan<'_> {
        Plan {
            folder,
            net: NetConfig::for_game(&TicTacToe).with_trunk(1, 8),
            config: LearnConfig { batch: 4, ..LearnConfig::default() },
            seed: 1,
            last_step: 4,
            checkpoint_every: 2,
        }
    }

    /// Who ends the program at once while it judges has lost no step, and the same command judges.
    #[test]
    fn a_network_that_was_saved_and_not_judged_is_judged_later() {
        let folder = tempfile::tempdir().expect("a folder");
        let (plan, samples) = (plan(folder.path()), samples());
        let held_out = HeldOut { validation: samples.clone(), test: samples.clone() };
        let learn = || {
            LearningRun::learn("learning", &plan, (&samples, &held_out), &Backend::cpu())
                .expect("room")
        };
        let run = learn();
        let whole = fs::read_to_string(&run.losses).expect("a table");
        let mut rows: Vec<LossRow> = table::read(&run.losses).expect("a table");
        let judged: Vec<bool> = rows.iter().map(|row| row.validation_value.is_some()).collect();
        assert_eq!(judged, [false, true, false, true]);
        let last = rows.last_mut().expect("four rows");
        assert!(last.test_policy.is_some());
        last.validate(None);
        last.test(None);
        table::write(&run.losses, &rows).expect("room");
        fs::remove_file(&run.network).expect("it was the last to be written");
        learn();
        assert_eq!(fs::read_to_string(&run.losses).expect("a table"), whole);
    }

    #[test]
    fn steps_that_no_memory_holds_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let config = LearnConfig { batch: MOST_BATCH + 1, ..LearnConfig::default() };
        let plan = Plan { config, ..plan(folder.path()) };
        let none = (&samples()[..], &HeldOut::default());
        let refused = LearningRun::learn("learning", &plan, none, &Backend::cpu());
        let error = refused.expect_err("too large").to_string();
        assert!(error.contains("65537 samples is too large"), "{error}");
    }
}
