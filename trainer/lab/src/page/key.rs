//! What the marks, colours and numbers of a picture mean.

use imperial_plot::marks::{KeyEntry, Sign};
use maud::{Markup, Render, html};

/// Signs and what they mean; empty where the picture says it itself.
#[derive(Debug, Default)]
pub(crate) struct Key(pub(crate) Vec<(Sign, String)>);

impl Key {
    /// Drawn signs.
    pub(crate) fn of(entries: Vec<KeyEntry>) -> Self {
        Self(entries.into_iter().map(|(picture, words)| (Sign::Drawn(picture), words)).collect())
    }

    /// The same, and after them names with their numbers from 1.
    pub(crate) fn numbered<'a>(mut self, names: impl Iterator<Item = &'a str>) -> Self {
        self.0.extend(names.zip(1..).map(|(name, number)| (Sign::Number(number), name.to_owned())));
        self
    }
}

impl Render for Key {
    fn render(&self) -> Markup {
        html! {
            @if !self.0.is_empty() {
                ul.key {
                    @for (sign, words) in &self.0 {
                        li {
                            @match sign {
                                Sign::Drawn(picture) => (picture.inline("swatch")),
                                Sign::Number(number) => b { (number) },
                            }
                            " " (words)
                        }
                    }
                }
            }
        }
    }
}
