//! Small pieces of HTML that many parts of the page are made of.

use maud::{Markup, PreEscaped, html};

use crate::plot::marks::KeyEntry;

/// More rule sets than this hide each other in one picture, and make sections long.
pub(crate) const MANY_RULE_SETS: usize = 3;

/// Text in which no line breaks before a percent sign.
pub(crate) fn prose(text: &str) -> String {
    text.replace(" %", "\u{a0}%")
}

/// Something that unfolds, unless it is empty; on paper it always is.
pub(crate) fn folded(summary: &str, body: &Markup) -> Markup {
    html! {
        @if !body.0.is_empty() {
            details.more { summary { (summary) } (body) }
        }
    }
}

/// Headings with what stands below them. Where there are many, all but the first are folded away.
pub(crate) fn one_by_one(parts: &[(String, Markup)]) -> Markup {
    let (shown, more) = parts.split_at(match parts.len() {
        0..=MANY_RULE_SETS => parts.len(),
        _ => 1,
    });
    let all = |parts: &[(String, Markup)]| {
        html! { @for (heading, body) in parts { h3 { (heading) } (body) } }
    };
    html! { (all(shown)) (folded("The other rule sets", &all(more))) }
}

/// A word that grades a statement.
pub(crate) fn badge(class: &str, word: &str) -> Markup {
    html! { span class=(format_args!("badge {class}")) { (word) } }
}

/// The entries of a key as items of a list.
pub(crate) fn key(entries: Vec<KeyEntry>) -> Vec<Markup> {
    let entries = entries.into_iter();
    entries.map(|(picture, words)| html! { (picture.inline("swatch")) " " (words) }).collect()
}

/// A key as a list.
pub(crate) fn key_list(items: &[Markup]) -> Markup {
    html! { @if !items.is_empty() { ul.key { @for item in items { li { (item) } } } } }
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
                style { (PreEscaped(STYLE)) }
            }
            body { (PreEscaped(PATTERNS)) (body) }
        }
    };
    page.into_string()
}

/// The style sheet, which is written into the page.
const STYLE: &str = include_str!("page.css");
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
