//! Options that several verbs share.

use anyhow::Context as _;
use burn::tensor::Device;

use super::usage::OrUsage as _;
use crate::net::device_named;

/// Where and how to compute.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Compute {
    /// Number of threads; all cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

    /// Where networks compute: cpu, or a GPU that this program was built for
    #[arg(long, value_name = "NAME", default_value = "cpu")]
    device: String,
}

impl Compute {
    /// Sets the number of threads and gives the device.
    pub fn set_up(&self) -> anyhow::Result<Device> {
        if let Some(threads) = self.threads {
            rayon::ThreadPoolBuilder::new()
                .num_threads(usize::from(threads))
                .build_global()
                .context("cannot start the threads")?;
        }
        device_named(&self.device).or_usage()
    }
}

/// Whether to use colours on standard output: on a terminal, unless `NO_COLOR` is set.
pub(super) fn colour() -> bool {
    use std::io::IsTerminal as _;
    std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
}
