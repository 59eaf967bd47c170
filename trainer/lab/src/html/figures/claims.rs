//! Claims of others, put to the test: the question, its parts with their verdicts, and the scores.

use super::super::super::plots::{self, Format};
use super::super::super::svg::{Alt, escape};
use super::super::super::text::without_intervals;
use super::super::super::verdict::sentence;
use super::super::super::{BalanceReport, CellReport, Claim, Part, Verdict};
use super::super::prose;

pub(in super::super) fn claims(report: &BalanceReport) -> String {
    let claims = report.claims.iter().enumerate();
    claims.map(|(index, data)| claim(index, data, report)).collect()
}

fn claim(index: usize, claim: &Claim, report: &BalanceReport) -> String {
    let question = if claim.question.is_empty() { &claim.source } else { &claim.question };
    let cells: Vec<&CellReport> = report.cells_of(&claim.rules).collect();
    format!(
        "<article class=\"claim\">\n<div class=\"claim-words\">\n<h3>{}</h3>\n\
         <p>{} <span class=\"basis\">({})</span></p>\n\
         <ul class=\"findings\">\n{}</ul>\n{}</div>\n{}</article>\n",
        escape(question),
        prose(&claim.statement),
        escape(&claim.source),
        verdicts(claim),
        grounds(claim),
        picture(&format!("plot-claim-{index}"), &claim.rules, &cells)
    )
}

/// A line for each part; a claim that says one thing has one line.
fn verdicts(claim: &Claim) -> String {
    let part = |part: &Part| {
        let rest = format!("This {}.", without_intervals(&part.text));
        line(part.verdict, &format!("<b>{}</b> {}", prose(&part.statement), prose(&rest)))
    };
    if claim.parts.is_empty() {
        return line(claim.verdict, &prose(&sentence(&without_intervals(&claim.text))));
    }
    claim.parts.iter().map(part).collect()
}

/// A verdict and, as HTML, what it is about.
fn line(verdict: Verdict, words: &str) -> String {
    let (class, word) = match verdict {
        Verdict::Supported => ("yes", "supported"),
        Verdict::Contradicted => ("yes", "contradicted"),
        Verdict::Open => ("open", "open"),
    };
    format!("<li><span class=\"badge {class}\">{word}</span> <span>{words}</span></li>\n")
}

/// The verdict with its intervals, the figures and the test, folded away.
fn grounds(claim: &Claim) -> String {
    let figures: String = claim
        .figures
        .iter()
        .map(|figure| format!("<li>{}: {}</li>\n", escape(&figure.name), prose(&figure.told())))
        .collect();
    format!(
        "<details class=\"more\"><summary>Figures with their intervals, and the test</summary>\n\
         <p>{}</p>\n<ul>\n{figures}</ul>\n<p>The test: {}</p>\n</details>\n",
        prose(&sentence(&claim.text)),
        prose(&claim.test)
    )
}

/// The attackers' score by player, where the rule set was played.
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
