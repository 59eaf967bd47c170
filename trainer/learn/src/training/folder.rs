//! The folder of a training: what lies where.
//!
//! ```text
//! training.toml, training.json, rules/   what it is: settings, seed, versions, rule sets
//! generations/0001/games.jsonl           the games of a generation, with its mixed rule sets
//! networks/0001.net                      the network after it
//! networks/against.net                   the opponent that does not learn, where there is one
//! checkpoint.bpk                         where the learning stands: written last
//! metrics.csv, sides.csv                 what happened
//! lengths.csv                            the numbers of generations that it had before, if there were others
//! network.net                            the newest network
//! ```

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use imperial_data::{
    Damaged, Done, DoneError, GAMES_FILE, GameRecord, LoadedRules, Lock, Provenance, check_kernel,
    first_difference, keep_rules, read_games, read_text, read_text_if_there, write_atomically,
};

use super::config::{Length, TrainingConfig};
use crate::learning::with_way_on;
use crate::settings;
use imperial_play::table;
use imperial_play::tell;

/// What to do about games of a generation that others or a repair have taken out.
const GAMES_ARE_MISSING: &str =
    "some of its games are missing; restore them from a copy, or begin anew with another --out";

/// A folder that holds one training, locked as long as this lives.
#[derive(Debug)]
pub struct TrainingFolder {
    root: PathBuf,
    /// The number of generations that it had before, if that was another.
    before: Option<u32>,
    _lock: Lock,
}

impl TrainingFolder {
    /// All names in the folder that are the training's own.
    pub const OWN: [&'static str; 14] = [
        "checkpoint.bpk",
        "folder.lock",
        "generations",
        "lengths.csv",
        "made.json",
        "manifest.jsonl",
        "metrics.csv",
        "network.net",
        "networks",
        "rules",
        "sides.csv",
        "training.html",
        "training.json",
        "training.toml",
    ];

    /// What to do about a file that only learning makes.
    const LEARN_AGAIN: &'static str = "restore it from a copy, or delete `checkpoint.bpk` and repeat the command, \
                                           which learns again from the games that are there";

    /// For files that only learning makes: `file` is damaged or gone.
    pub fn learn_again(file: &Path) -> Damaged {
        Damaged::new(file, Self::LEARN_AGAIN)
    }

    /// Makes the folder, or checks that it belongs to the training of `config`. The number of
    /// generations may change: a training can be made longer. The `kernel` of its networks may not.
    pub fn open(
        root: &Path,
        config: &TrainingConfig,
        rules: &[LoadedRules],
        kernel: Option<&str>,
    ) -> anyhow::Result<Self> {
        let lock = Lock::of_folder(root)?;
        let mut folder = Self { root: root.to_owned(), before: None, _lock: lock };
        folder.settle(config, rules, kernel)?;
        Ok(folder)
    }

    fn settle(
        &mut self,
        config: &TrainingConfig,
        rules: &[LoadedRules],
        kernel: Option<&str>,
    ) -> anyhow::Result<()> {
        let path = self.settings();
        if path.exists() {
            let text =
                read_text(&path).with_context(|| format!("cannot read `{}`", path.display()))?;
            let before: TrainingConfig = settings::parse(&text, &path.display().to_string())
                .with_context(|| Damaged::written_again(&path))?;
            let is_resized = before.generations != config.generations;
            self.before = is_resized.then_some(before.generations);
            // The headline changes nothing that is played.
            let before = TrainingConfig {
                generations: config.generations,
                title: config.title.clone(),
                ..before
            };
            let texts = [&before, config].map(toml::to_string_pretty);
            let [before, now] = texts.map(Result::unwrap_or_default);
            if let Some(difference) = first_difference(&before, &now) {
                bail!(
                    "`{}` holds another training: {difference}; choose another folder with --out, \
                     or delete this one",
                    self.root.display()
                );
            }
        }
        Damaged::check_again(&path, toml::to_string_pretty(config)?.as_bytes())?;
        keep_rules(&self.root, rules)?;
        let origin = self.root.join("training.json");
        check_kernel(&read_text_if_there(&origin)?.unwrap_or_default(), kernel, &self.root)?;
        let provenance = Provenance::new(config.seed, rules, kernel);
        let json = serde_json::to_string_pretty(&provenance)? + "\n";
        write_atomically(&origin, json.as_bytes())?;
        if self.before.is_some() { Ok(()) } else { self.write_settings(config) }
    }

