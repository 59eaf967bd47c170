//! Trainings that learn the rule sets of a measurement before they play them.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use imperial_data::LoadedRules;
use imperial_engine::derive_seed;
use imperial_lab::Knowledge;
use imperial_learn::settings;
use imperial_learn::training::{
    SHORT, Training, TrainingConfig, knowledge_of_training, training_of,
};
use imperial_net::Backend;
use imperial_play::agent::AgentSpec;
use imperial_play::networks::recipes;
use imperial_play::tell;

use crate::training_page::page;

/// Trainings from nothing, where no network of the program knows the boards: as few as have an interval.
const FROM_NOTHING: u64 = 3;
/// What a generation takes about, by which the number of generations is chosen: learning ends slowly.
const GENERATION: Duration = Duration::from_secs(8);
/// Fewest generations of a training.
const FEWEST: u32 = 3;

/// What is to be taught.
#[derive(Clone, Copy, Debug)]
pub struct Lessons<'a> {
    /// The rule sets.
    pub rules: &'a [LoadedRules],
    /// Their names or files, as the user gave them.
    pub names: &'a [String],
    /// The time of all trainings together.
    pub time: Duration,
    /// The folder of the measurement.
    pub folder: &'a Path,
    /// Seed of everything random.
    pub seed: u64,
    /// What computes.
    pub backend: &'a Backend,
}

/// The folder of the networks that a measurement in `folder` has taught.
pub fn folder_of_taught(folder: &Path) -> PathBuf {
    folder.join("learned")
}

/// Checks that a network that was taught before learned these rule sets.
///
/// # Errors
/// Names the first that it did not learn.
fn check_taught(file: &Path, rules: &[LoadedRules]) -> anyhow::Result<()> {
    let Some(folder) = training_of(file) else { return Ok(()) };
    for rules in rules {
        if knowledge_of_training(&folder, rules)? < Knowledge::Moving {
            bail!(
                "the network `{}` was taught other rules than `{}`; choose another folder with --out",
                file.display(),
                rules.game.name()
            );
        }
    }
    Ok(())
}

impl Lessons<'_> {
    /// Teaches each training of the recipe that knows the boards best; without one, three trainings from nothing.
    /// What was taught before is not taught again. Gives the agents that play with them, weakest first.
    ///
    /// # Errors
    /// When a training fails, or the user interrupts; the same call continues.
    pub fn teach(&self, playouts: &[u32]) -> anyhow::Result<Vec<AgentSpec>> {
        let recipe = recipes::best(&self.rules.iter().map(|rules| &rules.game));
        let pupils: Vec<(String, Option<&str>)> = match recipe {
            Some(recipe) => {
                recipe.members.iter().map(|name| ((*name).to_owned(), Some(*name))).collect()
            }
            None => {
                (1..=FROM_NOTHING).map(|number| (format!("from-nothing-{number}"), None)).collect()
            }
        };
        let share = self.time / pupils.len() as u32;
        let mut files = Vec::new();
        for (number, (name, from)) in pupils.iter().enumerate() {
            let file = folder_of_taught(self.folder).join(format!("{name}.net"));
            if file.is_file() {
                check_taught(&file, self.rules)?;
                tell!("{name} was taught before: {}", file.display());
            } else {
                tell!(
                    "teaching {name}, {} of {}: {:.1} minutes",
                    number + 1,
                    pupils.len(),
                    share.as_secs_f64() / 60.0
                );
                self.train(name, *from, share, &file)
                    .with_context(|| format!("cannot teach `{name}`"))?;
            }
            files.push(file);
        }
        let agent = |playouts: &u32, file: &PathBuf| AgentSpec::Network {
            playouts: *playouts,
            file: Some(file.clone()),
        };
        Ok(playouts
            .iter()
            .flat_map(|playouts| files.iter().map(move |file| agent(playouts, file)))
            .collect())
    }

    /// One training, whose network becomes `file` once its time is over.
    fn train(
        &self,
        name: &str,
        from: Option<&str>,
        share: Duration,
        file: &Path,
    ) -> anyhow::Result<()> {
        let generations = (share.as_secs_f64() / GENERATION.as_secs_f64()) as u32;
        let config = TrainingConfig {
            name: name.to_owned(),
            title: format!("{name}, taught these rules"),
            seed: derive_seed(self.seed, name) >> 12,
            rules: self.names.to_vec(),
            from: from.map(PathBuf::from),
            generations: generations.max(FEWEST),
            ..settings::parse(SHORT, "the embedded short training")?
        };
        let folder = folder_of_taught(self.folder).join(name);
        let mut training = Training::open(&folder, config, self.backend.clone())?.with_page(page);
        // What an interrupted call has spent counts.
        let spent = training
            .log()
            .rows
            .iter()
            .map(|row| row.playing_seconds + row.learning_seconds)
            .sum::<f64>();
        let left = share.saturating_sub(Duration::try_from_secs_f64(spent).unwrap_or_default());
        if training.done() == 0 || !left.is_zero() {
            training.go_on(Some(Instant::now() + left))?;
        }
        anyhow::ensure!(
            training.done() > 0,
            "no generation was done in {:.0} s; give --learn more time",
            share.as_secs_f64()
        );
        training.export(file)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use imperial_data::load_rules;

    use super::*;

    #[test]
    fn what_was_taught_other_rules_is_not_taken_for_these() {
        let folder = tempfile::tempdir().expect("a folder");
        let [taught, other] = ["brandubh", "ard-ri"].map(|name| load_rules(name).expect(name));
        let file = folder.path().join("a.net");
        let training = folder.path().join("a");
        imperial_data::keep_rules(&training, [&taught]).expect("kept");
        std::fs::write(training.join("training.toml"), "").expect("written");
        let one = [taught];
        check_taught(&file, &one).expect("it learned them");
        let [taught] = one;
        let error = check_taught(&file, &[taught, other]).expect_err("other rules").to_string();
        assert!(error.contains("other rules than `ard-ri`") && error.contains("--out"), "{error}");
    }
}
