//! `imperial export` of a dataset.

use std::path::{Path, PathBuf};

use imperial_data::export::Incomplete;
use imperial_dataset::{Filter, License, Settings, Shares, export_dataset};
use imperial_lab::counted;

use super::format::Format;
use super::gaps::tell_gaps;
use crate::cli::maker::maker;
use crate::cli::say::sayln;
use crate::cli::usage::OrUsage as _;
use imperial_play::progress::Progress;
use imperial_play::tell;

/// What is taken into a dataset, and what it is called.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Options {
    /// Export only what passes: KEY=VALUES, KEY!=VALUES, or KEY<=NUMBER and KEY>=NUMBER for opening and plies.
    /// Keys of games are rules, agent, attackers, defenders, result, cause, cut_off, opening, plies; keys of
    /// positions are search and in_opening. Values have commas between, and * for anything. May be repeated
    #[arg(long, value_name = "FILTER")]
    filter: Vec<Filter>,

    /// Of games with the same moves, export the first
    #[arg(long)]
    deduplicate: bool,

    /// Draw so many positions, each as likely as the others
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,

    /// Percentages of games for training, validation and test; 90,5,5 if not given
    #[arg(long, value_name = "SHARES")]
    split: Option<Shares>,

    /// Licence of the dataset, such as cc0-1.0 or cc-by-4.0, for its card
    #[arg(long, value_name = "SPDX")]
    license: Option<License>,

    /// Title of the dataset, for its card
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
}

impl Options {
    /// Whether any of them is given.
    pub fn are_given(&self) -> bool {
        !self.filter.is_empty()
            || self.deduplicate
            || self.sample.is_some()
            || self.split.is_some()
            || self.license.is_some()
            || self.title.is_some()
    }

    /// With these formats.
    pub fn settings(&self, formats: &[Format]) -> Settings {
        let mut tables = Vec::new();
        for table in formats.iter().filter_map(|format| format.dataset().flatten()) {
            if !tables.contains(&table) {
                tables.push(table);
            }
        }
        Settings {
            tables,
            tensors: formats.contains(&Format::Npz),
            split: self.split.unwrap_or_default(),
            filters: self.filter.clone(),
            deduplicate: self.deduplicate,
            sample: self.sample,
            license: self.license.clone(),
            title: self.title.clone(),
        }
    }
}

/// Exports the games, and says what came of it.
pub(super) fn export(
    sources: &[PathBuf],
    out: &Path,
    settings: &Settings,
    incomplete: Incomplete,
) -> anyhow::Result<()> {
    if let Some(license) = settings.license.as_ref().filter(|license| license.spdx().is_none()) {
        tell!(
            "`{license}` is no usual licence of data; look for its name at https://spdx.org/licenses"
        );
    }
    let progress = Progress::of_bytes("export");
    let mut show = |done, total| progress.set(done, total);
    let report =
        export_dataset(sources, out, (settings, &maker()), incomplete, &mut show).or_usage()?;
    progress.clear();
    tell_gaps(&report.gaps);
    if report.repeated > 0 {
        let games =
            counted(report.repeated, "game that is there twice", "games that are there twice");
        tell!("taken once: {games}");
    }
    if report.duplicates > 0 {
        let what = if settings.deduplicate { "left out" } else { "marked as duplicates" };
        let games = counted(report.duplicates, "game", "games");
        tell!("{what}: {games} with the moves of an earlier one");
    }
    let games = counted(report.games(), "game", "games");
    let positions = counted(report.positions(), "position", "positions");
    sayln!("{games}, {positions} in {}", out.display());
    Ok(())
}
