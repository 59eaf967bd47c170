//! `imperial learn`.

use std::path::PathBuf;

use imperial_engine::derive_seed;
use tempfile::TempDir;

use super::maker::write_made;
use super::options::{Compute, share};
use super::usage::{OrUsage as _, wrong};
use imperial_data::{Lock, is_lost};
use imperial_dataset::{Ids, Split, import_dataset, is_dataset};
use imperial_learn::NetworkSize;
use imperial_learn::learning::{
    GamesFile, Keys, LearningRun, Lessons, Origin, Parts, Plan, Settings, Source, Target,
    files_of_games,
};
use imperial_net::{LearnConfig, Schedule};
use imperial_play::tell;

/// Learn a network from recorded games
///
/// Uses every games.jsonl below the folders, of any rule sets of one family. A folder may be a dataset that
/// imperial export made. Then it learns from the part for training alone; losses.csv has the losses on
/// validation and test. A game that stands in several folders is taken once, and not learned from where one of
/// them holds it out. You can interrupt it at any time: the same command continues from the last checkpoint.
/// With a larger --steps it learns more. learn.json holds the games and settings; the folder accepts no others.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  imperial selfplay --rules imperial-contest --games 500 --out games
  imperial learn games --steps 500 --out net
  imperial learn dataset --steps 500 --out net
  imperial match --rules imperial-contest \\
      --agent network:64@net/network.net --against rollouts:64")]
pub(super) struct Args {
    /// Folders with games, or datasets
    #[arg(value_name = "FOLDER", required_unless_present = "games")]
    folders: Vec<PathBuf>,

    /// The same; may be repeated
    #[arg(long, value_name = "FOLDER")]
    games: Vec<PathBuf>,

    /// Learning steps, one batch each
    #[arg(long, default_value_t = 500)]
    steps: u64,

    /// Samples per step
    #[arg(long, default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    batch: u32,

    /// Highest learning rate
    #[arg(long, default_value_t = 2e-3, value_parser = share::<f64>)]
    rate: f64,

    /// Residual blocks of the network
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..))]
    blocks: u16,

    /// Channels of each block
    #[arg(long, default_value_t = 32, value_parser = clap::value_parser!(u16).range(1..))]
    channels: u16,

    /// Share of the search's root value in the value target
    #[arg(long, value_name = "SHARE", default_value_t = 0.25, value_parser = share::<f32>)]
    root_value_share: f32,

    /// Share of the result that each ply up to the end leaves in the value target
    #[arg(long, value_name = "SHARE", default_value_t = 0.99, value_parser = share::<f32>)]
    discount: f32,

    /// Seed of the first weights and of the order of samples
    #[arg(long, default_value_t = 1855)]
    seed: u64,

    /// Folder for the network, its checkpoint and its losses
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,

    #[command(flatten)]
    compute: Compute,
}

/// What is learned from and held out.
struct Sources {
    parts: Parts,
    /// The datasets, by the folders that their parts became.
    datasets: Vec<(PathBuf, PathBuf)>,
    /// Holds those that come from datasets, as long as it lives.
    _imported: TempDir,
}

impl Sources {
    /// What files of games are called in `learn.json`: of a dataset nothing is left here afterwards but its name.
    fn named<'a>(&self, files: impl Iterator<Item = &'a GamesFile>) -> anyhow::Result<Vec<Source>> {
        let source = |file: &GamesFile| {
            let is_of = |(folder, _): &&(PathBuf, PathBuf)| file.path().starts_with(folder);
            match self.datasets.iter().find(is_of) {
                Some((_, dataset)) => Source::of_dataset(file, dataset),
                None => Source::of(file),
            }
        };
        files.map(source).collect()
    }
}

/// Steps between two checkpoints.
const CHECKPOINT_EVERY: u64 = 100;

