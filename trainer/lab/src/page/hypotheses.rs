//! Statements that were written down before the games, and what the games show of them.

use maud::html;

use super::blocks::Blocks;
use super::facts::Facts;
use super::html::{badge, prose};
use super::table::Table;
use crate::text::{points_cell, probability, share_cell};
use crate::{Case, JudgedHypothesis, Quantity, Verdict};

pub(crate) fn hypotheses(facts: &Facts) -> Blocks {
    let all = &facts.report.hypotheses;
    html! {
        @if !all.is_empty() {
            p { (INTRO) }
            ul.findings {
                @for judged in all {
                    li {
                        (badge(class(judged.verdict), judged.verdict.word()))
                        span {
                            (prose(&judged.hypothesis.statement)) " "
                            @let power = judged.power(facts.report.options.confidence);
                            @if !power.is_empty() { "Open: " (power) ". " }
                            span.basis { "(" (judged.hypothesis.source) ")" }
                        }
                    }
                }
            }
            (cases(facts, all))
        }
    }
    .into()
}

const INTRO: &str = "Statements from the experiment file. A statement is about some rule sets and agents. It \
    is supported where the games show it for all of them, contradicted where they show its opposite for \
    one of them, and open otherwise.";

const fn class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Supported | Verdict::Contradicted => "yes",
        Verdict::Open => "open",
    }
}

/// ` by 3 trainings`, where trainings played.
fn many(case: &Case) -> String {
    match case.trainings {
        0 => String::new(),
        number => format!(" by {number} trainings"),
    }
}

/// A difference with its unit, where that is not points.
fn difference(case: &Case) -> String {
    match case.of {
        Quantity::Score => points_cell(case.difference),
        Quantity::Length => format!("length, %: {}", points_cell(case.difference)),
        Quantity::FirstMover => format!("first mover: {}", points_cell(case.difference)),
    }
}

/// The figures on which the verdicts rest.
fn cases(facts: &Facts, all: &[JudgedHypothesis]) -> Table {
    let head = ["rule set, agent", "attackers' score, %", "difference, points", "p (Holm)"];
    let caption = "The figures that the verdicts rest on; the difference from what the statement compares \
                   the score with";
    let mut table = Table::new(caption, head);
    for judged in all {
        for case in &judged.cases {
            let row = [
                format!("{}, {}{}", facts.title(&case.rules), case.agent, many(case)),
                share_cell(case.score),
                difference(case),
                probability(judged.p_holm),
            ];
            table.row(&judged.hypothesis.statement, row);
        }
    }
    table
}
