//! `imperial verify --reproduce`: the games of a dataset played again, exported again, and compared.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::{Args as _, FromArgMatches as _};
use imperial_data::export::Incomplete;
use imperial_data::{read_text, typed};
use imperial_dataset::{Settings, export_dataset};
use serde::Deserialize;
use serde_json::Value;

use super::own_files::{OwnRules, check_network, own_rules, take_rules_from};
use crate::cli::maker::{Made, maker};
use crate::cli::programs::Programs;
use crate::cli::say::sayln;
use crate::cli::selfplay;
use crate::cli::usage::OrUsage as _;
use imperial_play::agent::AgentSpec;
use imperial_play::{interrupt, tell};

/// How often somebody looks whether the games are played, or the user wants the end.
const LOOK: Duration = Duration::from_millis(20);

/// What of `dataset.json` is needed.
#[derive(Deserialize)]
struct Manifest {
    version: String,
    kernel: String,
    settings: Settings,
    /// How many folders were exported; versions up to 0.2 did not say.
    folders: Option<usize>,
    rules: Vec<Rules>,
    sources: Vec<Source>,
    files: Vec<File>,
}

#[derive(Deserialize)]
struct Rules {
    name: String,
    file: PathBuf,
}

#[derive(Deserialize)]
struct Source {
    place: String,
    #[serde(default)]
    origin: BTreeMap<String, Value>,
    /// What the exported folder is called below its `made.json`, where that is the folder of one rule set.
    folder: Option<PathBuf>,
}

#[derive(Deserialize)]
struct File {
    name: String,
    sha256: String,
}

