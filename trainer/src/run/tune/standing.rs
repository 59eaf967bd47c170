//! How rule sets did in a search, as a table for people and as CSV.

use std::fmt::Write as _;

use imperial_stats::Estimate;
use serde::Serialize;

/// How a rule set did in the search.
#[derive(Clone, Debug, Serialize)]
pub struct Standing {
    /// Its name.
    pub name: String,
    /// What was varied: keys with their values, as rule files write them.
    pub values: Vec<(String, String)>,
    /// Rounds that it played.
    pub rounds: u32,
    /// Its games, of all agents together.
    pub games: u64,
    /// The attackers' score in them, from the lowest end of any agent's interval to the highest. It knows nothing of the
    /// choice.
    pub score: Estimate,
}

/// Lines of the table; the others are in the file.
const MOST_LINES: usize = 12;

/// The columns of `tune.csv` beside those of the switches.
const COLUMNS: [&str; 6] = ["name", "rounds", "games", "score", "score_low", "score_high"];

/// One row per rule set, the fairest first: a column for each switch, then the rounds that it played, its games, and
/// the attackers' score in them.
pub fn csv(standings: &[Standing]) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let keys = standings.first().map(|one| &one.values).into_iter().flatten();
    let keys = keys.map(|(key, _)| key.as_str());
    writer.write_record(
        COLUMNS[..1].iter().copied().chain(keys).chain(COLUMNS[1..].iter().copied()),
    )?;
    for Standing { name, values, rounds, games, score } in standings {
        let figures = [score.value, score.low, score.high].map(|figure| format!("{figure:.4}"));
        let row = [name.clone()].into_iter().chain(values.iter().map(|(_, value)| value.clone()));
        let row = row.chain([rounds.to_string(), games.to_string()]).chain(figures);
        writer.write_record(row)?;
    }
    Ok(writer.into_inner()?)
}

/// The search in a few lines.
pub fn table(standings: &[Standing], refused: &[(String, String)]) -> String {
    let mut text = "attackers' score   games  what was varied\n".to_owned();
    for Standing { values, games, score, .. } in standings.iter().take(MOST_LINES) {
        let values: Vec<String> =
            values.iter().map(|(key, value)| format!("{key} {value}")).collect();
        let (share, values) = (100.0 * score.value, values.join(", "));
        // Writing to a text cannot fail.
        let _ = writeln!(text, "{share:>14.1} % {games:>7}  {values}");
    }
    let left = standings.len().saturating_sub(MOST_LINES);
    if left > 0 {
        let _ = writeln!(text, "{:>24}  {left} more in tune.csv", "");
    }
    for (what, reason) in refused {
        let _ = writeln!(text, "no rule set: {what}: {reason}");
    }
    text
}
