//! `imperial learn`.

use std::path::PathBuf;

use imperial_engine::derive_seed;
use tempfile::TempDir;

use super::maker::write_made;
use super::options::Compute;
use super::usage::{OrUsage as _, wrong};
use imperial_data::{Lock, is_lost};
use imperial_dataset::{Split, import_dataset, is_dataset};
use imperial_learn::learning::{
    GamesFile, HeldOut, LearningRun, Origin, Plan, Settings, Source, Target, files_of_games,
};
use imperial_learn::{NetworkSize, common_shape, shape_for};
use imperial_net::{LearnConfig, NetConfig, Sample, Schedule};
use imperial_play::progress::Progress;
use imperial_play::{interrupt, tell};

/// Learn a network from recorded games
///
/// Uses every games.jsonl below the folders, of any rule sets of one family. A folder may be a dataset that
/// imperial export made. Then it learns from the part for training alone; losses.csv has the losses on
/// validation and test. You can interrupt it at any time: the same command continues from the last checkpoint.
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
    #[arg(long, default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,

    /// Highest learning rate
    #[arg(long, default_value_t = 2e-3)]
    rate: f64,

    /// Residual blocks of the network
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..))]
    blocks: u16,

    /// Channels of each block
    #[arg(long, default_value_t = 32, value_parser = clap::value_parser!(u16).range(1..))]
    channels: u16,

    /// Share of the search's root value in the value target
    #[arg(long, value_name = "SHARE", default_value_t = 0.25)]
    root_value_share: f32,

    /// Share of the result that each ply up to the end leaves in the value target
    #[arg(long, value_name = "SHARE", default_value_t = 0.99)]
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

/// Folders of games by what they are for.
struct Parts {
    train: Vec<PathBuf>,
    validation: Vec<PathBuf>,
    test: Vec<PathBuf>,
    /// The datasets, by the folders that their parts became.
    datasets: Vec<(PathBuf, PathBuf)>,
    /// Holds those that come from datasets, as long as it lives.
    imported: TempDir,
}

impl Parts {
    fn new() -> std::io::Result<Self> {
        let (train, validation, test) = (Vec::new(), Vec::new(), Vec::new());
        let imported = tempfile::tempdir()?;
        Ok(Self { train, validation, test, datasets: Vec::new(), imported })
    }

    fn of(&mut self, split: Split) -> &mut Vec<PathBuf> {
        match split {
            Split::Train => &mut self.train,
            Split::Validation => &mut self.validation,
            Split::Test => &mut self.test,
        }
    }

    /// What a file of games is called in `learn.json`: of a dataset nothing is left here afterwards but its name.
    fn source(&self, file: &GamesFile) -> anyhow::Result<Source> {
        let is_of = |(folder, _): &&(PathBuf, PathBuf)| file.path().starts_with(folder);
        match self.datasets.iter().find(is_of) {
            Some((_, dataset)) => Source::of_dataset(file, dataset),
            None => Source::of(file),
        }
    }
}

/// Steps between two checkpoints.
const CHECKPOINT_EVERY: u64 = 100;

impl Args {
    pub fn run(self) -> anyhow::Result<()> {
        let shares = [f64::from(self.root_value_share), f64::from(self.discount), self.rate];
        if shares.iter().any(|share| !(0.0..=1.0).contains(share)) {
            return wrong("--root-value-share, --discount and --rate must be from 0 to 1");
        }
        // Before anything else that computes: it sets the number of threads.
        let backend = self.compute.set_up()?;
        let parts = self.parts()?;
        if parts.train.is_empty() {
            return wrong(
                "the datasets hold no games for training; export them with another --split",
            );
        }
        let files = files_of_games(&parts.train).or_usage()?;
        let kernel = backend.kernel_name().map(str::to_owned);
        let mut origin = self.origin(&files, &parts, kernel)?;
        // The lock checks the files there before they are compared.
        let lock = self.out.is_dir().then(|| Lock::of_folder(&self.out)).transpose()?;
        if self.is_done(&mut origin)? {
            // What was deleted of a finished folder is written again.
            if lock.is_some() && is_lost(&self.out.join("made.json")) {
                write_made(&self.out, self.seed, &[], &backend)?;
            }
            return Ok(());
        }
        let (net, samples, held_out) = self.read(&files, &parts)?;
        let _lock = lock.map_or_else(|| Lock::of_folder(&self.out), Ok)?;
        // Again, since another process may have been at work until now.
        if self.is_done(&mut origin)? {
            return Ok(());
        }
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

    /// The folders by what they are for; each part of a dataset becomes a folder of games.
    fn parts(&self) -> anyhow::Result<Parts> {
        let mut parts = Parts::new()?;
        for (number, path) in self.folders.iter().chain(&self.games).enumerate() {
            if !is_dataset(path) {
                parts.train.push(path.clone());
                continue;
            }
            for split in Split::ALL {
                let folder = parts.imported.path().join(format!("{number}-{}", split.name()));
                if import_dataset(path, &folder, Some(split)).or_usage()?.games > 0 {
                    parts.datasets.push((folder.clone(), path.clone()));
                    parts.of(split).push(folder);
                }
            }
        }
        Ok(parts)
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
    fn origin(
        &self,
        files: &[GamesFile],
        parts: &Parts,
        kernel: Option<String>,
    ) -> anyhow::Result<Origin> {
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
        let games = files.iter().map(|file| parts.source(file)).collect::<anyhow::Result<_>>()?;
        Ok(Origin { games, settings, steps: self.steps, learned: None })
    }

    /// The samples of all games, and the shape of the network that fits them.
    fn read(
        &self,
        files: &[GamesFile],
        parts: &Parts,
    ) -> anyhow::Result<(NetConfig, Vec<Sample>, HeldOut)> {
        let mut shapes = Vec::new();
        let samples = self.samples(files, &mut shapes)?;
        if samples.is_empty() {
            return wrong(
                "the games hold nothing to learn from, as no searches are recorded; use games of `imperial selfplay`",
            );
        }
        let mut held_out =
            |folders: &[PathBuf]| self.samples(&files_of_games(folders).or_usage()?, &mut shapes);
        let (validation, test) = (held_out(&parts.validation)?, held_out(&parts.test)?);
        let net = common_shape(shapes.into_iter()).or_usage()?;
        Ok((net, samples, HeldOut { validation, test }))
    }

    /// The samples of some files; `shapes` gets the shapes of networks that fit them.
    fn samples(
        &self,
        files: &[GamesFile],
        shapes: &mut Vec<NetConfig>,
    ) -> anyhow::Result<Vec<Sample>> {
        let target = Target::new(self.root_value_share, self.discount);
        let size =
            NetworkSize { blocks: usize::from(self.blocks), channels: usize::from(self.channels) };
        let mut samples = Vec::new();
        let progress = Progress::start("reading the games", "files", "", 0, files.len() as u64);
        for file in files {
            interrupt::check()?;
            let taught = file.read(target).or_usage()?;
            if taught.torn {
                tell!("left out: the unfinished last line of {}", file.path().display());
            }
            samples.extend(taught.samples);
            shapes.extend(taught.rules.iter().map(|rules| shape_for(rules, &size)));
            progress.advance();
        }
        progress.clear();
        Ok(samples)
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
