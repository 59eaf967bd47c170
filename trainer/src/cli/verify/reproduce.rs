//! `imperial verify --reproduce`: the games of a dataset played again, exported again, and compared.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, bail};
use imperial_data::export::Incomplete;
use imperial_dataset::{Settings, export_dataset};
use serde::Deserialize;
use serde_json::Value;

use crate::cli::maker::{Made, maker};
use crate::cli::say::sayln;
use crate::cli::usage::OrUsage as _;
use imperial_play::tell;

/// What of `dataset.json` is needed.
#[derive(Deserialize)]
struct Manifest {
    version: String,
    kernel: String,
    settings: Settings,
    sources: Vec<Source>,
    files: Vec<File>,
}

#[derive(Deserialize)]
struct Source {
    place: String,
    #[serde(default)]
    origin: BTreeMap<String, Value>,
}

#[derive(Deserialize)]
struct File {
    name: String,
    sha256: String,
}

/// Plays and exports again in a folder that is removed afterwards.
pub(super) fn reproduce(dataset: &Path) -> anyhow::Result<()> {
    let path = dataset.join("dataset.json");
    let shown = || format!("`{}`", path.display());
    let text = fs::read_to_string(&path).with_context(shown).or_usage()?;
    let manifest: Manifest = serde_json::from_str(&text).with_context(shown).or_usage()?;
    let jobs = jobs(&manifest).or_usage()?;
    let folder = tempfile::tempdir()?;
    for (place, made) in &jobs {
        play(&folder.path().join("games").join(place), made)?;
    }
    let out = folder.path().join("dataset");
    let roots = roots(&manifest, &folder.path().join("games"));
    let settings = (&manifest.settings, &maker());
    let report = export_dataset(&roots, &out, settings, Incomplete::Refuse, &mut |_, _| ())?;
    let now: BTreeMap<&str, &str> =
        report.files.iter().map(|file| (file.name.as_str(), file.sha256.as_str())).collect();
    let before: BTreeMap<&str, &str> =
        manifest.files.iter().map(|file| (file.name.as_str(), file.sha256.as_str())).collect();
    let names: BTreeSet<&str> = now.keys().chain(before.keys()).copied().collect();
    let differ: Vec<&str> =
        names.iter().copied().filter(|name| now.get(name) != before.get(name)).collect();
    if differ.is_empty() {
        sayln!("ok: played again, {} files are the same, byte for byte", names.len());
        return Ok(());
    }
    tell_why(&manifest, &jobs);
    bail!(
        "{} of {} files differ when played again: {}",
        differ.len(),
        names.len(),
        differ.join(", ")
    )
}

/// What may explain a difference.
fn tell_why(manifest: &Manifest, jobs: &BTreeMap<PathBuf, Made>) {
    let here = maker();
    let played = jobs.values().map(|made| (&made.maker.kernel, &made.maker.version));
    for (kernel, version) in played.chain([(&manifest.kernel, &manifest.version)]) {
        if *kernel != here.kernel {
            tell!(
                "made with the kernel `{kernel}`; this machine has `{}`, which rounds otherwise",
                here.kernel
            );
            return;
        }
        if *version != here.version {
            tell!("made by version {version}; this is {}", here.version);
            return;
        }
    }
}

/// The commands that played the games, by the folder that each wrote, from the folders that were exported.
fn jobs(manifest: &Manifest) -> anyhow::Result<BTreeMap<PathBuf, Made>> {
    let mut jobs = BTreeMap::new();
    for source in &manifest.sources {
        let place = &source.place;
        let found = source.origin.iter().find(|(path, _)| path.ends_with("made.json"));
        let Some((path, value)) = found else {
            bail!(
                "the games of `{place}` say not how they were played; only those of `imperial selfplay` can be \
                 played again"
            );
        };
        let mut made: Vec<Made> = serde_json::from_value(value.clone())
            .with_context(|| format!("`{path}` of `{place}`, in dataset.json"))?;
        let last = made.pop().with_context(|| format!("`{path}` of `{place}` is empty"))?;
        let root =
            if is_numbered(manifest) { place.split('/').next().unwrap_or_default() } else { "1" };
        let folder = Path::new(path).parent().unwrap_or(Path::new(""));
        jobs.insert(Path::new(root).join(folder), last);
    }
    Ok(jobs)
}

/// Whether several folders were exported; places then begin with their numbers.
fn is_numbered(manifest: &Manifest) -> bool {
    manifest.sources.iter().all(|source| {
        source.place.split('/').next().is_some_and(|first| first.parse::<u32>().is_ok())
    })
}

/// The folders to export.
fn roots(manifest: &Manifest, games: &Path) -> Vec<PathBuf> {
    if !is_numbered(manifest) {
        return vec![games.join("1")];
    }
    let numbers: BTreeSet<u32> = manifest
        .sources
        .iter()
        .filter_map(|source| source.place.split('/').next()?.parse().ok())
        .collect();
    numbers.into_iter().map(|number| games.join(number.to_string())).collect()
}

/// Plays games again by the command that played them, into another folder.
fn play(folder: &Path, made: &Made) -> anyhow::Result<()> {
    let mut command = made.maker.command.clone();
    if command.first().is_none_or(|verb| verb != "selfplay") {
        bail!("`imperial {}` cannot be repeated; only selfplay can", command.join(" "));
    }
    let out = folder.display().to_string();
    let place = command.iter().position(|argument| argument == "--out");
    if let Some(argument) = place.and_then(|place| command.get_mut(place + 1)) {
        *argument = out;
    } else if let Some(argument) = command.iter_mut().find(|one| one.starts_with("--out=")) {
        *argument = format!("--out={out}");
    }
    tell!("playing: imperial {}", command.join(" "));
    let program = env::current_exe()?;
    let status = Command::new(program).args(&command).stdout(Stdio::null()).status()?;
    if status.success() { Ok(()) } else { bail!("`imperial {}` failed", command.join(" ")) }
}