    /// Settles the number of generations, `done` of which are complete; gives the other numbers that there were before.
    /// It decides the playouts of each, so the games of one that had begun for another number are removed.
    ///
    /// # Errors
    /// When a file cannot be read, removed or written.
    pub fn resize(&self, config: &TrainingConfig, done: u32) -> anyhow::Result<Vec<Length>> {
        let mut lengths: Vec<Length> = table::read(&self.lengths())?;
        let Some(generations) = self.before else { return Ok(lengths) };
        let length = Length { done, generations };
        if done > 0 && lengths.last() != Some(&length) {
            lengths.push(length);
            table::write(&self.lengths(), &lengths)?;
        }
        // With `overlap` two may have begun.
        for number in [done + 1, done + 2] {
            let begun = self.games(number);
            if begun.exists() {
                tell!("generation {number} begins anew: it was for fewer or more generations");
                imperial_data::remove(&begun)?;
            }
        }
        self.write_settings(config)?;
        Ok(lengths)
    }

    fn write_settings(&self, config: &TrainingConfig) -> anyhow::Result<()> {
        let text = toml::to_string_pretty(config)?;
        Ok(write_atomically(&self.settings(), text.as_bytes())?)
    }

    /// The settings of the training in `root`.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn settings_in(root: &Path) -> anyhow::Result<TrainingConfig> {
        let file = root.join("training.toml");
        settings::parse(&read_text(&file)?, &file.display().to_string())
    }

    fn settings(&self) -> PathBuf {
        self.root.join("training.toml")
    }

    /// The folder itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The folder of the games of a generation.
    pub fn games(&self, generation: u32) -> PathBuf {
        self.root.join("generations").join(format!("{generation:04}"))
    }

    /// The file of the games of a generation.
    fn log(&self, generation: u32) -> PathBuf {
        self.games(generation).join(GAMES_FILE)
    }

    /// Whether the games of a generation are all there, as far as is known without reading them.
    ///
    /// # Errors
    /// When what is said of them cannot be read.
    pub fn has_games(&self, generation: u32) -> Result<bool, DoneError> {
        Ok(Done::read(&self.log(generation))?.is_some())
    }

    /// The same, with every byte of them compared with what was finished.
    ///
    /// # Errors
    /// As of [`has_games`](Self::has_games), and when the games have changed.
    pub fn has_true_games(&self, generation: u32) -> Result<bool, DoneError> {
        let log = self.log(generation);
        let done = Done::read(&log)?.filter(|_| log.exists());
        done.map(|done| done.check(&log)).transpose().map(|checked| checked.is_some())
    }

    /// The games of a generation, all of which must be there.
    ///
    /// # Errors
    /// When some are missing, or one cannot be read.
    pub fn read_games(
        &self,
        generation: u32,
    ) -> anyhow::Result<impl Iterator<Item = anyhow::Result<GameRecord>> + use<>> {
        let file = self.log(generation);
        // An error of the reader says more, so it comes first.
        let mut games = read_games(&file).peekable();
        if !self.has_games(generation)? && !matches!(games.peek(), Some(Err(_))) {
            return Err(Damaged::new(&file, GAMES_ARE_MISSING).into());
        }
        Ok(games.map(|game| Ok(game.map_err(with_way_on)?.1)))
    }

    /// The network after a generation; 0 is the one that has learned nothing.
    pub fn network(&self, generation: u32) -> PathBuf {
        Self::network_in(&self.root, generation)
    }

    /// The same in the folder `root`, which need not be a training's yet.
    pub fn network_in(root: &Path, generation: u32) -> PathBuf {
        root.join("networks").join(format!("{generation:04}.net"))
    }

    /// The opponent that does not learn.
    pub fn opponent(&self) -> PathBuf {
        Self::opponent_in(&self.root)
    }

    /// The same in the folder `root` of a training.
    pub fn opponent_in(root: &Path) -> PathBuf {
        root.join("networks/against.net")
    }

    /// The newest network.
    pub fn newest(&self) -> PathBuf {
        self.root.join("network.net")
    }

    /// Where the learning stands.
    pub fn checkpoint(&self) -> PathBuf {
        self.root.join("checkpoint.bpk")
    }

    /// What happened in each generation.
    pub fn metrics(&self) -> PathBuf {
        self.root.join("metrics.csv")
    }

    /// Numbers of generations that it had before.
    fn lengths(&self) -> PathBuf {
        self.root.join("lengths.csv")
    }

    /// Results by rule set and generation.
    pub fn sides(&self) -> PathBuf {
        self.root.join("sides.csv")
    }

    /// The same as pictures.
    pub fn page(&self) -> PathBuf {
        self.root.join("training.html")
    }
}
