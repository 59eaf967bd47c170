//! How far networks of different trainings are apart.

use super::super::super::text::percent;
use super::super::super::{BalanceReport, TrainingSpread};
use super::super::prose;
use super::super::table::Table;

pub(in super::super) fn trainings(report: &BalanceReport) -> String {
    if report.trainings.is_empty() {
        return String::new();
    }
    let head = ["rule set", "trainings", "lowest", "highest"];
    let mut table =
        Table::new("Attackers' score with networks of different trainings, in percent", &head);
    for spread in &report.trainings {
        for range in &spread.scores {
            let row = [
                range.rules.clone(),
                range.agents.to_string(),
                percent(range.lowest),
                percent(range.highest),
            ];
            table.row(&spread.strength, &row);
        }
    }
    let level = report.options.confidence.label();
    let notes: String = report.trainings.iter().map(|spread| note(spread, &level)).collect();
    table.html() + &notes
}

fn note(spread: &TrainingSpread, level: &str) -> String {
    let text = format!(
        "{}: a standard deviation of {} points between trainings, so that another one may lie ±{} points \
         from the mean of these ({level}), and a difference between two rule sets that one network \
         played may be off by ±{}. All rule sets are played by the same networks, which makes these \
         figures optimistic.",
        spread.strength,
        percent(spread.deviation),
        percent(spread.another),
        percent(spread.difference)
    );
    format!("<p class=\"small\">{}</p>\n", prose(&text))
}
