//! Hypotheses: what was claimed before the games, the verdict, and the scores.

use super::super::super::plots::{self, Format};
use super::super::super::svg::{Alt, escape};
use super::super::super::text::{percent_with_range, points_range};
use super::super::super::{BalanceReport, Case, CellReport, JudgedHypothesis, Verdict};
use super::super::prose;

pub(in super::super) fn hypotheses(report: &BalanceReport) -> String {
    let all = report.hypotheses.iter().enumerate();
    all.map(|(index, one)| hypothesis(index, one, report)).collect()
}

fn hypothesis(index: usize, judged: &JudgedHypothesis, report: &BalanceReport) -> String {
    let about = &judged.hypothesis;
    let class = if judged.verdict == Verdict::Open { "open" } else { "yes" };
    let case = |case: &Case| {
        let (score, range) = (percent_with_range(case.score), points_range(case.difference));
        let text =
            format!("{}, {}: attackers score {score}, {range} points", case.rules, case.agent);
        format!("<li>{}</li>\n", prose(&text))
    };
    let pictures = about.rules.iter().enumerate().map(|(place, rules)| {
        let cells: Vec<&CellReport> = report.cells_of(rules).collect();
        picture(&format!("plot-hypothesis-{index}-{place}"), rules, &cells)
    });
    format!(
        "<article class=\"claim\">\n<div class=\"claim-words\">\n<h3>{}</h3>\n<p>({})</p>\n\
         <p><span class=\"badge {class}\">{}</span></p>\n<ul>\n{}</ul>\n</div>\n{}</article>\n",
        prose(&about.statement),
        escape(&about.source),
        judged.verdict.word(),
        judged.cases.iter().map(case).collect::<String>(),
        pictures.collect::<String>()
    )
}

/// The attackers' score by agent, where the rule set was played.
fn picture(id: &str, rules: &str, cells: &[&CellReport]) -> String {
    if cells.is_empty() {
        return String::new();
    }
    let title = format!("Attackers' score in {rules}, by player");
    let description = "One row per player, weakest first: the attackers' score when it plays \
                       itself, with its interval, against one half.";
    let drawn = plots::scores(cells, Format::Panel);
    format!(
        "<figure class=\"claim-picture\">\n<figcaption class=\"small\">{}</figcaption>\n{}</figure>\n",
        escape(&title),
        drawn.finish(Format::Panel.class(), Alt { id, title: &title, description })
    )
}
