//! What a dataset holds.

use std::collections::BTreeMap;
use std::sync::Arc;

use imperial_data::LoadedRules;
use imperial_data::export::Gaps;

use crate::settings::TableFormat;
use crate::split::Split;
use crate::write::DataFile;

/// What was exported.
#[derive(Debug)]
pub struct DatasetReport {
    /// Games and positions of each split that has any.
    pub counts: BTreeMap<Split, (u64, u64)>,
    /// The rule sets of the games.
    pub rules: Vec<ExportedRules>,
    /// Tables and tensors.
    pub files: Vec<DataFile>,
    /// Games that were there twice, with all that identifies them, and were taken once.
    pub repeated: u64,
    /// Games with the moves of an earlier one: left out if that was wanted, else marked.
    pub duplicates: u64,
    /// Games that are in the split of another one, within which they or others of the same line began.
    pub within: u64,
    /// What the sources lack.
    pub gaps: Gaps,
}

/// A rule set in a dataset.
#[derive(Debug)]
pub struct ExportedRules {
    /// Name of the rule set.
    pub name: String,
    /// Its hash, as in the records.
    pub hash: String,
    /// Its file in the dataset.
    pub file: String,
    /// SHA-256 of the file in hexadecimal digits, which begins with the hash.
    pub sha256: String,
    /// Games played by it.
    pub games: u64,
    /// Positions of these games.
    pub positions: u64,
    /// The rules themselves.
    pub loaded: Arc<LoadedRules>,
}

impl DatasetReport {
    /// The files of a table in one format.
    pub(crate) fn files_of(
        &self,
        table: &str,
        format: TableFormat,
    ) -> impl Iterator<Item = &DataFile> {
        let (start, end) = (format!("{table}/"), format!(".{}", format.name()));
        let is_of = move |name: &str| name.starts_with(&start) && name.ends_with(&end);
        self.files.iter().filter(move |file| is_of(&file.name))
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.counts.values().map(|(games, _)| games).sum()
    }

    /// Number of positions.
    pub fn positions(&self) -> u64 {
        self.counts.values().map(|(_, positions)| positions).sum()
    }
}
