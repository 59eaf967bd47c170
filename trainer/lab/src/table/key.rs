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
    let mut text = "A draw counts half. plies: the median length.".to_owned();
    if report.ensembles.iter().any(|one| one.agents.len() > 1) {
        text += " Of several trainings: the mean of theirs. ×3: three trainings, whose interval holds games and \
                 trainings; two have none. Other intervals hold games alone.";
    }
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
