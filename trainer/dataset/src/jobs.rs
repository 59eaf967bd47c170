//! What a job wrote down beside its games: how openings were drawn, and how many plies were drawn from the search's policy.

use std::io::{BufRead as _, BufReader, Read as _};
use std::ops::RangeInclusive;

use imperial_data::export::Source;
use imperial_data::{GameRecord, JOB_FILE, MAX_LINE_BYTES, open_file, read_text};
use serde::Deserialize;
use serde_json::Value;

/// Random plies behind the line of an earlier game, where no job says how many: trainings draw one or none.
const DRAWN_BEHIND: u32 = 1;

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
    random_plies: Option<u32>,
    sampled_plies: u32,
}

/// Where a game may have left an earlier one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// After how many plies. The random ones behind it may by chance be those of the earlier game.
    pub plies: RangeInclusive<usize>,
    /// Whether the job says so. Else the opening may be drawn.
    pub is_sure: bool,
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
            let opening = entry.get("opening")?;
            let plies = |key: &str| u32::try_from(opening.get(key)?.as_u64()?).ok();
            Some(Job {
                rules: entry.get("rules").and_then(Value::as_str).map(str::to_owned),
                first_game: entry.get("first_game").and_then(Value::as_u64).unwrap_or(0),
                random_plies: plies("random_plies"),
                sampled_plies: plies("sampled_plies")?,
            })
        });
        Self { jobs: jobs.collect(), text: Some(value) }
    }

    /// Plies after the opening whose moves were drawn from the policy, where that is known.
    pub fn sampled_plies(&self, record: &GameRecord) -> Option<u32> {
        self.job(&record.rules, record.game).map(|job| job.sampled_plies)
    }

    /// Where a game may have left an earlier one: its opening is longer than those that its job draws, or nobody knows
    /// how long these are.
    pub fn branch(&self, record: &GameRecord) -> Option<Branch> {
        self.branch_of(&record.rules, record.game, record.opening)
    }

    /// Whether any game of the source may have left an earlier one, by what lines say before their plies.
    pub fn may_branch(&self, source: &Source) -> bool {
        let Ok(file) = open_file(&source.file) else { return false };
        let mut lines = BufReader::with_capacity(1 << 16, file);
        let mut line = Vec::new();
        loop {
            line.clear();
            // What is wrong with a line is said where games are read.
            match lines.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line) {
                Ok(0) | Err(_) => return false,
                Ok(_) => {}
            }
            let Some(Head { rules, game, opening }) = Head::of(&line) else { continue };
            if self.branch_of(&rules, game, opening).is_some() {
                return true;
            }
        }
    }

    fn branch_of(&self, rules: &str, game: u64, opening: u32) -> Option<Branch> {
        let drawn = self.job(rules, game).and_then(|job| job.random_plies);
        let line = opening.saturating_sub(drawn.unwrap_or(DRAWN_BEHIND));
        // A game has plies in common with another from the first on. Nobody knows of an opening of one ply.
        let line = if drawn.is_none() && opening > 0 { line.max(1) } else { line };
        let plies = line as usize..=opening as usize;
        (line > 0).then_some(Branch { plies, is_sure: drawn.is_some() })
    }

    /// The job of a game: that with the last first number before it.
    fn job(&self, rules: &str, game: u64) -> Option<&Job> {
        let is_of = |job: &&Job| {
            job.first_game <= game && job.rules.as_ref().is_none_or(|name| *name == rules)
        };
        self.jobs.iter().filter(is_of).max_by_key(|job| job.first_game)
    }
}

/// What a line says of its game before the plies, which are most of it.
#[derive(Debug, PartialEq, Eq, Deserialize)]
struct Head {
    rules: String,
    game: u64,
    opening: u32,
}

impl Head {
    /// That of a line. In texts a quote has `\` before it, so what is found is the field.
    fn of(line: &[u8]) -> Option<Self> {
        const PLIES: &[u8] = b",\"plies\":";
        let at = line.windows(PLIES.len()).position(|bytes| bytes == PLIES);
        let short = at.map(|at| [&line[..at], b"}"].concat());
        // Other programs may write the fields in another order.
        let of_short = short.and_then(|short| serde_json::from_slice(&short).ok());
        of_short.or_else(|| serde_json::from_slice(line).ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_opening_longer_than_the_job_draws_was_played_before() {
        let job = |first_game, random_plies| Job {
            rules: Some("a".to_owned()),
            first_game,
            random_plies,
            sampled_plies: 0,
        };
        let jobs = vec![job(0, Some(2)), job(10, Some(1)), job(20, Some(0)), job(30, None)];
        let jobs = Jobs { jobs, text: None };
        let sure = |plies| Some(Branch { plies, is_sure: true });
        let perhaps = |plies| Some(Branch { plies, is_sure: false });
        for (game, opening, expected) in [
            (9, 2, None),
            (9, 3, sure(1..=3)),
            (10, 1, None),
            (10, 5, sure(4..=5)),
            (20, 0, None),
            (20, 5, sure(5..=5)),
            (30, 0, None),
            (30, 1, perhaps(1..=1)),
            (30, 5, perhaps(4..=5)),
        ] {
            assert_eq!(jobs.branch_of("a", game, opening), expected, "{game}: {opening}");
        }
        assert_eq!(jobs.branch_of("b", 10, 5), perhaps(4..=5), "a game of no job");
    }

    #[test]
    fn what_stands_before_the_plies_is_enough() {
        let head = |opening| Some(Head { rules: "a".to_owned(), game: 3, opening });
        let start = r#"{"rules":"a","game":3,"attackers":"b\",\"plies\":9","opening":2"#;
        assert_eq!(Head::of(format!("{start},\"plies\":[{{\"mo").as_bytes()), head(2));
        let other = r#"{"game":3,"plies":[{"move":"x"}],"opening":4,"rules":"a"}"#;
        assert_eq!(Head::of(other.as_bytes()), head(4), "another order");
        assert_eq!(Head::of(br#"{"plies":[],"opening":4,"rules":"a","game":3}"#), head(4));
        assert_eq!(Head::of(br#"{"rules":"a","game"#), None);
    }
}
