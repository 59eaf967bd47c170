//! `imperial learn`.

use std::path::{Path, PathBuf};

use anyhow::bail;
use imperial_data::{RuleBook, read_games};
use imperial_engine::derive_seed;

use super::options::Compute;
use super::usage::OrUsage as _;
use crate::experiment::NetworkSize;
use crate::learning::{Aim, Course, Plan, samples};
use crate::net::{LearnConfig, NetConfig, Schedule};
use crate::play::GAMES_FILE;
use crate::run::{common_shape, shape_for};

/// Learn a network from recorded games
///
/// All games.jsonl below the folders of --games are used, of any rule sets of one family.
/// Interrupted at any instant, the same command continues at the last checkpoint.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  imperial selfplay --rules imperial-contest --games 500 --out games
  imperial learn --games games --steps 500 --out net
  imperial match --rules imperial-contest --agent network:64@net/network.net --against rollouts:64")]
pub(super) struct Args {
    /// Folder with games; may be repeated
    #[arg(long, value_name = "FOLDER", required = true)]
    games: Vec<PathBuf>,

    /// Steps of learning, one batch each
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

    /// What each ply up to the end leaves of the result in the value target
    #[arg(long, value_name = "SHARE", default_value_t = 0.99)]
    discount: f32,

    /// Seed of the first weights and of the order of samples
    #[arg(long, default_value_t = 1855)]
    seed: u64,

    /// Folder of the network, its checkpoint and its losses
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,

    #[command(flatten)]
    compute: Compute,
}

/// Steps between two checkpoints.
const CHECKPOINT_EVERY: u64 = 100;

impl Args {
    pub fn run(self) -> anyhow::Result<()> {
        let shares = [f64::from(self.root_value_share), f64::from(self.discount), self.rate];
        if shares.iter().any(|share| !(0.0..=1.0).contains(share)) {
            let message = "--root-value-share, --discount and --rate must be from 0 to 1";
            return Err(anyhow::anyhow!(message)).or_usage();
        }
        if Course::in_folder(&self.out).is_finished() {
            eprintln!("nothing to do: `{}` holds a finished network", self.out.display());
            return Ok(());
        }
        let aim = Aim::new(self.root_value_share, self.discount);
        let mut lessons = Vec::new();
        let mut shapes = Vec::new();
        for folder in &self.games {
            let files = game_files(folder).or_usage()?;
            shapes.extend(self.shapes(folder, &files).or_usage()?);
            lessons.extend(samples(folder, &files, aim).or_usage()?);
        }
        if lessons.is_empty() {
            let message = "the games hold nothing to learn from: no searches are recorded";
            return Err(anyhow::anyhow!(message)).or_usage();
        }
        let device = self.compute.set_up()?;
        eprintln!("{} positions to learn from", lessons.len());
        let plan = Plan {
            folder: &self.out,
            net: common_shape(shapes.into_iter()).or_usage()?,
            config: self.learn_config(),
            seed: derive_seed(self.seed, "network"),
            begin: None,
            last_step: self.steps,
            checkpoint_every: CHECKPOINT_EVERY,
        };
        let course = Course::learn("learning", &plan, &lessons, &device)?;
        eprintln!("network: {}", course.network.display());
        eprintln!("losses:  {}", course.losses.display());
        Ok(())
    }

    /// The network that each rule set of the games wants.
    fn shapes(&self, folder: &Path, files: &[PathBuf]) -> anyhow::Result<Vec<NetConfig>> {
        let size =
            NetworkSize { blocks: usize::from(self.blocks), channels: usize::from(self.channels) };
        let mut book = RuleBook::new(folder);
        let mut shapes = Vec::new();
        for file in files {
            if let Some(first) = read_games(file).next() {
                let (_, record) = first?;
                let rules = book.of_record(file.parent().unwrap_or(folder), &record)?;
                shapes.push(shape_for(&rules, &size));
            }
        }
        Ok(shapes)
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

/// All files of games below `folder`, in the order of their paths.
fn game_files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder)
            .map_err(|error| anyhow::anyhow!("cannot read `{}`: {error}", folder.display()))?;
        for entry in entries {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.file_name().is_some_and(|name| name == GAMES_FILE) {
                files.push(path);
            }
        }
    }
    if files.is_empty() {
        bail!("there is no {GAMES_FILE} below `{}`", folder.display());
    }
    files.sort();
    Ok(files)
}
