//! What a part of the page consists of. The page and the files of its pictures are made from the same blocks, so
//! that no picture of the page lacks a file.

use maud::{Markup, Render, html};

use super::boards::Boards;
use super::exhibit::Exhibit;
use super::html::folded;

/// Blocks in order.
#[derive(Debug, Default)]
pub(crate) struct Blocks(Vec<Block>);

/// Text, or pictures, or something that unfolds.
#[derive(Debug)]
pub(crate) enum Block {
    Html(Markup),
    Exhibit(Box<Exhibit>),
    Boards(Boards),
    Folded(String, Blocks),
}

impl Blocks {
    /// Adds something.
    pub(crate) fn add(&mut self, more: impl Into<Self>) {
        self.0.extend(more.into().0);
    }

    /// The same with something more.
    pub(crate) fn and(mut self, more: impl Into<Self>) -> Self {
        self.add(more);
        self
    }

    /// Whether there is nothing.
    pub(crate) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The same, to be unfolded; nothing stays nothing.
    pub(crate) fn folded(self, summary: &str) -> Self {
        if self.is_empty() {
            return self;
        }
        Self(vec![Block::Folded(summary.to_owned(), self)])
    }

    /// Headings with what stands below them. All but the first `shown` are folded away.
    pub(crate) fn one_by_one(mut parts: Vec<(String, Self)>, shown: usize) -> Self {
        let more = parts.split_off(shown.min(parts.len()));
        let all = |parts: Vec<(String, Self)>| -> Self {
            let part = |(heading, body)| Self::from(html! { h3 { (heading) } }).and(body);
            parts.into_iter().map(part).collect()
        };
        all(parts).and(all(more).folded("The other rule sets"))
    }

    /// All blocks with pictures, those that are folded away included, in order.
    pub(crate) fn pictured(&self) -> Vec<&Block> {
        self.0.iter().flat_map(Block::pictured).collect()
    }
}

impl Block {
    fn pictured(&self) -> Vec<&Self> {
        match self {
            Self::Html(_) => Vec::new(),
            Self::Folded(_, blocks) => blocks.pictured(),
            pictured => vec![pictured],
        }
    }
}

impl From<Markup> for Blocks {
    fn from(markup: Markup) -> Self {
        Self(vec![Block::Html(markup)])
    }
}

impl From<Exhibit> for Blocks {
    fn from(exhibit: Exhibit) -> Self {
        Self(vec![Block::Exhibit(Box::new(exhibit))])
    }
}

impl From<Boards> for Blocks {
    fn from(boards: Boards) -> Self {
        Self(vec![Block::Boards(boards)])
    }
}

impl FromIterator<Self> for Blocks {
    fn from_iter<T: IntoIterator<Item = Self>>(parts: T) -> Self {
        Self(parts.into_iter().flat_map(|part| part.0).collect())
    }
}

impl Render for Blocks {
    fn render(&self) -> Markup {
        html! {
            @for block in &self.0 {
                @match block {
                    Block::Html(markup) => (markup),
                    Block::Exhibit(exhibit) => (exhibit),
                    Block::Boards(boards) => (boards),
                    Block::Folded(summary, blocks) => (folded(summary, &blocks.render())),
                }
            }
        }
    }
}
