//! Small pieces of HTML that many parts of the page are made of.

use imperial_plot::pattern::patterns;
use maud::{Markup, PreEscaped, html};

/// More rule sets than this hide each other in one picture, and make sections long.
pub(crate) const MANY_RULE_SETS: usize = 3;

/// Text in which no line breaks before a percent sign.
pub(crate) fn prose(text: &str) -> String {
    text.replace(" %", "\u{a0}%")
}

/// Something that unfolds, unless it is empty. Paper leaves out what is folded.
pub(crate) fn folded(summary: &str, body: &Markup) -> Markup {
    html! {
        @if !body.0.is_empty() {
            details.more { summary { (summary) } (body) }
        }
    }
}

/// A word that grades a statement.
pub(crate) fn badge(class: &str, word: &str) -> Markup {
    html! { span class=(format_args!("badge {class}")) { (word) } }
}

/// The whole document. `body` is what stands in its body, `policy` what the browser may do for it.
pub(crate) fn document(title: &str, policy: &str, body: &Markup) -> String {
    let page = html! {
        (maud::DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="color-scheme" content="light dark";
                title { (title) }
                style { (PreEscaped(STYLE)) (PreEscaped(imperial_plot::STYLE)) }
            }
            body { (patterns()) (body) }
        }
    };
    page.into_string()
}

/// The style sheet of what is around the pictures, which is written into the page before that of the pictures.
const STYLE: &str = include_str!("page.css");