/// Plays and exports again in a folder that is removed afterwards. The dataset may be a stranger's: nothing else is
/// written, no other command is repeated, and programs start only if `programs` may.
pub(super) fn reproduce(dataset: &Path, programs: &Programs) -> anyhow::Result<()> {
    let path = dataset.join("dataset.json");
    let shown = || format!("`{}`", path.display());
    let text = read_text(&path).with_context(shown).or_usage()?;
    let manifest: Manifest = serde_json::from_str(&text).with_context(shown).or_usage()?;
    let jobs = jobs(&manifest, dataset).or_usage()?;
    refuse_other_kernel(&jobs)?;
    let folder = tempfile::tempdir()?;
    let command = |(place, job, made): (&PathBuf, &Job, &Made)| {
        let (args, command) =
            again(made, &job.own_rules, &folder.path().join("games").join(place))?;
        programs.check(Some(path.as_path()), [&args.agent])?;
        check_network(&args.agent, made)?;
        anyhow::Ok((args.agent, command))
    };
    // Before the first of them plays, all are looked at.
    let each =
        jobs.iter().flat_map(|(place, job)| job.made.iter().map(move |made| (place, job, made)));
    let mut commands = Vec::new();
    for command in each.map(command) {
        let command = command.or_usage()?;
        // Those of shares differ in their folders alone, and here they have one.
        if !commands.contains(&command) {
            commands.push(command);
        }
    }
    commands.iter().try_for_each(|(agent, command)| play(agent, command))?;
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

/// Networks that another vector unit computes differ in the last bits, so the games need not be the same.
fn refuse_other_kernel(jobs: &Jobs) -> anyhow::Result<()> {
    let here = maker().kernel;
    let is_named = |made: &Made| made.maker.command.iter().any(|one| one.starts_with("--kernel"));
    let mut networks =
        jobs.values().flat_map(|job| &job.made).filter(|made| made.network.is_some());
    match networks.find(|made| made.maker.kernel != here && !is_named(made)) {
        None => Ok(()),
        Some(made) => bail!(
            "the networks were computed by another kernel: `{}`, and this machine has `{here}`, which rounds \
             otherwise; reproduce the dataset on a machine of that kind",
            made.maker.kernel
        ),
    }
}

/// What may explain a difference.
fn tell_why(manifest: &Manifest, jobs: &Jobs) {
    let here = maker();
    let played = jobs
        .values()
        .flat_map(|job| &job.made)
        .map(|made| (&made.maker.kernel, &made.maker.version));
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

/// The commands that played games into one folder, in order.
#[derive(Default)]
struct Job {
    made: Vec<Made>,
    /// The names of the rule sets whose games lie there.
    played: BTreeSet<String>,
    own_rules: OwnRules,
}

/// By the folder that they wrote.
type Jobs = BTreeMap<PathBuf, Job>;

/// Where `made.json` lies if one rule set's folder was exported.
const ABOVE: &str = "../made.json";

/// Those of a dataset; their folders begin at the folders that were exported.
fn jobs(manifest: &Manifest, dataset: &Path) -> anyhow::Result<Jobs> {
    let mut jobs = Jobs::new();
    for source in &manifest.sources {
        let place = &source.place;
        let origins = source.origin.iter().filter(|(path, _)| path.ends_with("made.json"));
        // The one that lies next to the games.
        let found = origins.max_by_key(|(path, _)| path.matches('/').count());
        let Some((path, value)) = found else {
            bail!(
                "the games of `{place}` do not say how they were played; only those of `imperial selfplay` can be \
                 played again"
            );
        };
        let made: Vec<Made> = serde_json::from_value(value.clone())
            .with_context(|| format!("`{path}` of `{place}`, in dataset.json"))?;
        if made.is_empty() {
            bail!("`{path}` of `{place}` is empty");
        }
        let root =
            if is_numbered(manifest) { place.split('/').next().unwrap_or_default() } else { "1" };
        let is_above = path == ABOVE && source.folder.is_some();
        let folder = if is_above { None } else { Path::new(path).parent() };
        let folder = Path::new(root).join(folder.unwrap_or(Path::new("")));
        let name = source.folder.clone().unwrap_or_default();
        if !is_within(&folder) || !is_within(&name) {
            bail!("`{path}` of `{place}` leads out of the dataset");
        }
        let job = jobs.entry(folder).or_default();
        job.made = made;
        // Games lie in folders that are called as their rule sets.
        let name = if is_above { name.to_str() } else { place.rsplit('/').next() };
        job.played.extend(name.map(str::to_owned));
    }
    let held = manifest.rules.iter().filter(|rules| is_within(&rules.file));
    let held: Vec<(String, PathBuf)> =
        held.map(|rules| (rules.name.clone(), dataset.join(&rules.file))).collect();
    for job in jobs.values_mut() {
        job.own_rules = own_rules(&job.made, &job.played, &held)?;
    }
    Ok(jobs)
}

/// Whether a path leads to no other place than below the folder that it begins at.
fn is_within(path: &Path) -> bool {
    path.components().all(|part| matches!(part, Component::Normal(_)))
}

/// Whether several folders were exported; places then begin with their numbers.
fn is_numbered(manifest: &Manifest) -> bool {
    let is_number = |source: &Source| {
        source.place.split('/').next().is_some_and(|first| first.parse::<u32>().is_ok())
    };
    manifest.folders.map_or_else(|| manifest.sources.iter().all(is_number), |folders| folders > 1)
}

/// The folders to export.
fn roots(manifest: &Manifest, games: &Path) -> Vec<PathBuf> {
    let is_numbered = is_numbered(manifest);
    let number = |source: &Source| match is_numbered {
        true => source.place.split('/').next()?.parse::<u32>().ok(),
        false => Some(1),
    };
    let root = |source: &Source| {
        let root = games.join(number(source)?.to_string());
        Some((number(source)?, source.folder.as_ref().map_or(root.clone(), |name| root.join(name))))
    };
    let roots: BTreeMap<u32, PathBuf> = manifest.sources.iter().filter_map(root).collect();
    roots.into_values().collect()
}

/// The command that played games, playing into `folder`. What it does is read as the program that is started reads it.
fn again(
    made: &Made,
    own_rules: &OwnRules,
    folder: &Path,
) -> anyhow::Result<(selfplay::Args, Vec<String>)> {
    let mut command = made.maker.command.clone();
    let cannot = || format!("`imperial {}` cannot be repeated", line_of(&made.maker.command));
    if command.first().is_none_or(|verb| verb != "selfplay") {
        bail!("{}; only selfplay can", cannot());
    }
    let out = folder.display().to_string();
    let place = command.iter().position(|argument| argument == "--out");
    if let Some(argument) = place.and_then(|place| command.get_mut(place + 1)) {
        *argument = out;
    } else if let Some(argument) = command.iter_mut().find(|one| one.starts_with("--out=")) {
        *argument = format!("--out={out}");
    }
    take_rules_from(own_rules, &mut command);
    let parser = selfplay::Args::augment_args(clap::Command::new("selfplay"));
    let read = parser.try_get_matches_from(&command);
    let args = read.and_then(|read| selfplay::Args::from_arg_matches(&read)).ok();
    match args.filter(|args| args.out == folder) {
        Some(args) => Ok((args, command)),
        None => bail!("{}: it is no command of this version", cannot()),
    }
}

/// A command as it is typed.
fn line_of(command: &[String]) -> String {
    command.iter().map(typed).collect::<Vec<_>>().join(" ")
}

/// Plays games of the agent again.
fn play(agent: &AgentSpec, command: &[String]) -> anyhow::Result<()> {
    if agent.has_clock() {
        tell!("`{agent}` moves when its time is over, so its games may differ each time");
    }
    tell!("playing: imperial {}", line_of(command));
    let program = env::current_exe()?;
    let mut child = Command::new(program).args(command).stdout(Stdio::null()).spawn()?;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if let Err(interrupted) = interrupt::check() {
            // Its games lie in a folder that goes, too.
            child.kill()?;
            child.wait()?;
            return Err(interrupted.into());
        }
        thread::sleep(LOOK);
    };
    if status.success() { Ok(()) } else { bail!("`imperial {}` failed", line_of(command)) }
}
