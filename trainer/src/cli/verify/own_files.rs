//! What the commands of a dataset read besides: rule sets and networks of one's own. The dataset holds the rule sets; it
//! knows the networks by their hashes.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use imperial_net::device_named;
use imperial_play::agent::AgentSpec;
use imperial_play::networks;

use crate::cli::maker::Made;

/// The rule sets of one's own in the commands of a folder, by what the commands call them: where the dataset holds them.
pub(super) type OwnRules = BTreeMap<String, PathBuf>;

/// Finds them: `played` are the names of the rule sets whose games lie in the folder, and `held` those of the dataset
/// with their files.
///
/// # Errors
/// When nothing says which of the dataset's rule sets a file was, and it is not there.
pub(super) fn own_rules(
    made: &[Made],
    played: &BTreeSet<String>,
    held: &[(String, PathBuf)],
) -> anyhow::Result<OwnRules> {
    let given: BTreeSet<&str> =
        made.iter().flat_map(|made| rules_in(&made.maker.command)).collect();
    let (files, names): (Vec<&str>, Vec<&str>) =
        given.into_iter().partition(|given| given.ends_with(".toml"));
    let is_own = |name: &&str| !names.contains(name);
    let mut left: BTreeSet<&str> = played.iter().map(String::as_str).filter(is_own).collect();
    // Files are mostly called as their rule sets; the last one is what is left.
    let (known, others): (Vec<&str>, Vec<&str>) =
        files.into_iter().partition(|file| left.remove(stem(file)));
    let mut found: Vec<(&str, &str)> = known.iter().map(|file| (*file, stem(file))).collect();
    let mut lacking = others.clone();
    if let ([file], Some(name), 1) = (&others[..], left.first(), left.len()) {
        found.push((file, name));
        lacking.clear();
    }
    let mut own = OwnRules::new();
    for (file, name) in found {
        let mut texts = held.iter().filter(|(held, _)| held == name).map(|(_, path)| path);
        match (texts.next(), texts.next()) {
            (Some(path), None) => {
                own.insert(file.to_owned(), path.clone());
            }
            _ => lacking.push(file),
        }
    }
    match lacking.iter().find(|file| !Path::new(file).is_file()) {
        None => Ok(own),
        Some(file) => bail!(
            "the games were played by the rule set `{file}`, which is not here, and the dataset does not say which of \
             its rule sets that is"
        ),
    }
}

/// The name of a file without its ending.
fn stem(file: &str) -> &str {
    Path::new(file).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default()
}

/// The rule sets that a command names.
fn rules_in(command: &[String]) -> impl Iterator<Item = &str> {
    let after = command.iter().zip(command.iter().skip(1));
    let alone = after.filter(|(option, _)| *option == "--rules").map(|(_, value)| value.as_str());
    alone.chain(command.iter().filter_map(|argument| argument.strip_prefix("--rules=")))
}

/// Lets a command take its rule sets from the dataset.
pub(super) fn take_rules_from(own: &OwnRules, command: &mut [String]) {
    let mut is_value = false;
    for argument in command {
        let given =
            if is_value { Some(argument.as_str()) } else { argument.strip_prefix("--rules=") };
        let path = given.and_then(|given| own.get(given));
        is_value = argument == "--rules";
        if let Some(path) = path {
            *argument = match argument.starts_with("--rules=") {
                true => format!("--rules={}", path.display()),
                false => path.display().to_string(),
            };
        }
    }
}

/// Looks whether the network that an agent names is the one that played.
///
/// # Errors
/// When it is not there, or is another one.
pub(super) fn check_network(agent: &AgentSpec, made: &Made) -> anyhow::Result<()> {
    let (Some(path), Some(played)) = (agent.network(), &made.network) else { return Ok(()) };
    let shown = path.display();
    let network = networks::load(Some(path), &device_named("cpu")?).with_context(|| {
        format!("the network `{shown}` (SHA-256 {played}) played, and is missing")
    })?;
    if network.hash() == *played {
        return Ok(());
    }
    bail!(
        "`{shown}` is another network now: {played} played, and here it is {}; put the former one there",
        network.hash()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::maker::maker;

    fn made(command: &str) -> Made {
        let mut maker = maker();
        maker.command = command.split(' ').map(str::to_owned).collect();
        Made { maker, seed: None, network: None, networks: Vec::new() }
    }

    #[test]
    fn files_become_the_rule_sets_that_the_dataset_holds() {
        let made = [
            made("selfplay --rules brandubh --rules=a/mine.toml"),
            made("selfplay --rules x.toml"),
        ];
        let played = ["brandubh", "mine", "other"].map(str::to_owned).into();
        let held =
            ["brandubh", "mine", "other"].map(|name| (name.to_owned(), format!("d/{name}").into()));
        let own = own_rules(&made, &played, &held).expect("found");
        let again = |made: &Made| {
            let mut command = made.maker.command.clone();
            take_rules_from(&own, &mut command);
            command.join(" ")
        };
        assert_eq!(again(&made[0]), "selfplay --rules brandubh --rules=d/mine");
        assert_eq!(again(&made[1]), "selfplay --rules d/other");
        let error = own_rules(&made, &played, &held[..2]).expect_err("not held").to_string();
        assert!(error.contains("the rule set `x.toml`, which is not here"), "{error}");
    }
}
