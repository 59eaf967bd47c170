//! `imperial train`.

use std::fs;
use std::path::{Path, PathBuf, absolute};
use std::time::{Duration, Instant};

use anyhow::bail;

use super::duration::duration;
use super::maker::write_made;
use super::options::Sharing;
use super::programs::Programs;
use super::sides::SideText;
use super::usage::OrUsage as _;
use crate::cli::say::say;
use crate::training_page::page;
use imperial_data::check_writable;
use imperial_dataset::License;
use imperial_learn::settings;
use imperial_learn::training::{self, Against, Training, TrainingConfig, TrainingFolder};
use imperial_play::{networks, tell};

/// Train a network by self-play, for minutes or days
///
/// Plays and learns in turns in one process. Without options it learns nine 9x9 rule sets and
/// mixtures of them. You can interrupt it at any time, even with kill -9: the same command continues. It
/// also continues after --time-limit.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  imperial train --time-limit 2h              the embedded training, two hours
  imperial train --time-limit 2h --export strong.net
                                              the same, and export the network
  imperial train --seed 7 --out runs/seed-7   the same from another seed
  imperial train --rules my.toml --time-limit 30m
                                              teach a network your rules
  imperial train --rules brandubh --from nothing
                                              a new network for one rule set
  imperial train --rules brandubh --against strong.net --side attackers \\
      --out runs/exploiter                    learn to beat one network
  imperial train --set rules='[\"brandubh\"]' --set name=short \\
      --set generations=50
  imperial train --show                       print the settings, to copy

While it runs, FOLDER/training.html shows the curves.
FOLDER/metrics.csv has the figures.")]
pub(super) struct Args {
    /// File of settings; the embedded training of nine 9x9 rule sets if not given
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Learn this rule set, a name or a file ending in .toml; may be repeated. Without --config the training run is
    /// named for it and begins with the network of the program for such games, where there is one
    #[arg(long, value_name = "RULES")]
    rules: Vec<String>,

    /// Change one setting; may be repeated
    #[arg(long = "set", value_name = "KEY=VALUE")]
    changes: Vec<String>,

    /// Seed of everything random; that of the settings if not given
    #[arg(long)]
    seed: Option<u64>,

    /// Begin with this network: a file, or one that comes with the program; `nothing` for a new one
    #[arg(long, value_name = "NETWORK")]
    from: Option<String>,

    /// Learn to beat this network, which itself does not learn. Without --from the training begins with it
    #[arg(long, value_name = "NETWORK", requires = "side")]
    against: Option<String>,

    /// The side that learns to beat --against
    #[arg(long, value_name = "SIDE", requires = "against")]
    side: Option<SideText>,

    /// Folder for the training run; runs/NAME if not given
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,

    /// Stop after the generation that ends nearest to this time, one at least: 90m, 1.5h, 2h30m
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time_limit: Option<Duration>,

    /// Write the network to this file, with a model card (.md) beside it
    #[arg(long, value_name = "FILE")]
    export: Option<PathBuf>,

    /// Licence of the exported network, an identifier of SPDX such as MIT or CC0-1.0, for its card
    #[arg(long, value_name = "LICENCE", requires = "export")]
    license: Option<License>,

    /// Print the settings and do nothing else
    #[arg(long)]
    show: bool,

    #[command(flatten)]
    programs: Programs,

    #[command(flatten)]
    compute: Sharing,
}

impl Args {
    pub fn run(self) -> anyhow::Result<()> {
        if self.show && self.is_plain() {
            say!("{}", training::DEFAULT);
            return Ok(());
        }
        let mut config = self.settings().or_usage()?;
        config.check().or_usage()?;
        config.title = training::title(&config);
        if self.show {
            say!("{}", toml::to_string_pretty(&config)?);
            return Ok(());
        }
        self.programs.check(self.config.as_deref(), [&config.first.agent]).or_usage()?;
        let folder = self.out.clone().unwrap_or_else(|| Path::new("runs").join(&config.name));
        if let Some(file) = &self.export {
            check_export(file, &folder).or_usage()?;
        }
        let until = self.time_limit.map(|limit| Instant::now() + limit);
        let backend = self.compute.set_up()?;
        announce(&config, &folder);
        let (seed, computing) = (config.seed, backend.clone());
        let mut training = Training::open(&folder, config, backend).or_usage()?.with_page(page);
        write_made(&folder, seed, &[], &computing)?;
        let all = training.go_on(until)?;
        let done = training.done();
        if all {
            tell!("all {done} generations are done");
        } else {
            tell!("generations done: {done}; the same command continues");
        }
        if done == 0 {
            return Ok(());
        }
        tell!("network: {}", training.folder().newest().display());
        tell!("curves:  {}", training.folder().page().display());
        if let Some(file) = &self.export {
            // The training has written files since the first look, and others may have.
            check_export(file, &folder).or_usage()?;
            let card = training.export(file, self.license.as_ref().map(License::as_str))?;
            tell!("export:  {} and {}", file.display(), card.display());
        }
        Ok(())
    }
}

impl Args {
    /// Whether nothing is asked but the embedded settings.
    fn is_plain(&self) -> bool {
        let texts = [&self.from, &self.against];
        self.config.is_none()
            && self.changes.is_empty()
            && self.rules.is_empty()
            && self.seed.is_none()
            && texts.iter().all(|text| text.is_none())
    }

