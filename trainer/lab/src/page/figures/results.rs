//! Who won.

use imperial_plot::forest::{ForestRow, Look, Mark, forest};
use imperial_plot::rows::{Axis, RowLabel};

use super::known;
use crate::page::blocks::Blocks;
use crate::page::cells::of_cells;
use crate::page::exhibit::{Exhibit, by_rules};
use crate::page::facts::Facts;
use crate::page::table::Table;
use crate::text::{percent, percent_with_range, share_cell, thousands};
use crate::{CellReport, Ensemble, EnsembleScore, TrainingScore};

/// The scores, unless they already stand where those of several agents have their line. Where the picture of what is
/// known has those that matter most, they are folded away.
pub(crate) fn results(facts: &Facts) -> Blocks {
    match facts.report.agents.len() {
        0 | 1 => Blocks::default(),
        _ if known::known(facts).is_empty() => scores(facts),
        _ => scores(facts).folded("The scores of each agent"),
    }
}

/// The picture of the scores.
pub(super) fn scores(facts: &Facts) -> Blocks {
    let report = facts.report;
    if report.cells.is_empty() {
        return Blocks::default();
    }
    let cells: Vec<&CellReport> = report.cells.iter().filter(|cell| is_row(facts, cell)).collect();
    let level = report.options.confidence.label();
    let figure = Exhibit {
        id: "plot-results".to_owned(),
        name: "what-each-agent-scores".to_owned(),
        title: "What does each agent score, and do the trainings agree?".to_owned(),
        description: format!(
            "One row for each rule set and agent: the attackers' score with its {level} interval, \
             against one half. The table holds the numbers."
        ),
        note: note(facts),
        games: report.cell_games(),
        source: "balance.csv",
        rules: report.rule_sets.clone(),
        pictures: by_rules(facts, &cells, |cells, labels, format| {
            let rows = cells.iter().zip(labels);
            let rows: Vec<ForestRow> =
                rows.map(|(cell, label)| row(facts, cell, label.clone())).collect();
            forest(&rows, Axis::percent("attackers' score, %"), format)
        }),
        table: Some(table(facts)),
        ..Exhibit::default()
    };
    figure.into()
}

/// How to read the picture, as far as it has such marks.
fn note(facts: &Facts) -> String {
    let report = facts.report;
    let mut note =
        "A win counts one, a draw one half. At 50 % the sides are equal. An interval that lies \
                    on one side of the line speaks for this side; the first section says what is shown, with all comparisons \
                    counted. One that is not seen is narrower than its mark."
            .to_owned();
    if report.ensembles.iter().any(|one| one.agents.len() > 1) {
        note += " Dots are single trainings. From three on a mark stands for all, and its interval holds \
                 games and trainings.";
    }
    if report.cells.iter().any(|cell| !cell.is_reliable()) {
        note += " Hollow marks rest on too few distinct games.";
    }
    note
}

/// Whether a cell has a row of its own: of several trainings the first stands for all.
fn is_row(facts: &Facts, cell: &CellReport) -> bool {
    facts.report.together(cell).is_none_or(|(_, own)| own.trainings[0].agent == cell.agent)
}

fn row(facts: &Facts, cell: &CellReport, label: RowLabel) -> ForestRow {
    match facts.report.together(cell) {
        Some((one, own)) if own.trainings.len() > 1 => of_trainings(facts, one, own, label),
        _ => ForestRow { label, ..alone(facts, cell) },
    }
}

fn of_trainings(
    facts: &Facts,
    one: &Ensemble,
    own: &EnsembleScore,
    mut label: RowLabel,
) -> ForestRow {
    let number = own.trainings.len();
    for part in [&mut label.label, &mut label.heading] {
        if *part == own.trainings[0].agent {
            *part = format!("{} ×{number}", one.strength);
        }
    }
    let look = Look::Series { number: facts.series(&own.rules), filled: true };
    let mark = |score| Mark { at: score, look, tip: percent_with_range(score) };
    let dot = |training: &TrainingScore| {
        let tip = format!("{}: {}", training.agent, percent_with_range(training.score));
        (training.score.value, tip)
    };
    ForestRow {
        label,
        marks: own.score.into_iter().map(mark).collect(),
        dots: own.trainings.iter().map(dot).collect(),
        ..ForestRow::default()
    }
}

fn alone(facts: &Facts, cell: &CellReport) -> ForestRow {
    let look = Look::Series { number: facts.series(&cell.rules), filled: cell.is_reliable() };
    let tip = percent_with_range(cell.score);
    ForestRow {
        marks: vec![Mark { at: cell.score, look, tip }],
        aside: format!("n = {}", thousands(cell.games)),
        ..ForestRow::default()
    }
}

fn table(facts: &Facts) -> Table {
    let head = [
        "games",
        "distinct",
        "attackers' score",
        "attackers win",
        "draws",
        "cut off",
        "defenders win",
        "b",
    ];
    of_cells(facts, "Results, in percent of the games", head, |cell| {
        let results = cell.results;
        [[
            thousands(cell.games),
            thousands(cell.distinct_games),
            share_cell(cell.score),
            percent(results.attackers.share.value),
            percent(results.draws.share.value),
            percent(results.cut_off.share.value),
            percent(results.defenders.share.value),
            cell.balance.to_string(),
        ]]
    })
}
