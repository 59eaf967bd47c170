//! Tables with grouped rows.

use super::super::svg::escape;

/// A table of texts; the first column names the rows.
#[derive(Debug)]
pub(super) struct Table {
    caption: String,
    head: Vec<String>,
    body: String,
    rows: usize,
    group: Option<String>,
    prose: bool,
}

/// So many rows, of tables and pictures, are seen at once; more unfold, or are split by rule sets.
pub(super) const AT_ONCE: usize = 20;

impl Table {
    /// An empty table of numbers, which stand to the right.
    pub(super) fn new(caption: impl Into<String>, head: &[&str]) -> Self {
        Self::with_head(caption.into(), head.iter().map(ToString::to_string).collect())
    }

    /// The same with a head that is not known beforehand.
    pub(super) const fn with_head(caption: String, head: Vec<String>) -> Self {
        Self { caption, head, body: String::new(), rows: 0, group: None, prose: false }
    }

    /// An empty table of words, which stand to the left.
    pub(super) fn prose(caption: impl Into<String>, head: &[&str]) -> Self {
        Self { prose: true, ..Self::new(caption, head) }
    }

    /// Adds a row; a new `group` gets a line of its own first, unless it is empty.
    pub(super) fn row(&mut self, group: &str, cells: &[String]) {
        if self.group.as_deref() != Some(group) && !group.is_empty() {
            self.body.push_str(&format!(
                "<tr class=\"group\"><th scope=\"colgroup\" colspan=\"{}\">{}</th></tr>\n",
                self.head.len(),
                escape(group)
            ));
            self.group = Some(group.to_owned());
        }
        self.rows += 1;
        self.body.push_str("<tr>");
        for (index, cell) in cells.iter().enumerate() {
            let text = if self.prose || index == 0 { escape(cell) } else { number(cell) };
            self.body.push_str(&match index {
                0 => format!("<th scope=\"row\">{text}</th>"),
                _ => format!("<td>{text}</td>"),
            });
        }
        self.body.push_str("</tr>\n");
    }

    /// The table in a frame that scrolls sideways where the table is too wide, folded away where it is
    /// long.
    pub(super) fn html(&self) -> String {
        if self.rows <= AT_ONCE {
            return self.frame();
        }
        format!(
            "<details class=\"more\"><summary>{}: {} rows</summary>\n{}</details>\n",
            escape(&self.caption),
            self.rows,
            self.frame()
        )
    }

    fn frame(&self) -> String {
        let head: String = self
            .head
            .iter()
            .map(|name| format!("<th scope=\"col\">{}</th>", escape(name)))
            .collect();
        let class = if self.prose { "prose" } else { "numbers" };
        format!(
            "<div class=\"table\" tabindex=\"0\">\n<table class=\"{class}\">\n\
             <caption><span>{}</span></caption>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{}</tbody>\n</table>\n\
             </div>\n",
            escape(&self.caption),
            self.body
        )
    }
}

/// Escaped text of a cell that breaks nowhere but before a bracket: an interval may stand below its
/// value, and no number is torn apart.
fn number(cell: &str) -> String {
    escape(cell).replace(' ', "&nbsp;").replace("&nbsp;(", " (")
}
