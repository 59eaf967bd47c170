//! Rounds of self-play and learning.

use std::path::PathBuf;

use anyhow::bail;
use imperial_data::{LoadedRules, folder_of};
use imperial_engine::{PerSide, derive_seed};

use super::Run;
use crate::experiment::Round;
use imperial_learn::learning::{Course, Plan, samples};
use imperial_net::{Learner, NetFile};
use imperial_play::agent::Agent;
use imperial_play::opponents::{Purpose, check_fit, prepare};
use imperial_play::play::{Detail, Effort, PlayJob, play};
use imperial_play::tell;

impl Run {
    /// Goes through all rounds and gives the network that came out, if there was any round.
    pub(super) fn learn_in_rounds(&self) -> anyhow::Result<Option<PathBuf>> {
        let mut before = None;
        for (index, round) in self.experiment.rounds.iter().enumerate() {
            let course = Course::in_folder(&self.folder.learning(index));
            if !course.is_finished() {
                self.save_untrained()?;
                self.play_round(index, round, before.as_ref())?;
                self.learn_round(index, before.as_ref())?;
            }
            before = Some(course);
        }
        Ok(before.map(|course| course.network))
    }

    /// The network before it has learned anything, for comparisons.
    fn save_untrained(&self) -> anyhow::Result<()> {
        let path = self.folder.untrained();
        if path.is_file() {
            return Ok(());
        }
        let config = self.experiment.learn_config();
        let learner = Learner::new(&self.net_config()?, config, &self.device, self.net_seed());
        Ok(NetFile::save(&path, learner.network())?)
    }

    fn net_seed(&self) -> u64 {
        derive_seed(self.experiment.seed, "network")
    }

    fn play_round(
        &self,
        index: usize,
        round: &Round,
        before: Option<&Course>,
    ) -> anyhow::Result<()> {
        let untrained = self.folder.untrained();
        let network = before.map_or(untrained.as_path(), |course| course.network.as_path());
        let agent = prepare(&round.agent, Purpose::Learning, Some(network), &self.device)?;
        for rules in &self.rules {
            check_fit(&agent, rules)?;
        }
        let jobs = self.round_jobs(index, round, &agent);
        play(&format!("round {}: {}", index + 1, round.agent), &jobs)?;
        Ok(())
    }

    fn round_jobs<'a>(&'a self, index: usize, round: &Round, agent: &'a Agent) -> Vec<PlayJob<'a>> {
        let seed = derive_seed(self.experiment.seed, &format!("round {}", index + 1));
        let job = |rules: &'a LoadedRules| PlayJob {
            rules,
            agents: PerSide::from_fn(|_| agent),
            paired: false,
            first_game: 0,
            games: round.games,
            seed: derive_seed(seed, rules.game.name()),
            opening: round.opening,
            lines: &[],
            detail: PerSide::from_fn(|_| Detail::Learning),
            effort: Effort::FULL,
            folder: folder_of(&self.folder.games(index, rules.game.name())).to_owned(),
        };
        self.rules.iter().map(job).collect()
    }

    fn learn_round(&self, index: usize, before: Option<&Course>) -> anyhow::Result<()> {
        let learning = &self.experiment.learning;
        let games = self.games_until(index);
        let samples = samples(self.folder.root(), &games, learning.aim())?;
        if samples.is_empty() {
            bail!("round {}: the games hold nothing to learn from", index + 1);
        }
        tell!("round {}: {} positions to learn from", index + 1, samples.len());
        let steps = self.experiment.rounds[..=index].iter().map(|round| round.steps);
        let folder = self.folder.learning(index);
        let plan = Plan {
            folder: &folder,
            net: self.net_config()?,
            config: self.experiment.learn_config(),
            seed: self.net_seed(),
            begin: before.map(|course| course.checkpoint.clone()),
            last_step: steps.sum(),
            checkpoint_every: learning.checkpoint_every,
        };
        let name = format!("round {}: learning", index + 1);
        Course::learn(&name, &plan, &samples, &self.device)?;
        Ok(())
    }
}
