//! What made the files that a command writes: the program, the machine and the command itself.

use std::path::Path;

use anyhow::{Context as _, bail};
use imperial_data::{Damaged, make_folder, read_text_if_there, write_atomically};
use imperial_dataset::Maker;
use imperial_net::{Backend, Kernel};
use imperial_play::agent::Agent;
use serde::{Deserialize, Serialize};

/// This program, as it was called.
pub(super) fn maker() -> Maker {
    Maker {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        commit: option_env!("IMPERIAL_COMMIT").map(str::to_owned),
        kernel: Kernel::best().name().to_owned(),
        command: whole_command(given()),
    }
}

/// The arguments, as far as they are texts.
fn given() -> impl Iterator<Item = String> {
    std::env::args_os().skip(1).map(|one| one.to_string_lossy().into_owned())
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
    /// The seed that the command has, given or not; those of its games come from it. Versions up to 0.2 wrote none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// SHA-256 of the network that played, where one did; agents' labels begin with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub network: Option<String>,
    /// The same where there are several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub networks: Vec<String>,
}

/// What `made.json` holds; nothing where there is none.
fn made_in(path: &Path) -> anyhow::Result<Vec<Made>> {
    let Some(text) = read_text_if_there(path)? else { return Ok(Vec::new()) };
    serde_json::from_str(&text).with_context(|| Damaged::written_again(path))
}

/// The commit of the program that played last in `folder`, if that is known.
pub(super) fn last_commit(folder: &Path) -> Option<String> {
    made_in(&folder.join("made.json")).ok()?.pop()?.maker.commit
}

/// Refuses a folder in which another subcommand than `verb` has played: the report of one would take the place of the
/// other's.
pub(super) fn check_made_by(verb: &str, folder: &Path) -> anyhow::Result<()> {
    let mut made = made_in(&folder.join("made.json"))?.into_iter();
    match made.find_map(|made| made.maker.command.into_iter().next().filter(|first| first != verb))
    {
        None => Ok(()),
        Some(other) => bail!(
            "`{}` holds the games of `imperial {other}`; choose another folder with --out",
            folder.display()
        ),
    }
}

/// Writes down in `folder` that this command plays games there from `seed` with `agents`, as far as they are known, after
/// the commands before it.
///
/// # Errors
/// When the file cannot be written, or what is there is none of ours.
pub(super) fn write_made(
    folder: &Path,
    seed: u64,
    agents: &[&Agent],
    backend: &Backend,
) -> anyhow::Result<()> {
    let path = folder.join("made.json");
    let mut all = made_in(&path)?;
    let hash = |agent: &&Agent| match agent {
        Agent::Network(_, player) => Some(player.hash().to_owned()),
        _ => None,
    };
    let mut networks: Vec<String> = agents.iter().filter_map(hash).collect();
    networks.sort();
    networks.dedup();
    let network = if networks.len() == 1 { networks.pop() } else { None };
    let mut maker = maker();
    if let Some(kernel) = backend.kernel_name() {
        kernel.clone_into(&mut maker.kernel);
    }
    let made = Made { maker, seed: Some(seed), network, networks };
    if all.last() != Some(&made) {
        all.push(made);
        make_folder(folder)?;
        let text = serde_json::to_string_pretty(&all)? + "\n";
        Damaged::check_again(&path, text.as_bytes())?;
        write_atomically(&path, text.as_bytes())?;
    }
    Ok(())
}
