//! What a search found, as a table for people and as CSV.

use std::fmt::Write as _;

use super::{Standing, Tuned};

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

impl Tuned {
    /// The search in a few lines.
    pub fn table(&self) -> String {
        let mut text = "attackers' score   games  what was varied\n".to_owned();
        for Standing { values, games, score, .. } in self.standings.iter().take(MOST_LINES) {
            let values: Vec<String> =
                values.iter().map(|(key, value)| format!("{key} {value}")).collect();
            let (share, values) = (100.0 * score.value, values.join(", "));
            // Writing to a text cannot fail.
            let _ = writeln!(text, "{share:>14.1} % {games:>7}  {values}");
        }
        let left = self.standings.len().saturating_sub(MOST_LINES);
        if left > 0 {
            let _ = writeln!(text, "{:>24}  {left} more in tune.csv", "");
        }
        for (what, reason) in &self.refused {
            let _ = writeln!(text, "no rule set: {what}: {reason}");
        }
        text
    }
}
