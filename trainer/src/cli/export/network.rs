//! `imperial export` of networks.

use std::path::Path;

use crate::cli::say::sayln;
use crate::cli::usage::{OrUsage as _, wrong};
use imperial_data::{load_rules, write_atomically};
use imperial_net::bench::net::positions::add_positions;
use imperial_net::{Network, Safetensors, device_named};
use imperial_play::networks;

/// Writes the weights of the network called `name` to the file `out`, with positions of the rule set
/// called `rules` if there is one.
pub(super) fn export(name: &Path, rules: Option<&str>, out: &Path) -> anyhow::Result<()> {
    let network = load(name, out)?;
    let mut file = Safetensors::of(&network);
    if let Some(rules) = rules {
        let game = load_rules(rules).or_usage()?.game;
        add_positions(&game, &mut file, &network).or_usage()?;
    }
    file.write(out)?;
    sayln!("network {} in {}", network.hash(), out.display());
    Ok(())
}

/// Writes the network called `name` as a model of ONNX to the file `out`.
pub(super) fn export_onnx(name: &Path, out: &Path) -> anyhow::Result<()> {
    let network = load(name, out)?;
    write_atomically(out, &network.to_onnx())?;
    sayln!("network {} in {}", network.hash(), out.display());
    Ok(())
}

/// The network, if there is no file `out` yet.
fn load(name: &Path, out: &Path) -> anyhow::Result<Network> {
    if out.exists() {
        return wrong(format!("`{}` is there already; choose another --out", out.display()));
    }
    networks::load(Some(name), &device_named("cpu")?).or_usage()
}
