//! How the network learned that the run trained itself.

use maud::{Markup, html};

use crate::page::facts::Facts;

pub(crate) fn learning(facts: &Facts) -> Markup {
    html! { @for figure in &facts.context.learning { (figure.exhibit()) } }
}
