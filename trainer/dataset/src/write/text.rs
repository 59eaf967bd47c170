//! A table as text: CSV (RFC 4180, UTF-8, one head line, `\n`) or JSON Lines. All threads write rows.

use std::fmt::{Display, Write as _};
use std::io::{self, Write as _};
use std::path::Path;

use imperial_data::NewFile;
use rayon::prelude::*;

use super::row_file::RowFile;
use crate::column::{Column, Get, no_formula};
use crate::settings::TableFormat;

/// Rows that a thread writes at a time.
const AT_ONCE: usize = 512;

/// A file that is being written.
pub(super) struct TextFile<R: 'static> {
    columns: &'static [Column<R>],
    format: TableFormat,
    file: NewFile,
}

impl<R> TextFile<R> {
    pub fn create(
        path: &Path,
        columns: &'static [Column<R>],
        format: TableFormat,
    ) -> io::Result<Self> {
        let mut file = NewFile::create(path)?;
        if format == TableFormat::Csv {
            let names: Vec<_> = columns.iter().map(|column| column.name).collect();
            writeln!(file, "{}", names.join(","))?;
        }
        Ok(Self { columns, format, file })
    }
}

impl<R: Sync> RowFile<R> for TextFile<R> {
    fn add(&mut self, rows: &[R]) -> io::Result<()> {
        let write = match self.format {
            TableFormat::Csv => csv_row,
            _ => json_row,
        };
        let texts: Vec<String> = rows
            .par_chunks(AT_ONCE)
            .map(|rows| {
                let mut text = String::new();
                rows.iter().for_each(|row| write(self.columns, row, &mut text));
                text
            })
            .collect();
        texts.iter().try_for_each(|text| self.file.write_all(text.as_bytes()))
    }

    fn finish(self: Box<Self>) -> io::Result<(u64, String)> {
        self.file.commit()
    }
}

/// Appends something to a text, which cannot fail.
fn put(text: &mut String, what: impl Display) {
    let _ = write!(text, "{what}");
}

fn csv_row<R>(columns: &[Column<R>], row: &R, text: &mut String) {
    for (nth, column) in columns.iter().enumerate() {
        if nth > 0 {
            text.push(',');
        }
        match column.get {
            Get::Text(get) => put_quoted(text, get(row)),
            // Names of agents and folders may be those of strangers.
            Get::Name(get) => put_quoted(text, &no_formula(get(row))),
            Get::Flag(get) => put(text, get(row)),
            Get::Known(get) => get(row).into_iter().for_each(|value| put(text, value)),
            Get::Sign(get) => put(text, get(row)),
            Get::Count(get) => put(text, get(row)),
            Get::Large(get) => put(text, get(row)),
            Get::Value(get) => get(row).into_iter().for_each(|value| put(text, value)),
            Get::Texts(get) => put_list(text, ";", get(row)),
            Get::Counts(get) => put_list(text, ";", get(row)),
            Get::Values(get) => put_list(text, ";", get(row)),
        }
    }
    text.push('\n');
}

fn put_quoted(text: &mut String, cell: &str) {
    if cell.contains([',', '"', '\n', '\r']) {
        put(text, format_args!("\"{}\"", cell.replace('"', "\"\"")));
    } else {
        text.push_str(cell);
    }
}

fn put_list(text: &mut String, between: &str, values: &[impl Display]) {
    for (nth, value) in values.iter().enumerate() {
        put(text, if nth == 0 { "" } else { between });
        put(text, value);
    }
}

fn json_row<R>(columns: &[Column<R>], row: &R, text: &mut String) {
    for (nth, column) in columns.iter().enumerate() {
        put(text, format_args!("{}\"{}\":", if nth == 0 { "{" } else { "," }, column.name));
        match column.get {
            Get::Text(get) | Get::Name(get) => put_json(text, get(row)),
            Get::Flag(get) => put(text, get(row)),
            Get::Known(get) => put_or_null(text, get(row)),
            Get::Sign(get) => put(text, get(row)),
            Get::Count(get) => put(text, get(row)),
            Get::Large(get) => put(text, get(row)),
            Get::Value(get) => put_or_null(text, get(row)),
            Get::Texts(get) => {
                text.push('[');
                for (nth, value) in get(row).iter().enumerate() {
                    put(text, if nth == 0 { "" } else { "," });
                    put_json(text, value);
                }
                text.push(']');
            }
            Get::Counts(get) => put_array(text, get(row)),
            Get::Values(get) => put_array(text, get(row)),
        }
    }
    text.push_str("}\n");
}

fn put_array(text: &mut String, values: &[impl Display]) {
    text.push('[');
    put_list(text, ",", values);
    text.push(']');
}

fn put_or_null(text: &mut String, value: Option<impl Display>) {
    match value {
        Some(value) => put(text, value),
        None => text.push_str("null"),
    }
}

fn put_json(text: &mut String, value: &str) {
    put(text, serde_json::Value::from(value));
}
