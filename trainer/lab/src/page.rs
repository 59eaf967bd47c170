//! The report as one HTML page: no other file, nothing loaded from anywhere. One small script steps
//! through the example games; everything else works without it.
//!
//! It follows the reader's choice of light or dark, is laid out anew on phones (pictures are drawn
//! a second time, narrower) and prints on paper. Text is escaped by `maud`, which writes the HTML.

mod blocks;
pub(crate) mod boards;
mod cells;
mod context;
mod curve_page;
pub(crate) mod exhibit;
mod facts;
mod figures;
mod findings;
mod front;
mod html;
mod hypotheses;
mod key;
mod methods;
mod scale;
mod table;
mod viewer;

pub use context::{CurveFigure, NetworkNote, PageContext, RuleSetNote};
pub use curve_page::CurvePage;

#[cfg(test)]
pub(crate) use figures::endings::ORDER;
pub(crate) use {
    blocks::{Block, Blocks},
    facts::Facts,
};
#[cfg(test)]
pub(crate) use {exhibit::Exhibit, table::Table};

use maud::{Markup, Render as _, html};

use crate::BalanceReport;
use figures::{
    attribution, course, differences, endings, fairness, first, foretold, known, learning, maps,
    openings, proven, results, strength, surface, trainings,
};

/// What the browser may do for the page: nothing but its own style and script.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; \
    base-uri 'none'; form-action 'none'";

/// A section of the page: the end of its address, for links, and its title.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Section(pub(crate) &'static str, pub(crate) &'static str);

const STRENGTH: Section = Section("strength", "Balance and playing strength");
const RESULTS: Section = Section("results", "Who won, and how the games ended");

/// A part of the page: its section and its body, which is empty where there is nothing to show.
pub(crate) type Part = (Section, fn(&Facts) -> Blocks);

/// The parts of the page in order. Parts of one section stand one after the other.
pub(crate) const PARTS: [Part; 23] = [
    (Section("findings", "In short"), findings::verdicts),
    (STRENGTH, strength::strength),
    (Section("known", "What is known of the balance"), known::known),
    (Section("skill", "Equal skill"), surface::surfaces),
    (Section("more", "What else was found"), findings::findings),
    (Section("hypotheses", "Hypotheses"), hypotheses::hypotheses),
    (Section("attribution", "Which rule makes the difference"), attribution::attributions),
    (RESULTS, results::results),
    (RESULTS, trainings::trainings),
    (RESULTS, endings::endings),
    (Section("proofs", "What is proven"), proven::proven),
    (Section("course", "Length and losses"), course::course),
    (Section("differences", "Differences between the rule sets"), differences::differences),
    (Section("fairness", "What would balance the game"), fairness::fairness),
    (Section("first", "Who moves first"), first::first_mover),
    (Section("maps", "Where it happened"), maps::maps),
    (Section("openings", "How games open"), openings::openings),
    (Section("games", "Games to play through"), viewer::viewer),
    (Section("foretold", "What searches foretell"), foretold::foretold),
    (Section("learning", "How the network learned"), learning::learning),
    (Section("compared", "What was compared"), front::compared),
    (Section("methods", "Words and methods"), methods::methods),
    (Section("provenance", "How to repeat this"), front::provenance),
];

/// What a printed page says.
const ON_PAPER: &str = "Tables, and what else is folded away on the screen, are left out of the print. The files \
    beside the page hold all figures.";

/// The whole page. Rule sets are called by their titles.
pub fn page(report: &BalanceReport, context: &PageContext) -> String {
    page_of(&Facts::new(report, context), &PARTS)
}

/// The page of these parts.
pub(crate) fn page_of(facts: &Facts, parts: &[Part]) -> String {
    let mut sections: Vec<(Section, Markup)> = Vec::new();
    for (section, body) in parts {
        let body = body(facts).render();
        match sections.last_mut() {
            _ if body.0.is_empty() => {}
            Some((last, above)) if last == section => above.0.push_str(&body.0),
            _ => sections.push((*section, body)),
        }
    }
    let body = html! {
        (front::header(facts))
        nav aria-label="Contents" {
            details {
                summary { "Contents" }
                ol {
                    @for (Section(id, title), _) in &sections {
                        li { a href=(format_args!("#{id}")) { (title) } }
                    }
                }
            }
        }
        main {
            p.paper-only.small { (ON_PAPER) }
            @for (Section(id, title), body) in &sections {
                section id=(id) { h2 { (title) } (body) }
            }
        }
    };
    html::document(&facts.context.title, POLICY, &body)
}
