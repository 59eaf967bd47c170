//! What columns and marks mean, of those that occur.

use super::super::{BalanceReport, Headline};
use super::{mark, wrapped};

/// What the findings' marks mean, in the order in which they are told.
const MARKS: [(&str, &str); 4] = [
    ("*", "shown"),
    ("=", "balanced or negligible"),
    ("?", "perhaps, not shown, or an estimate"),
    ("!", "read with care"),
];

/// The columns that do not explain themselves.
pub(super) fn of_columns(report: &BalanceReport) -> String {
    let mut text = "b: wins of the defenders for each win of the attackers (+), or the reverse (−); 1 is even."
        .to_owned();
    for (side, other) in [("defenders", "attackers"), ("attackers", "defenders")] {
        let only = format!("{side} only");
        if report.cells.iter().any(|cell| cell.balance.to_string() == only) {
            text += &format!(" {only}: the {other} won no game.");
        }
    }
    text += " median: of the games' lengths in plies.";
    format!("  {}", wrapped(&text))
}

/// The marks before the findings.
pub(super) fn of_marks(headlines: &[Headline]) -> String {
    let occurs = |sign: &str| headlines.iter().any(|headline| mark(headline).0 == sign);
    let entries: Vec<String> = MARKS
        .into_iter()
        .filter(|(sign, _)| occurs(sign))
        .map(|(sign, meaning)| format!("{sign} {meaning}"))
        .collect();
    format!("  {}", wrapped(&entries.join("   ")))
}
