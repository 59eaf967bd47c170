//! Tables with grouped rows.

use maud::{Markup, Render, html};

use super::html::folded;
use crate::text::counted;

/// A table of texts; the first column names the rows.
#[derive(Debug)]
pub(crate) struct Table {
    caption: String,
    head: Vec<String>,
    rows: Vec<(String, Vec<String>)>,
    /// Whether it holds words, which stand to the left, and not numbers, which stand to the right.
    is_prose: bool,
}

/// So many rows of a picture are seen at once; more are split by rule sets.
pub(crate) const AT_ONCE: usize = 20;

impl Table {
    /// An empty table of numbers.
    pub(crate) fn new<T: ToString>(
        caption: impl Into<String>,
        head: impl IntoIterator<Item = T>,
    ) -> Self {
        let head = head.into_iter().map(|name| name.to_string()).collect();
        Self { caption: caption.into(), head, rows: Vec::new(), is_prose: false }
    }

    /// An empty table of words.
    pub(crate) fn prose(caption: impl Into<String>, head: &[&str]) -> Self {
        Self { is_prose: true, ..Self::new(caption, head) }
    }

    /// Adds a row; a new `group` gets a line of its own first, unless it is empty.
    pub(crate) fn row(&mut self, group: &str, cells: impl IntoIterator<Item = String>) {
        self.rows.push((group.to_owned(), cells.into_iter().collect()));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The table itself, for where it is folded away already.
    pub(crate) fn frame(&self) -> Markup {
        let is_new = |row: usize| {
            let group = &self.rows[row].0;
            !group.is_empty() && (row == 0 || self.rows[row - 1].0 != *group)
        };
        html! {
            div.table tabindex="0" {
                table class=(if self.is_prose { "prose" } else { "numbers" }) {
                    caption { span { (self.caption) } }
                    thead { tr { @for name in &self.head { th scope="col" { (name) } } } }
                    tbody {
                        @for (index, (group, cells)) in self.rows.iter().enumerate() {
                            @if is_new(index) {
                                tr.group {
                                    th scope="colgroup" colspan=(self.head.len()) { (group) }
                                }
                            }
                            tr {
                                @for (column, cell) in cells.iter().enumerate() {
                                    @if column == 0 { th scope="row" { (cell) } }
                                    @else if self.is_prose { td { (cell) } }
                                    @else { td { (unbroken(cell)) } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The table, folded away, in a frame that scrolls sideways where the table is too wide; nothing without rows.
impl Render for Table {
    fn render(&self) -> Markup {
        if self.rows.is_empty() {
            return html! {};
        }
        let rows = counted(self.rows.len() as u64, "row", "rows");
        folded(&format!("{}: {rows}", self.name()), &self.frame())
    }
}

impl Table {
    /// What its caption says first.
    fn name(&self) -> &str {
        let caption = self.caption.as_str();
        let ends = ["; ", ". ", ", in "].into_iter().filter_map(|end| caption.find(end));
        &caption[..ends.min().unwrap_or(caption.len())]
    }
}

/// The text of a cell that breaks nowhere but before a bracket: an interval may stand below its value,
/// and no number is torn apart.
fn unbroken(cell: &str) -> String {
    cell.replace(' ', "\u{a0}").replace("\u{a0}(", " (")
}
