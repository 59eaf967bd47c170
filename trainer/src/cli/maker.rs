//! What made the files that a command writes: the program, the machine and the command itself.

use std::path::Path;

use anyhow::{Context as _, bail};
use imperial_data::{
    Damaged, LoadedRules, Lock, keep_rules, make_folder, read_text_if_there, write_atomically,
};
use imperial_dataset::Maker;
use imperial_net::{Backend, Kernel};
use imperial_play::agent::Agent;
use imperial_play::play::{OtherPlayers, OtherSeed};
use serde::{Deserialize, Serialize};

use super::usage::OrUsage as _;

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

/// The file beside games that says who played them.
const FILE: &str = "made.json";

/// Who played games, in [`FILE`] beside them.
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

/// What the file in `folder` holds; nothing where there is none.
fn made_in(folder: &Path) -> anyhow::Result<Vec<Made>> {
    let path = folder.join(FILE);
    let Some(text) = read_text_if_there(&path)? else { return Ok(Vec::new()) };
    serde_json::from_str(&text).with_context(|| Damaged::written_again(&path))
}

/// The commit of the program that played last in `folder`, if that is known.
pub(super) fn last_commit(folder: &Path) -> Option<String> {
    made_in(folder).ok()?.pop()?.maker.commit
}

/// Subcommands whose report takes in all games of their folder.
const MEASURING: [&str; 3] = ["attribute", "balance", "tune"];

/// Refuses a folder in which another subcommand than `verb` has played, if either reports on all that is there: the
/// report of one would take the place of the other's, or miss games.
pub(super) fn check_made_by(verb: &str, folder: &Path) -> anyhow::Result<()> {
    let made = made_in(folder)?;
    let mut verbs = made.iter().filter_map(|made| made.maker.command.first());
    let measures = |verb: &str| MEASURING.contains(&verb);
    match verbs.find(|other| *other != verb && (measures(verb) || measures(other))) {
        None => Ok(()),
        Some(other) => bail!(
            "`{}` holds the games of `imperial {other}`; choose another folder with --out",
            folder.display()
        ),
    }
}

/// Settles in `folder` with what plays there, and plays. Where the games are refused, [`FILE`] is as before.
///
/// # Errors
/// Those of playing, and when the folder is another subcommand's or cannot be written.
pub(super) fn settled<T>(
    folder: &Path,
    rules: &[LoadedRules],
    (seed, agents, backend): (u64, &[&Agent], &Backend),
    play: impl FnOnce() -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let settling = Lock::to_settle(folder)?;
    check_made_by(&given().next().unwrap_or_default(), folder).or_usage()?;
    keep_rules(folder, rules)?;
    let added = write_made(folder, seed, agents, backend)?;
    drop(settling);
    let played = play();
    let is_refused = |error: &anyhow::Error| error.is::<OtherPlayers>() || error.is::<OtherSeed>();
    if let Some(added) = added.filter(|_| played.as_ref().is_err_and(is_refused)) {
        let _settling = Lock::to_settle(folder)?;
        let mut all = made_in(folder)?;
        all.iter().rposition(|made| *made == added).map(|place| all.remove(place));
        write_all(folder, &all)?;
    }
    played
}

/// Writes down in `folder` that this command plays games there from `seed` with `agents`, as far as they are known, after
/// the commands before it. Returns what was added: nothing where the last command was the same.
///
/// # Errors
/// When the file cannot be written, or what is there is none of ours.
pub(super) fn write_made(
    folder: &Path,
    seed: u64,
    agents: &[&Agent],
    backend: &Backend,
) -> anyhow::Result<Option<Made>> {
    let mut all = made_in(folder)?;
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
    if all.last() == Some(&made) {
        return Ok(None);
    }
    all.push(made.clone());
    write_all(folder, &all)?;
    Ok(Some(made))
}

fn write_all(folder: &Path, all: &[Made]) -> anyhow::Result<()> {
    let path = folder.join(FILE);
    make_folder(folder)?;
    let text = serde_json::to_string_pretty(all)? + "\n";
    Damaged::check_again(&path, text.as_bytes())?;
    Ok(write_atomically(&path, text.as_bytes())?)
}
