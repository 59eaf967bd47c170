//! Columns that say what they are.

/// A column of a table: its description, and how its cell is written.
#[derive(Clone, Copy, Debug)]
pub struct Column<Cell> {
    /// Name in the head of the table.
    pub name: &'static str,
    /// Type, as one would load it: `string`, `integer`, `number`, `boolean`.
    pub kind: &'static str,
    /// Range, unit or form of the values.
    pub range: &'static str,
    /// What it means.
    pub meaning: &'static str,
    /// Writes the cell of a row.
    pub(super) cell: Cell,
}

/// The description of columns as a Markdown table, as in `docs/data.md` and in every export.
pub fn table<Cell>(columns: &[Column<Cell>]) -> String {
    let mut text = String::from("| column | type | range or form | meaning |\n|---|---|---|---|\n");
    for Column { name, kind, range, meaning, .. } in columns {
        text += &format!("| `{name}` | {kind} | {range} | {meaning} |\n");
    }
    text
}