    /// The settings of the file or the embedded ones, with what the options change.
    fn settings(&self) -> anyhow::Result<TrainingConfig> {
        let mut changes = Vec::new();
        let quoted = |name: &str| toml::Value::from(name).to_string();
        if let Some(first) = self.rules.first() {
            changes.push(format!("rules={}", toml::Value::from(self.rules.clone())));
            if self.config.is_none() {
                let stem = Path::new(first).file_stem().unwrap_or_default().to_string_lossy();
                changes.push(format!("name={}", quoted(&stem)));
            }
        }
        changes.extend(self.changes.iter().cloned());
        changes.extend(self.seed.map(|seed| format!("seed={seed}")));
        let from = self.from.as_deref().filter(|name| *name != NOTHING);
        changes.extend(from.map(|name| format!("from={}", quoted(name))));
        let mut config: TrainingConfig =
            settings::load(self.config.as_deref(), training::DEFAULT, &changes)?;
        if let (Some(network), Some(side)) = (&self.against, &self.side) {
            let side = side.of_all(&imperial_data::load_all(&config.rules)?)?;
            config.against = Some(Against { network: network.into(), side });
        }
        if self.from.as_deref() == Some(NOTHING) {
            config.from = None;
        } else if config.from.is_none() {
            config.from = self.usual_beginning(&config)?;
        }
        Ok(config)
    }

    /// What a training begins with that names no network.
    fn usual_beginning(&self, config: &TrainingConfig) -> anyhow::Result<Option<PathBuf>> {
        if let Some(network) = &self.against {
            return Ok(Some(network.into()));
        }
        if self.rules.is_empty() || self.config.is_some() {
            return Ok(None);
        }
        let rules = imperial_data::load_all(&config.rules)?;
        Ok(networks::to_begin_with(rules.iter().map(|rules| &rules.game)).map(PathBuf::from))
    }
}

/// Where `--from` says so, a training begins with a network that knows nothing.
const NOTHING: &str = "nothing";

/// What of the training in `folder` has the name `file`, or lies around it.
fn own_name(file: &Path, folder: &Path) -> Option<&'static str> {
    let place = |path: &Path| path.canonicalize().or_else(|_| absolute(path));
    let (file, folder) = (absolute(file).ok()?, place(folder).ok()?);
    let is_it = |path: &&Path| place(path).is_ok_and(|place| place == folder);
    let inside = file.strip_prefix(file.ancestors().skip(1).find(is_it)?).ok()?;
    let first = inside.components().next()?.as_os_str();
    TrainingFolder::OWN.into_iter().find(|own| first.eq_ignore_ascii_case(own))
}

/// Fails before hours of training in `folder` where the network could not be written after them, or would take the
/// place of something.
fn check_export(file: &Path, folder: &Path) -> anyhow::Result<()> {
    if let Some(own) = own_name(file, folder) {
        bail!(
            "--export {}: the training itself writes `{own}` in its folder; choose another name",
            file.display()
        );
    }
    if file.extension().is_some_and(|extension| extension == "md") {
        bail!(
            "--export {}: the model card gets this name; call the network something that ends in `.net`",
            file.display()
        );
    }
    check_writable(file)?;
    let card = file.with_extension("md");
    let name = file.file_name().unwrap_or_default().display();
    let is_ours = |text: String| text.contains(&format!("- file: `{name}`"));
    if !fs::read_to_string(&card).is_ok_and(is_ours) {
        // What is there was not written by an earlier --export.
        let found = [file, &card].into_iter().find(|path| path.exists());
        if let Some(found) = found {
            bail!(
                "--export {}: `{}` is there already; choose another name",
                file.display(),
                found.display()
            );
        }
    }
    Ok(())
}

fn announce(config: &TrainingConfig, folder: &Path) {
    tell!("{} (`{}`, seed {})", config.title, config.name, config.seed);
    tell!("  rules    {}", config.rules.join(", "));
    if let Some(Against { network, side }) = &config.against {
        tell!("  learns   as {side}, against {}", network.display());
    }
    match &config.from {
        Some(network) => tell!("  network  begins as {}", network.display()),
        None => {
            let (blocks, channels) = (config.network.blocks, config.network.channels);
            tell!("  network  {blocks} blocks of {channels} channels");
        }
    }
    tell!("  results  {}", folder.display());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_of_the_training_are_not_exported_over() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        // Once before there is a folder, and once when it is there.
        for _ in 0..2 {
            for own in ["te/checkpoint.bpk", "te/./training.toml", "te/networks/0001.net"] {
                let refused = check_export(&at(own), &at("te")).expect_err(own).to_string();
                assert!(refused.contains("the training itself writes"), "{refused}");
            }
            fs::create_dir_all(at("te")).expect("a folder");
        }
        let round = at("te/../te/network.net");
        assert!(check_export(&round, &at("te")).is_err() && own_name(&round, &at("x")).is_none());
        for other in ["te/strong.net", "network.net", "rules/x.net"] {
            check_export(&at(other), &at("te")).expect(other);
        }
        fs::write(at("te/strong.net"), "of others").expect("written");
        assert!(check_export(&at("te/strong.net"), &at("te")).is_err());
    }
}
