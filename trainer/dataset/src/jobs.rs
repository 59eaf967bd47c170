//! What a job wrote down beside its games: how many plies were drawn from the search's policy.

use std::collections::BTreeSet;

use imperial_data::export::Source;
use imperial_data::{GameRecord, JOB_FILE, read_text};
use serde_json::Value;

/// The jobs of a file of games, from its `job.json`; none where there is no such file.
#[derive(Clone, Debug, Default)]
pub struct Jobs {
    jobs: Vec<Job>,
    /// The file as it is, for those who want to know where the games come from.
    pub text: Option<Value>,
}

#[derive(Clone, Debug)]
struct Job {
    rules: Option<String>,
    first_game: u64,
    sampled_plies: u32,
}

impl Jobs {
    /// Those of a source. A file that says nothing of the kind counts as none.
    pub fn of(source: &Source) -> Self {
        let text = read_text(&source.folder().join(JOB_FILE)).ok();
        let Some(value) = text.and_then(|text| serde_json::from_str::<Value>(&text).ok()) else {
            return Self::default();
        };
        let entries = value.as_array().map_or(std::slice::from_ref(&value), Vec::as_slice);
        let jobs = entries.iter().filter_map(|entry| {
            let sampled = entry.get("opening")?.get("sampled_plies")?.as_u64()?;
            Some(Job {
                rules: entry.get("rules").and_then(Value::as_str).map(str::to_owned),
                first_game: entry.get("first_game").and_then(Value::as_u64).unwrap_or(0),
                sampled_plies: u32::try_from(sampled).ok()?,
            })
        });
        Self { jobs: jobs.collect(), text: Some(value) }
    }

    /// Whether games may begin within earlier ones: several jobs played the same rule set, as in trainings, or nobody
    /// knows who played, as where games were imported.
    pub fn may_have_kin(&self) -> bool {
        let mut known = BTreeSet::new();
        self.jobs.is_empty() || !self.jobs.iter().all(|job| known.insert(&job.rules))
    }

    /// Plies after the opening whose moves were drawn from the policy, where that is known.
    pub fn sampled_plies(&self, record: &GameRecord) -> Option<u32> {
        let is_of = |job: &&Job| {
            job.first_game <= record.game
                && job.rules.as_ref().is_none_or(|rules| *rules == record.rules)
        };
        self.jobs.iter().filter(is_of).max_by_key(|job| job.first_game).map(|job| job.sampled_plies)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_one_job_for_each_rule_set_excludes_kin() {
        let job =
            |rules: &str| Job { rules: Some(rules.to_owned()), first_game: 0, sampled_plies: 0 };
        let of = |rules: &[&str]| Jobs {
            jobs: rules.iter().map(|rules| job(rules)).collect(),
            text: Some(json!([])),
        };
        assert!(!of(&["a", "b"]).may_have_kin());
        assert!(of(&["a", "b", "a"]).may_have_kin(), "a training");
        assert!(of(&[]).may_have_kin(), "imported: nobody knows");
    }
}
