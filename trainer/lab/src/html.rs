//! The report as one HTML page: no other file, nothing loaded from anywhere. One small script steps
//! through the example games; everything else works without it.
//!
//! It follows the reader's choice of light or dark, is laid out anew on phones (pictures are drawn
//! a second time, narrower) and prints on paper. All text that comes from outside is escaped.

mod context;
mod curve_page;
mod figures;
mod findings;
mod front;
mod methods;
mod names;
mod table;
mod viewer;
mod words;

pub use context::{Curve, CurvePoint, NetworkNote, PageContext, RuleSetNote, StartingBoard};
pub use curve_page::{CurveFigure, CurvePage};

use super::BalanceReport;
use super::svg::escape;
use figures::folded;

/// The style sheet, which is written into the page.
const STYLE: &str = include_str!("html/page.css");
/// What the browser may do for the page: nothing but its own style and script.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; \
    base-uri 'none'; form-action 'none'";
/// Hatching for cut-off games, shared by all pictures of the page.
const PATTERNS: &str = concat!(
    r#"<svg class="patterns" width="0" height="0" aria-hidden="true"><defs>"#,
    r#"<pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" "#,
    r#"patternTransform="rotate(45)"><rect class="hatch-back" width="6" height="6"/>"#,
    r#"<rect class="hatch-line" width="2" height="6"/></pattern>"#,
    r#"<pattern id="dots" width="6" height="6" patternUnits="userSpaceOnUse">"#,
    r#"<rect class="hatch-back" width="6" height="6"/>"#,
    r#"<circle class="hatch-line" cx="3" cy="3" r="1.3"/></pattern></defs></svg>"#,
    "\n"
);

/// A part of the page.
struct Section {
    /// The end of its address, for links: `#results`.
    id: &'static str,
    title: &'static str,
    body: String,
}

/// Escaped text of a page, in which no line breaks before a percent sign.
fn prose(text: &str) -> String {
    escape(text).replace(" %", "&nbsp;%")
}

/// The whole page. Rule sets are called by their titles.
pub fn page(report: &BalanceReport, context: &PageContext) -> String {
    let (report, context) = &names::titled(report, context);
    let sections: Vec<Section> =
        sections(report, context).into_iter().filter(|s| !s.body.is_empty()).collect();
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{PATTERNS}",
        escape(&context.title)
    );
    html.push_str(&front::header(report, context));
    html.push_str(&contents(&sections));
    html.push_str("<main>\n");
    for Section { id, title, body } in &sections {
        html.push_str(&format!("<section id=\"{id}\">\n<h2>{title}</h2>\n{body}</section>\n"));
    }
    html.push_str("</main>\n</body>\n</html>\n");
    html
}

fn sections(report: &BalanceReport, context: &PageContext) -> Vec<Section> {
    let section = |id, title, body| Section { id, title, body };
    let found = section("findings", "In short", findings::findings(report));
    let compared = section("compared", "What was compared", front::compared(report, context));
    // Without hypotheses the findings are the answer.
    let [second, third] =
        if report.hypotheses.is_empty() { [found, compared] } else { [compared, found] };
    vec![
        section("hypotheses", "Hypotheses put to the test", figures::hypotheses(report)),
        second,
        third,
        section("attribution", "Which rule makes the difference", figures::attributions(report)),
        section("games", "Games to play through", viewer::viewer(report, context)),
        section("strength", "Balance and playing strength", strength(report)),
        section("results", "Who won, and how the games ended", results(report)),
        section("lengths", "How the games went", lengths(report, context)),
        section("differences", "Differences between the rule sets", figures::differences(report)),
        section("fairness", "What would even the game", figures::fairness(report)),
        section("first", "Who moves first", figures::first_mover(report)),
        section("maps", "Where it happened", figures::maps(report, context)),
        section("openings", "How games open", figures::openings(report, context)),
        section("learning", "How the players learnt", figures::learning(context)),
        section("methods", "Words and methods", words_and_methods(report)),
        section("provenance", "How to repeat this", front::provenance(report, context)),
    ]
}

/// Score against Elo; where that is known, the players in their order are folded away.
fn strength(report: &BalanceReport) -> String {
    let (elo, lines) = (figures::elo(report), figures::strength(report));
    let trainings = figures::trainings(report);
    if elo.is_empty() {
        return lines + &trainings;
    }
    let title = "All rule sets in one picture, strongest against weakest";
    elo + &trainings + &folded(title, &lines)
}

fn results(report: &BalanceReport) -> String {
    let more = folded("Wins, draws and shares, with their intervals", &figures::results(report));
    figures::endings(report) + &more
}

/// The strongest player's games; those of all players, lengths and losses are folded away.
fn lengths(report: &BalanceReport, context: &PageContext) -> String {
    let all = figures::course(report, context);
    let more = figures::lengths(report) + &figures::toll(report, context);
    match figures::strongest_course(report, context) {
        Some(strongest) => strongest + &folded("All players; lengths and losses", &(all + &more)),
        None => all + &folded("Lengths and losses", &more),
    }
}

fn words_and_methods(report: &BalanceReport) -> String {
    let methods = methods::methods(report);
    words::words()
        + &folded("Interval, score, Elo, shown: what they mean and how they are computed", &methods)
}

fn contents(sections: &[Section]) -> String {
    let items: String = sections
        .iter()
        .map(|section| format!("<li><a href=\"#{}\">{}</a></li>\n", section.id, section.title))
        .collect();
    format!("<nav aria-label=\"Contents\">\n<ol>\n{items}</ol>\n</nav>\n")
}
