//! Claims of others, put to the test.

use super::super::super::svg::escape;
use super::super::super::verdict::sentence;
use super::super::super::{BalanceReport, Claim, Verdict};
use super::super::prose;

pub(in super::super) fn claims(report: &BalanceReport) -> String {
    report.claims.iter().map(claim).collect()
}

fn claim(claim: &Claim) -> String {
    let (class, word) = match claim.verdict {
        Verdict::Supported => ("yes", "supported"),
        Verdict::Contradicted => ("yes", "contradicted"),
        Verdict::Open => ("open", "open"),
    };
    let figures: String = claim
        .figures
        .iter()
        .map(|figure| format!("<li>{}: {}</li>\n", escape(&figure.name), prose(&figure.told())))
        .collect();
    format!(
        "<article class=\"claim\">\n<blockquote><p>{}</p>\n<footer>{}, on {}</footer></blockquote>\n\
         <p><span class=\"badge {class}\">{word}</span> {}</p>\n<ul class=\"small\">\n{figures}</ul>\n\
         <p class=\"small\">The test: {}</p>\n</article>\n",
        escape(&claim.statement),
        escape(&claim.source),
        escape(&claim.rules),
        prose(&sentence(&claim.text)),
        prose(&claim.test)
    )
}
