//! Statements that were written down before the games, and what the games say of them.

use maud::{Markup, html};

use super::facts::Facts;
use super::html::badge;
use crate::Verdict;

pub(crate) fn hypotheses(facts: &Facts) -> Markup {
    html! {
        @if !facts.report.claims.is_empty() {
            ul.findings {
                @for claim in &facts.report.claims {
                    li {
                        @match claim.verdict {
                            Verdict::Supported => (badge("yes", "supported")),
                            Verdict::Contradicted => (badge("yes", "contradicted")),
                            Verdict::Open => (badge("open", "open")),
                        }
                        span { (claim.statement) " " span.basis { "(" (claim.source) ")" } }
                    }
                }
            }
        }
    }
}
