//! Trainings that learn the rule sets of a measurement before they play them.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use imperial_data::{LoadedRules, write_atomically};
use imperial_engine::derive_seed;
use imperial_lab::Knowledge;
use imperial_learn::settings;
use imperial_learn::training::{
    SHORT, Training, TrainingConfig, knowledge_of_training, training_of,
};
use imperial_net::Backend;
use imperial_play::agent::{AgentSpec, Judge, SearchSpec};
use imperial_play::networks::recipes;
use imperial_play::tell;

use super::cost::aside;
use crate::training_page::page;

/// Trainings from nothing, where no network of the program knows the boards: as few as have an interval.
const FROM_NOTHING: u64 = 3;
/// The file beside the networks with the seconds that a generation takes.
const GENERATION: &str = "generation.txt";
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
    /// Those who learn, each with the network that it begins with: the trainings of the recipe that knows the boards best;
    /// without one, three from nothing.
    fn pupils(&self) -> Vec<(String, Option<&'static str>)> {
        match recipes::best(&self.rules.iter().map(|rules| &rules.game)) {
            Some(recipe) => {
                recipe.members.iter().map(|name| ((*name).to_owned(), Some(*name))).collect()
            }
            None => {
                (1..=FROM_NOTHING).map(|number| (format!("from-nothing-{number}"), None)).collect()
            }
        }
    }

    fn file(&self, pupil: &str) -> PathBuf {
        folder_of_taught(self.folder).join(format!("{pupil}.net"))
    }

    /// The agents that play with the networks that are taught, weakest first.
    pub fn agents(&self, playouts: &[u32]) -> Vec<AgentSpec> {
        let pupils = self.pupils();
        let agent = |playouts: &u32, (name, _): &(String, _)| {
            AgentSpec::Search(SearchSpec::new(Judge::Network(Some(self.file(name))), *playouts))
        };
        let of = |playouts| pupils.iter().map(move |pupil| agent(playouts, pupil));
        playouts.iter().flat_map(of).collect()
    }

    /// Teaches each of them. What was taught before is not taught again.
    ///
    /// # Errors
    /// When a training fails, or the user interrupts; the same call continues.
    pub fn teach(&self) -> anyhow::Result<()> {
        let pupils = self.pupils();
        let share = self.time / pupils.len() as u32;
        for (number, (name, from)) in pupils.iter().enumerate() {
            let file = self.file(name);
            if file.is_file() {
                check_taught(&file, self.rules)?;
                tell!("{name} was taught before: {}", file.display());
                continue;
            }
            let (number, all) = (number + 1, pupils.len());
            tell!("teaching {name}, {number} of {all}: {:.1} minutes", share.as_secs_f64() / 60.0);
            self.train(name, *from, share, &file)
                .with_context(|| format!("cannot teach `{name}`"))?;
        }
        Ok(())
    }

    /// One training, whose network becomes `file` once its time is over.
    fn train(
        &self,
        name: &str,
        from: Option<&str>,
        share: Duration,
        file: &Path,
    ) -> anyhow::Result<()> {
        let folder = folder_of_taught(self.folder).join(name);
        let mut config = TrainingConfig {
            name: name.to_owned(),
            title: format!("{name}, taught these rules"),
            seed: derive_seed(self.seed, name) >> 12,
            rules: self.names.to_vec(),
            from: from.map(PathBuf::from),
            ..settings::parse(SHORT, "the embedded short training")?
        };
        let began = Instant::now();
        config.generations = match generations_of(&folder) {
            Some(generations) => generations,
            None => (share.div_duration_f64(self.generation(&config)?) as u32).max(FEWEST),
        };
        let mut training = Training::open(&folder, config, self.backend.clone())?.with_page(page);
        // What an interrupted call has spent counts, and the trial.
        let left = share.saturating_sub(spent(&training)).saturating_sub(began.elapsed());
        if training.done() == 0 || !left.is_zero() {
            training.go_on(Some(Instant::now() + left))?;
        }
        anyhow::ensure!(
            training.done() > 0,
            "no generation was done in {:.0} s; give --learn more time",
            share.as_secs_f64()
        );
        training.export(file, None)?;
        Ok(())
    }

    /// How long a generation takes, by which their number is chosen: learning ends slowly. Of two, which are played on
    /// trial by whoever learns first and thrown away.
    fn generation(&self, config: &TrainingConfig) -> anyhow::Result<Duration> {
        let known = folder_of_taught(self.folder).join(GENERATION);
        let seconds = || fs::read_to_string(&known).ok()?.trim().parse().ok();
        if let Some(time) = seconds().and_then(|time| Duration::try_from_secs_f64(time).ok()) {
            return Ok(time);
        }
        let folder = aside(&folder_of_taught(self.folder));
        if folder.exists() {
            fs::remove_dir_all(&folder)?; // A trial that was killed.
        }
        let trial = TrainingConfig { generations: 2, ..config.clone() };
        let mut training = Training::open(&folder, trial, self.backend.clone())?;
        training.go_on(None)?;
        let took = spent(&training) / training.done().max(1);
        drop(training);
        fs::remove_dir_all(&folder)?;
        write_atomically(&known, format!("{:.2}\n", took.as_secs_f64()).as_bytes())?;
        Ok(took)
    }
}

/// The time that the generations of a training took.
fn spent(training: &Training) -> Duration {
    let rows = training.log().rows.iter();
    let seconds = rows.map(|row| row.playing_seconds + row.learning_seconds).sum();
    Duration::try_from_secs_f64(seconds).unwrap_or_default()
}

/// The number of generations of a training that has begun.
fn generations_of(folder: &Path) -> Option<u32> {
    let text = fs::read_to_string(folder.join("training.toml")).ok()?;
    let settings: toml::Table = text.parse().ok()?;
    settings.get("generations")?.as_integer()?.try_into().ok()
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
        fs::write(training.join("training.toml"), "").expect("written");
        let one = [taught];
        check_taught(&file, &one).expect("it learned them");
        let [taught] = one;
        let error = check_taught(&file, &[taught, other]).expect_err("other rules").to_string();
        assert!(error.contains("other rules than `ard-ri`") && error.contains("--out"), "{error}");
    }

    /// What is played on trial is no part of the folder, so nothing is missed there.
    #[test]
    fn a_folder_with_lessons_is_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let lock = imperial_data::Lock::of_folder(folder.path()).expect("a lock");
        let (rules, names) = ([load_rules("tic-tac-toe").expect("it")], ["tic-tac-toe".to_owned()]);
        let lessons = Lessons {
            rules: &rules,
            names: &names,
            time: Duration::from_secs(12),
            folder: folder.path(),
            seed: 1855,
            backend: &Backend::cpu(),
        };
        lessons.teach().expect("taught");
        drop(lock);
        let agents = lessons.agents(&[16]);
        assert!(
            agents.len() == 3 && agents.iter().all(|one| one.network().is_some_and(Path::is_file))
        );
        let found = imperial_data::verify_folder(folder.path(), &mut |_, _| ());
        assert!(found.problems.is_empty(), "{:?}", found.problems);
    }
}
