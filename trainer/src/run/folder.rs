//! The folder of a run: what lies where.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use imperial_data::{
    Damaged, LoadedRules, Lock, Provenance, check_kernel, first_difference, keep_rules,
    read_text_if_there, sha256, write_atomically,
};
use serde::Serialize;

use crate::experiment::Experiment;

/// What `run.json` holds: where the results come from, and the hash of `experiment.toml`, hypotheses
/// included. It is written before the first game.
#[derive(Serialize)]
struct RunOrigin<'a> {
    #[serde(flatten)]
    provenance: Provenance<'a>,
    experiment_sha256: String,
}

/// A folder that holds one run, locked as long as this lives.
#[derive(Debug)]
pub struct RunFolder {
    root: PathBuf,
    _lock: Lock,
}

impl RunFolder {
    /// Makes the folder, or checks that it belongs to `experiment`.
    pub fn open(
        root: &Path,
        experiment: &Experiment,
        rules: &[LoadedRules],
        kernel: Option<&str>,
    ) -> anyhow::Result<Self> {
        let folder = Self { root: root.to_owned(), _lock: Lock::of_folder(root)? };
        folder.settle(experiment, rules, kernel)?;
        Ok(folder)
    }

    /// Writes down what the run is, or compares it with what was written down before.
    fn settle(
        &self,
        experiment: &Experiment,
        rules: &[LoadedRules],
        kernel: Option<&str>,
    ) -> anyhow::Result<()> {
        let text = toml::to_string_pretty(experiment)?;
        let path = self.root.join("experiment.toml");
        if let Some(before) = read_text_if_there(&path)? {
            let before = Experiment::rewritten(&before);
            let before = before.with_context(|| format!("`{}`", path.display()))?;
            if let Some(difference) = first_difference(&before, &text) {
                bail!(
                    "`{}` holds another experiment: {difference}; go on with that by --config {}, choose \
                     another folder with --out, or delete this one",
                    self.root.display(),
                    path.display()
                );
            }
        }
        Damaged::check_again(&path, text.as_bytes())?;
        keep_rules(&self.root, rules)?;
        let file = self.root.join("run.json");
        check_kernel(&read_text_if_there(&file)?.unwrap_or_default(), kernel, &self.root)?;
        let provenance = Provenance::new(experiment.seed, rules, kernel);
        let origin = RunOrigin { provenance, experiment_sha256: sha256(&text) };
        let json = serde_json::to_string_pretty(&origin)? + "\n";
        write_atomically(&file, json.as_bytes())?;
        Ok(write_atomically(&path, text.as_bytes())?)
    }

    /// The folder itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The training of the network that the run itself learns.
    pub fn training(&self) -> PathBuf {
        self.root.join("training")
    }

    /// The games of the comparison.
    pub fn comparison(&self) -> PathBuf {
        self.root.join("comparison")
    }

    /// Where the report is.
    pub fn report(&self) -> PathBuf {
        self.root.join("report")
    }

    /// The page of the report, which is written last of all.
    pub fn page(&self) -> PathBuf {
        self.report().join("index.html")
    }
}
