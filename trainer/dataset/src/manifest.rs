//! `dataset.json`: all that a dataset was made of, for programs.

use std::collections::BTreeMap;
use std::path::Path;

use imperial_data::export::Source;
use imperial_data::{Damaged, FileError, JOB_FILE, read_text, sha256_of_file};
use serde::Serialize;
use serde_json::Value;

use crate::jobs::Jobs;
use crate::report::DatasetReport;
use crate::settings::{Maker, Settings};
use crate::split::Split;
use crate::write::DataFile;

/// Version of the layout of a dataset.
pub const DATASET_VERSION: u32 = 1;

/// Files of runs that say what made the games.
const ORIGINS: [&str; 4] = ["made.json", "run.json", "training.json", "learn.json"];

/// What is written.
#[derive(Debug, Serialize)]
pub(crate) struct Manifest<'a> {
    dataset: u32,
    program: &'static str,
    #[serde(flatten)]
    maker: &'a Maker,
    settings: &'a Settings,
    /// How many folders were exported; of several, the places of sources begin with a number.
    folders: usize,
    games: u64,
    positions: u64,
    splits: BTreeMap<Split, Counts>,
    rules: Vec<RuleSet<'a>>,
    sources: Vec<Origin<'a>>,
    files: &'a [DataFile],
}

#[derive(Debug, Serialize)]
struct Counts {
    games: u64,
    positions: u64,
}

#[derive(Debug, Serialize)]
struct RuleSet<'a> {
    name: &'a str,
    file: &'a str,
    sha256: &'a str,
    games: u64,
    positions: u64,
}

/// A file of games.
#[derive(Debug, Serialize)]
struct Origin<'a> {
    place: &'a str,
    /// SHA-256 of `games.jsonl`; none where it is gone.
    sha256: Option<String>,
    /// `job.json` beside it.
    #[serde(skip_serializing_if = "Option::is_none")]
    job: Option<&'a Value>,
    /// What else lies there, or above it in the folder that was exported, by its path in that folder.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    origin: BTreeMap<String, Value>,
    /// The name of the exported folder below `../made.json`: that of its rule set.
    #[serde(skip_serializing_if = "Option::is_none")]
    folder: Option<&'a str>,
}

impl<'a> Manifest<'a> {
    pub fn new(
        (settings, maker): (&'a Settings, &'a Maker),
        folders: usize,
        report: &'a DatasetReport,
        sources: &'a [Source],
        jobs: &'a [Jobs],
    ) -> Result<Self, FileError> {
        let counts = |(split, (games, positions)): (&Split, &(u64, u64))| {
            (*split, Counts { games: *games, positions: *positions })
        };
        let rules = report.rules.iter().map(|rules| RuleSet {
            name: &rules.name,
            file: &rules.file,
            sha256: &rules.sha256,
            games: rules.games,
            positions: rules.positions,
        });
        let sources =
            sources.iter().zip(jobs).map(|(source, jobs)| Origin::of(source, jobs, report));
        Ok(Self {
            dataset: DATASET_VERSION,
            program: "imperial",
            maker,
            settings,
            folders,
            games: report.games(),
            positions: report.positions(),
            splits: report.counts.iter().map(counts).collect(),
            rules: rules.collect(),
            sources: sources.collect::<Result<_, _>>()?,
            files: &report.files,
        })
    }

    /// As JSON.
    pub fn text(&self) -> String {
        // All of it is numbers, texts and lists, which JSON has.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

/// Checks that what is said of the games of a source, beside them and in the folders above, is what was written.
///
/// # Errors
/// Names the first file that has changed or is gone.
pub(super) fn check_origins(source: &Source) -> Result<(), Damaged> {
    let mut files = folders_above(source)
        .flat_map(|folder| ORIGINS.iter().chain([&JOB_FILE]).map(|name| folder.join(name)));
    files.try_for_each(|file| Damaged::check_file(&file))
}

/// The folder of the games, and those above it up to the one that was exported.
fn folders_above(source: &Source) -> impl Iterator<Item = &Path> {
    source.folder().ancestors().take_while(|folder| folder.starts_with(&source.root))
}

impl<'a> Origin<'a> {
    fn of(source: &'a Source, jobs: &'a Jobs, report: &DatasetReport) -> Result<Self, FileError> {
        let sha256 = match source.file.exists() {
            true => Some(sha256_of_file(&source.file)?.1),
            false => None,
        };
        let mut origin = BTreeMap::new();
        for folder in folders_above(source) {
            for name in ORIGINS {
                if let Some(value) = read(&folder.join(name)) {
                    origin.insert(path_below(&source.root, folder, name), value);
                }
            }
        }
        let above = if origin.is_empty() { made_above(source, report) } else { None };
        let folder = above.map(|(folder, made)| {
            origin.insert("../made.json".to_owned(), made);
            folder
        });
        Ok(Self { place: &source.place, sha256, job: jobs.text.as_ref(), origin, folder })
    }
}

/// Where the folder of one rule set was exported alone: its name, and the `made.json` of the folder above. That is of these
/// games if the rules kept there are those of the dataset.
fn made_above<'a>(source: &'a Source, report: &DatasetReport) -> Option<(&'a str, Value)> {
    let name = source.root.file_name()?.to_str()?;
    let above = source.root.parent().filter(|_| source.folder() == source.root)?;
    let (_, sha256) = sha256_of_file(&above.join("rules").join(format!("{name}.toml"))).ok()?;
    let is_of_games = report.rules.iter().any(|rules| rules.name == name && rules.sha256 == sha256);
    let made = read(&above.join("made.json")).filter(|_| is_of_games)?;
    Some((name, made))
}

/// The path of a file in `folder` from `root`, with `/` on every platform.
fn path_below(root: &Path, folder: &Path, name: &str) -> String {
    let below = folder.strip_prefix(root).unwrap_or(folder);
    let parts = below.iter().map(|part| part.to_string_lossy());
    parts.chain([name.into()]).collect::<Vec<_>>().join("/")
}

/// The content of a file of JSON, if there is one.
fn read(path: &Path) -> Option<Value> {
    serde_json::from_str(&read_text(path).ok()?).ok()
}
