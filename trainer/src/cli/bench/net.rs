//! `imperial bench net`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;

use super::measuring::{numbers_of_threads, seconds, shown};
use crate::cli::say::sayln;
use crate::cli::usage::OrUsage as _;
use imperial_data::{check_replaceable, load_rules};
use imperial_net::bench::net::figure::{NetFigure, headline};
use imperial_net::bench::net::{NetPlan, bench};
use imperial_net::{Backend, Kernel, KernelError, Precision};
use imperial_play::progress::Progress;

/// Measure the network: judging positions and learning, by kernel, batch and size
///
/// Figures are positions per second by the clock, and per second of computing time, which other programs
/// disturb less. `peak` is the share of the best that the unit can do: the vector unit, or for amx the tiles.
/// `differs` is the largest difference of a result from burn's.
/// The checksum is of the bits of the results. It is the same for every batch size and every number of
/// threads, but not for every kernel.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  imperial bench net                                    everything
  imperial bench net --size 4x32 --batch 32 --threads 1 --seconds 3
  imperial bench net --size 6x64 --code avx512 --code burn \\
      --learning only --json
  imperial bench net --size 6x64 --device libtorch --batch 4096
  imperial bench net --size 4x32 --weights net.safetensors

The network has random weights. --weights writes it for other programs, with
positions and its answers to them.")]
pub(super) struct NetArgs {
    /// Rule set, by name or as a .toml file
    #[arg(long, value_name = "NAME", default_value = "imperial-contest")]
    rules: String,

    /// Blocks and channels of the network; may be repeated
    #[arg(long, value_name = "BLOCKSxCHANNELS", value_parser = size, default_values = ["4x32", "6x64", "8x128"])]
    size: Vec<(usize, usize)>,

    /// Kernel to measure: amx, avx512, avx2, portable or burn; may be repeated [default: all that this
    /// machine has, and on another device burn]
    #[arg(long, value_name = "NAME", value_parser = code)]
    code: Vec<Code>,

    /// Where burn computes
    #[arg(long, value_name = "NAME", default_value = "cpu")]
    device: String,

    /// Compute in all of f32 where a kernel would round to 16 bits to be faster
    #[arg(long)]
    exact: bool,

    /// Positions per call; may be repeated
    #[arg(long, value_name = "N", value_parser = positions, default_values = ["1", "8", "32", "128"])]
    batch: Vec<usize>,

    /// Whether learning is measured
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = LearnSteps::Also)]
    learning: LearnSteps,

    /// Positions in a step of learning; may be repeated
    #[arg(long, value_name = "N", value_parser = positions, default_values = ["256"])]
    learning_batch: Vec<usize>,

    /// Seconds for each measurement
    #[arg(long, value_name = "SECONDS", default_value_t = 0.5, value_parser = seconds)]
    seconds: f64,

    /// Measure on this number of threads only [default: one, then all cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,

    /// Write the network to this safetensors file; needs a single --size
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,

    /// Print one JSON object per line instead of a table
    #[arg(long)]
    json: bool,
}

/// Who computes: one of our kernels or, as `None`, burn.
type Code = Option<Kernel>;

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum LearnSteps {
    Also,
    Only,
    Never,
}

impl NetArgs {
    pub fn run(self) -> anyhow::Result<()> {
        let game = load_rules(&self.rules).or_usage()?.game;
        let plan = self.plan().or_usage()?;
        let progress =
            Progress::start("bench net", "measurements", "", 0, plan.measurements() as u64);
        if !self.json {
            sayln!("{}", headline());
        }
        let mut report = |figure: NetFigure| {
            progress.advance();
            sayln!("{}", shown(&figure, self.json, NetFigure::row));
        };
        bench(&game, &plan, &mut report)?;
        progress.finish();
        Ok(())
    }

    fn plan(&self) -> anyhow::Result<NetPlan> {
        let backend = Backend::named(&self.device, None)?;
        let on_cpu = backend.kernel().is_some();
        let here = |kernel: &Kernel| on_cpu && kernel.is_available();
        let all = || Kernel::ALL.into_iter().filter(here).map(Some).chain([None]).collect();
        if !on_cpu && self.code.iter().any(Option::is_some) {
            bail!("kernels are for the CPU; leave out --code, or --device {}", self.device);
        }
        if self.weights.is_some() && self.size.len() != 1 {
            bail!("--weights writes one network: give a single --size");
        }
        if let Some(file) = &self.weights {
            check_replaceable(file, TENSOR)?;
        }
        Ok(NetPlan {
            backend,
            time: Duration::from_secs_f64(self.seconds),
            sizes: self.size.clone(),
            codes: if self.code.is_empty() { all() } else { self.code.clone() },
            precision: if self.exact { Precision::Exact } else { Precision::Fast },
            batches: if self.learning == LearnSteps::Only {
                Vec::new()
            } else {
                self.batch.clone()
            },
            steps: if self.learning == LearnSteps::Never {
                Vec::new()
            } else {
                self.learning_batch.clone()
            },
            threads: numbers_of_threads(self.threads)?,
            weights: self.weights.clone(),
        })
    }
}

/// What a file of safetensors says near its beginning.
const TENSOR: &str = "\"dtype\"";

/// Reads `4x32`.
fn size(text: &str) -> Result<(usize, usize), String> {
    let number = |text: &str, most: usize| {
        text.parse().ok().filter(|number: &usize| (1..=most).contains(number))
    };
    text.split_once('x')
        .and_then(|(blocks, channels)| Some((number(blocks, 100)?, number(channels, 1024)?)))
        .ok_or_else(|| {
            format!("`{text}` is not a size; write blocks (up to 100) x channels (up to 1024), such as 4x32")
        })
}

/// Most positions in a call or a step: they must fit into memory.
const MOST: usize = 1 << 16;

/// Reads a number of positions.
fn positions(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=MOST).contains(number));
    number.ok_or_else(|| format!("`{text}` is not a number of positions from 1 to {MOST}"))
}

/// Reads the name of a kernel that this machine has, or `burn`.
fn code(text: &str) -> Result<Code, String> {
    if text == "burn" {
        return Ok(None);
    }
    match text.parse().and_then(Kernel::or_lacking) {
        Ok(kernel) => Ok(Some(kernel)),
        Err(KernelError::Unknown(_)) => {
            Err(format!("`{text}` is not a kernel; expected amx, avx512, avx2, portable or burn"))
        }
        Err(lacking) => Err(lacking.to_string()),
    }
}
