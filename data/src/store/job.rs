//! Which games belong into one file.

use std::collections::BTreeMap;

use crate::record::GameRecord;
use crate::rulebook::rules_hash;

/// What all games of one file have in common: the seed, and the rule sets they may be played by.
///
/// A job that is continued must be the same job, or its games would not be those of its seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    seed: u64,
    rules: BTreeMap<String, String>,
}

impl Job {
    /// A job with this seed and no rule sets yet.
    pub fn new(seed: u64) -> Self {
        Self { seed, rules: BTreeMap::new() }
    }

    /// Adds a rule set by its name and TOML text.
    #[must_use]
    pub fn with_rules(mut self, name: &str, text: &str) -> Self {
        self.rules.insert(name.to_owned(), rules_hash(text));
        self
    }

    /// Adds a rule set by its name and the hash of its text.
    #[must_use]
    pub(crate) fn with_hash(mut self, name: &str, hash: &str) -> Self {
        self.rules.insert(name.to_owned(), hash.to_owned());
        self
    }

    /// Checks that a record is of this job.
    ///
    /// # Errors
    /// When seed, rule set or the rule set's text differ.
    pub fn check(&self, record: &GameRecord) -> Result<(), JobMismatch> {
        if record.seed != self.seed {
            return Err(JobMismatch::Seed { job: self.seed, record: record.seed });
        }
        match self.rules.get(&record.rules) {
            None => Err(JobMismatch::Rules { name: record.rules.clone() }),
            Some(hash) if *hash != record.rules_hash => Err(JobMismatch::RulesHash {
                name: record.rules.clone(),
                job: hash.clone(),
                record: record.rules_hash.clone(),
            }),
            Some(_) => Ok(()),
        }
    }
}

/// How a record differs from the job.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JobMismatch {
    /// Another seed.
    #[error("the game is of seed {record}, the job of seed {job}")]
    Seed {
        /// Seed of the job.
        job: u64,
        /// Seed of the record.
        record: u64,
    },
    /// A rule set that the job does not play.
    #[error("the game is of rule set `{name}`, which the job does not play")]
    Rules {
        /// Name of the rule set.
        name: String,
    },
    /// A rule set of the job, but with other rules.
    #[error("the rules of `{name}` have changed: hash {record} in the game, {job} in the job")]
    RulesHash {
        /// Name of the rule set.
        name: String,
        /// Hash of the job's text.
        job: String,
        /// Hash in the record.
        record: String,
    },
}
