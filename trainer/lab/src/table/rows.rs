//! One row for each agent, or for all trainings of a recipe at one strength.

use super::names::Names;
use crate::text::{decimal, none, percent, share_cell, thousands};
use crate::{BalanceReport, CellReport, Ensemble, EnsembleScore};

pub(super) const HEADER: [&str; 7] =
    ["agent", "games", "attackers' score %", "each training", "draws %", "cut off %", "plies"];

/// The rows of a rule set, weakest agent first.
pub(super) fn of_rules(report: &BalanceReport, rules: &str, names: &Names<'_>) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    for cell in report.cells.iter().filter(|cell| cell.rules == rules) {
        match report.together(cell) {
            None => rows.push(row(&names.of(&cell.agent), share_cell(cell.score), none(), &[cell])),
            // All stand in the row of the first.
            Some((one, own)) if own.trainings[0].agent == cell.agent => {
                rows.push(of_trainings(report, one, own, names));
            }
            Some(_) => {}
        }
    }
    rows
}

fn of_trainings(
    report: &BalanceReport,
    one: &Ensemble,
    own: &EnsembleScore,
    names: &Names<'_>,
) -> Vec<String> {
    let cell = |agent: &String| report.cell(&own.rules, agent);
    let cells: Vec<&CellReport> =
        own.trainings.iter().filter_map(|training| cell(&training.agent)).collect();
    if let [alone] = cells[..] {
        return row(
            &names.of(&alone.agent),
            share_cell(alone.score),
            "one alone".to_owned(),
            &cells,
        );
    }
    let each: Vec<String> =
        own.trainings.iter().map(|training| percent(training.score.value)).collect();
    let score = own.score.map_or_else(none, share_cell);
    row(&format!("{} ×{}", one.strength, cells.len()), score, each.join(" · "), &cells)
}

fn row(name: &str, score: String, each: String, cells: &[&CellReport]) -> Vec<String> {
    let games: u64 = cells.iter().map(|cell| cell.games).sum();
    let mean = |of: fn(&CellReport) -> f64| {
        cells.iter().map(|cell| of(cell) * cell.games as f64).sum::<f64>() / games as f64
    };
    vec![
        name.to_owned(),
        thousands(games),
        score,
        each,
        percent(mean(|cell| cell.results.draws.share.value)),
        percent(mean(|cell| cell.results.cut_off.share.value)),
        decimal(mean(|cell| cell.lengths.median)),
    ]
}