impl Args {
    pub fn run(self) -> anyhow::Result<()> {
        // Before anything else that computes: it sets the number of threads.
        let backend = self.compute.set_up()?;
        let sources = self.sources()?;
        let kernel = backend.kernel_name().map(str::to_owned);
        let mut origin = self.origin(&sources, kernel)?;
        // The lock checks the files there before they are compared.
        let lock = self.out.is_dir().then(|| Lock::of_folder(&self.out)).transpose()?;
        if self.is_done(&mut origin)? {
            // What was deleted of a finished folder is written again.
            if lock.is_some() && is_lost(&self.out.join("made.json")) {
                write_made(&self.out, self.seed, &[], &backend)?;
            }
            return Ok(());
        }
        let Lessons { net, samples, held_out, left_out } = self.read(&sources.parts).or_usage()?;
        let _lock = lock.map_or_else(|| Lock::of_folder(&self.out), Ok)?;
        // Again, since another process may have been at work until now.
        if self.is_done(&mut origin)? {
            return Ok(());
        }
        Origin::check_left_out(&self.out, left_out).or_usage()?;
        tell!("{} positions to learn from", samples.len());
        let (validation, test) = (held_out.validation.len(), held_out.test.len());
        if validation + test > 0 {
            tell!("held out: {validation} positions for validation, {test} for the test");
        }
        write_made(&self.out, self.seed, &[], &backend)?;
        origin.write(&self.out)?;
        let plan = Plan {
            folder: &self.out,
            net,
            config: self.learn_config(),
            seed: derive_seed(self.seed, "network"),
            last_step: self.steps,
            checkpoint_every: CHECKPOINT_EVERY,
        };
        let run = LearningRun::learn("learning", &plan, (&samples, &held_out), &backend)?;
        origin.learned = Some(self.steps);
        origin.write(&self.out)?;
        tell!("network: {}", run.network.display());
        tell!("losses:  {}", run.losses.display());
        Ok(())
    }

    /// The games by what they are for; each part of a dataset becomes a folder of games.
    fn sources(&self) -> anyhow::Result<Sources> {
        let imported = tempfile::tempdir()?;
        let (mut datasets, mut folders) = (Vec::new(), Split::ALL.map(|_| Vec::new()));
        for (number, path) in self.folders.iter().chain(&self.games).enumerate() {
            if !is_dataset(path) {
                folders[0].push(path.clone());
                continue;
            }
            for (split, folders) in Split::ALL.into_iter().zip(&mut folders) {
                let folder = imported.path().join(format!("{number}-{}", split.name()));
                if import_dataset(path, &folder, Some(split)).or_usage()?.games > 0 {
                    datasets.push((folder.clone(), path.clone()));
                    folders.push(folder);
                }
            }
        }
        if folders[0].is_empty() {
            return wrong(
                "the datasets hold no games for training; export them with another --split",
            );
        }
        let [train, validation, test] = folders.map(|folders| files_of_games(&folders).or_usage());
        let parts = Parts { train: train?, validation: validation?, test: test? };
        Ok(Sources { parts, datasets, _imported: imported })
    }

    /// Whether the network is there already, which is told.
    fn is_done(&self, origin: &mut Origin) -> anyhow::Result<bool> {
        let is_done = origin.compare(&self.out).or_usage()?;
        if is_done {
            let (folder, steps) = (self.out.display(), self.steps);
            tell!("nothing to do: `{folder}` holds the network of {steps} steps");
        }
        Ok(is_done)
    }

    /// What decides the network that this command learns.
    fn origin(&self, sources: &Sources, kernel: Option<String>) -> anyhow::Result<Origin> {
        let settings = Settings {
            batch: self.batch,
            rate: self.rate,
            blocks: self.blocks,
            channels: self.channels,
            root_value_share: self.root_value_share,
            discount: self.discount,
            seed: self.seed,
            kernel,
        };
        let Parts { train, validation, test } = &sources.parts;
        let games = sources.named(train.iter())?;
        let held_out = Some(sources.named(validation.iter().chain(test))?);
        Ok(Origin { games, held_out, settings, steps: self.steps, learned: None })
    }

    /// What the games teach. Two are the same game where a dataset would give them the same key.
    fn read(&self, parts: &Parts) -> anyhow::Result<Lessons> {
        let target = Target::new(self.root_value_share, self.discount);
        let size =
            NetworkSize { blocks: usize::from(self.blocks), channels: usize::from(self.channels) };
        parts.read(target, &size, |record, start| {
            let Ids { play, game } = Ids::of(record, start);
            Keys { play, game }
        })
    }

    fn learn_config(&self) -> LearnConfig {
        let schedule = Schedule {
            warm_up: self.steps.min(500) / 10,
            total: self.steps,
            peak: self.rate,
            end: self.rate / 100.0,
        };
        LearnConfig { batch: self.batch as usize, schedule, ..LearnConfig::default() }
    }
}
