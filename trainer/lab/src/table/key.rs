//! What columns and marks mean, of those that occur.

use super::super::{BalanceReport, Grade};
use super::paint::{mark, wrapped};

/// What the findings' marks mean, in this order.
const MARKS: [(&str, &str); 4] = [
    ("*", "shown"),
    ("=", "equivalent"),
    ("?", "suggested, open, or an estimate"),
    ("!", "caution"),
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
pub(super) fn of_marks(grades: &[Grade]) -> String {
    let occurs = |sign: &str| grades.iter().any(|grade| mark(*grade).0 == sign);
    let entries: Vec<String> = MARKS
        .into_iter()
        .filter(|(sign, _)| occurs(sign))
        .map(|(sign, meaning)| format!("{sign} {meaning}"))
        .collect();
    format!("  {}", wrapped(&entries.join("   ")))
}
