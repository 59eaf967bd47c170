//! What made the files that a command writes: the program, the machine and the command itself.

use std::io::ErrorKind;
use std::path::Path;

use anyhow::Context as _;
use imperial_data::{Damaged, read_text, write_atomically};
use imperial_dataset::Maker;
use imperial_net::Kernel;
use imperial_play::agent::Agent;
use serde::{Deserialize, Serialize};

/// This program, as it was called.
pub(super) fn maker() -> Maker {
    Maker {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        commit: option_env!("IMPERIAL_COMMIT").map(str::to_owned),
        kernel: Kernel::best().name().to_owned(),
        command: whole_command(std::env::args().skip(1)),
    }
}

/// The command without the share of games that it plays: repeated, it makes all of them.
fn whole_command(args: impl Iterator<Item = String>) -> Vec<String> {
    let mut is_share = false;
    let is_of_all = |arg: &String| {
        let is_left_out = is_share || arg.starts_with("--shard=");
        is_share = arg == "--shard";
        !is_left_out && !is_share
    };
    args.filter(is_of_all).collect()
}

/// Who played games, in `made.json` beside them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Made {
    #[serde(flatten)]
    pub maker: Maker,
    /// SHA-256 of the network that played, where one did; agents' labels begin with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub network: Option<String>,
}

/// Writes down in `folder` that this command plays games there with `agent`, after the commands before it.
///
/// # Errors
/// When the file cannot be written, or what is there is none of ours.
pub(super) fn write_made(folder: &Path, agent: &Agent) -> anyhow::Result<()> {
    let path = folder.join("made.json");
    let mut all: Vec<Made> = match read_text(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
        text => {
            let text = text.with_context(|| format!("cannot read `{}`", path.display()))?;
            serde_json::from_str(&text).with_context(|| Damaged::written_again(&path))?
        }
    };
    let network = match agent {
        Agent::Network(_, player) => Some(player.hash().to_owned()),
        _ => None,
    };
    let made = Made { maker: maker(), network };
    if all.last() != Some(&made) {
        all.push(made);
        let text = serde_json::to_string_pretty(&all)? + "\n";
        Damaged::check_again(&path, text.as_bytes())?;
        write_atomically(&path, text.as_bytes())?;
    }
    Ok(())
}
