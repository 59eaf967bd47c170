//! A column of a table: its name, and how a row has its cell. All formats are written from these.

use std::borrow::Cow;

use imperial_data::MoveText;

/// How a row has the cell of a column; the variant is the column's type in every format.
#[derive(Clone, Copy, Debug)]
pub enum Get<R> {
    /// Any text.
    Text(fn(&R) -> &str),
    /// A text of which there are few, such as a name.
    Name(fn(&R) -> &str),
    /// True or false.
    Flag(fn(&R) -> bool),
    /// True or false where it is known.
    Known(fn(&R) -> Option<bool>),
    /// −1, 0 or 1.
    Sign(fn(&R) -> i8),
    /// A number of plies, squares or visits.
    Count(fn(&R) -> u32),
    /// A number of 64 bits.
    Large(fn(&R) -> u64),
    /// A value where there is one.
    Value(fn(&R) -> Option<f32>),
    /// Texts in order.
    Texts(fn(&R) -> &[MoveText]),
    /// Numbers in order.
    Counts(fn(&R) -> &[u32]),
    /// Values in order.
    Values(fn(&R) -> &[f32]),
}

/// A column.
#[derive(Clone, Copy, Debug)]
pub struct Column<R> {
    /// Its name.
    pub name: &'static str,
    /// How a row has its cell.
    pub get: Get<R>,
}

impl<R> Column<R> {
    /// A column of this name.
    pub const fn new(name: &'static str, get: Get<R>) -> Self {
        Self { name, get }
    }
}

/// Whether a spreadsheet would take a text for a formula, apostrophes before it left out.
fn is_formula(text: &str) -> bool {
    text.trim_start_matches('\'').starts_with(['=', '+', '-', '@', '\t', '\r'])
}

/// A text as a cell of CSV: what a spreadsheet would take for a formula gets an apostrophe before it, as OWASP says.
pub(crate) fn no_formula(text: &str) -> Cow<'_, str> {
    if is_formula(text) { format!("'{text}").into() } else { text.into() }
}

/// The text of such a cell.
pub(crate) fn text_of_cell(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|text| is_formula(text)).unwrap_or(cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_survive_the_guard_against_formulas() {
        for text in ["=1+1", "'=1", "''@x", "-", "+a", "\tb", "a=b", "'quoted'", "", "d9-c9"] {
            let cell = no_formula(text);
            assert!(!cell.starts_with(['=', '+', '-', '@', '\t', '\r']), "{cell}");
            assert_eq!(text_of_cell(&cell), text);
        }
        assert_eq!(no_formula("d9-c9"), "d9-c9");
    }
}
