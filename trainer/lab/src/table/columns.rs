//! Rows in columns.

use std::fmt::Write;

use super::paint::{DIM, Paint};

/// A header and rows, the first column to the left and the others to the right. The widths are those
/// of `all` rows, so that several tables stand in line.
pub(super) fn columns(
    header: &[&str],
    rows: &[Vec<String>],
    all: &[Vec<String>],
    paint: Paint,
) -> String {
    let widths: Vec<usize> = (0..header.len())
        .map(|column| {
            let cells = all.iter().map(|row| row[column].chars().count());
            cells.chain([header[column].chars().count()]).max().unwrap_or(0)
        })
        .collect();
    let mut text = paint.with(DIM, &line(header, &widths)) + "\n";
    text.extend(rows.iter().map(|row| line(row, &widths) + "\n"));
    text
}

fn line(row: &[impl AsRef<str>], widths: &[usize]) -> String {
    let mut line = String::new();
    for (column, (cell, width)) in row.iter().zip(widths).enumerate() {
        let cell = cell.as_ref();
        let _ = if column == 0 {
            write!(line, "  {cell:<width$}")
        } else {
            write!(line, "  {cell:>width$}")
        };
    }
    line
}
