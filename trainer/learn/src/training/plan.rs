//! What a training does in each generation, whatever it has learned: it stays the same from the first to the last.

use std::time::Duration;

use imperial_data::{Damaged, LoadedRules, has_lost};
use imperial_net::Backend;
use imperial_play::play::{Played, play_before};
use imperial_play::tell;

use super::config::TrainingConfig;
use super::folder::TrainingFolder;
use super::generation::Generation;

/// Settings, rules and folder of a training.
#[derive(Debug)]
pub struct Plan {
    pub config: TrainingConfig,
    pub rules: Vec<LoadedRules>,
    pub folder: TrainingFolder,
    pub backend: Backend,
}

/// The games of a generation, which are all there.
#[derive(Debug)]
pub struct Stage {
    /// Number of the generation, from 1.
    pub number: u32,
    pub played: Played,
    /// The name that the learning agent has in the records.
    pub learner: String,
}

impl Plan {
    /// Plays what is missing of the games of a generation; what follows takes about `rest`.
    ///
    /// # Errors
    /// When a network cannot be read or a log not be written, or the user interrupts.
    pub fn play(&self, number: u32, rest: Duration) -> anyhow::Result<Stage> {
        let generation =
            Generation::new(number, &self.config, &self.rules, &self.folder, &self.backend)?;
        let jobs = generation.jobs(&self.config, &self.rules);
        let played = play_before(&[], rest, &self.stage(number, "games"), &jobs)?;
        drop(jobs);
        Ok(Stage { number, played, learner: generation.newest_label() })
    }

    /// Plays again what is missing of the games of an earlier generation, which a repair has taken out, and writes what
    /// is gone beside them.
    ///
    /// # Errors
    /// As of [`play`](Self::play), and when a file there is damaged, or a network is gone that has played there.
    pub fn mend(&self, number: u32) -> anyhow::Result<()> {
        let games = self.folder.games(number);
        if !games.exists() && !has_lost(&games) {
            return Ok(());
        }
        Damaged::check(&games)?;
        let has_games = self.folder.has_true_games(number)?;
        if !has_games {
            tell!("generation {number} lacks games, which are played again");
        }
        if has_games && !has_lost(&games) {
            return Ok(());
        }
        self.play(number, Duration::ZERO).map(drop)
    }

    /// What the progress of a generation is called.
    pub fn stage(&self, number: u32, doing: &str) -> String {
        format!("generation {number}/{}: {doing}", self.config.generations)
    }
}
