//! What all trainings of a recipe show together.

use super::super::{Rows, number, optional_figure, row, table};
use crate::BalanceReport;
use crate::ensembles::TrainingScore;
use imperial_stats::Comparison;

impl BalanceReport {
    pub(super) fn training_rows(&self) -> Rows {
        let rows = self.ensembles.iter().flat_map(|one| {
            one.scores.iter().map(move |own| {
                let recipe = one.recipe.as_deref().unwrap_or_default();
                let names = [recipe, &one.strength, &own.rules, own.knowledge.name()];
                let mut row = row(&names, &[]);
                row.extend(each(&own.trainings));
                row.extend(optional_figure(own.score));
                row.extend(optional_figure(own.another));
                row.push(own.spread.map(number).unwrap_or_default());
                row.push(own.disagree.to_string());
                row.extend(judged(own.advantage.as_ref()));
                row
            })
        });
        table(
            "recipe,strength,rules,knowledge,trainings,each,score,score_low,score_high,another,another_low,\
             another_high,spread,disagree,p,p_holm,grade",
            rows,
        )
    }

    pub(super) fn difference_rows(&self) -> Rows {
        let rows = self.ensembles.iter().flat_map(|one| {
            one.differences.iter().map(move |pair| {
                let recipe = one.recipe.as_deref().unwrap_or_default();
                let mut row = row(&[recipe, &one.strength, &pair.first, &pair.second], &[]);
                row.extend(each(&pair.trainings));
                let found = pair.difference.as_ref();
                row.extend(optional_figure(found.map(|found| found.difference)));
                row.extend(optional_figure(pair.another));
                row.extend(judged(found));
                row
            })
        });
        table(
            "recipe,strength,first,second,trainings,each,difference,difference_low,difference_high,another,\
             another_low,another_high,p,p_holm,grade",
            rows,
        )
    }
}

/// How many there are, and what each scores.
fn each(trainings: &[TrainingScore]) -> [String; 2] {
    let scores: Vec<String> = trainings.iter().map(|one| number(one.score.value)).collect();
    [trainings.len().to_string(), scores.join(";")]
}

/// Probabilities by chance alone, and what is said; empty where there is no figure.
pub(super) fn judged(found: Option<&Comparison>) -> [String; 3] {
    let of = |found: &Comparison| {
        [number(found.p), number(found.p_holm), found.conclusion().word().to_owned()]
    };
    found.map(of).unwrap_or_default()
}
