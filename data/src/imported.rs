//! The folder that an import writes.

use std::fmt::Display;
use std::path::Path;

use crate::files::{make_folder, write_whole};
use crate::record::GameRecord;
use crate::store::{GameLog, Job, StoreError};

/// The seed of imported games: they were not drawn.
pub(crate) const SEED: u64 = 0;

/// Problems, one a line, and how many more there are.
pub(crate) fn list(problems: &[impl Display], more: u64) -> String {
    let lines: String = problems.iter().map(|problem| format!("\n  {problem}")).collect();
    if more > 0 { format!("{lines}\n  and {more} more") } else { lines }
}

/// Writes `rules/` and, where there are any, the games into `out`, as a finished job has them. `rules`
/// are names and texts.
pub(crate) fn write_folder<'a>(
    out: &Path,
    rules: impl Iterator<Item = (&'a str, &'a str)>,
    games: &[GameRecord],
) -> Result<(), StoreError> {
    let folder = out.join("rules");
    make_folder(&folder)?;
    let mut job = Job::new(SEED);
    for (name, text) in rules {
        write_whole(&folder.join(format!("{name}.toml")), text)?;
        job = job.with_rules(name, text);
    }
    if games.is_empty() {
        return Ok(());
    }
    let (log, _) = GameLog::open(&out.join("games.jsonl"), job)?;
    games.iter().try_for_each(|game| log.append(game))?;
    log.finish()?;
    Ok(())
}
