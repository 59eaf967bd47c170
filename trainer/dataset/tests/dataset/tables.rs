//! Tables read back, whatever their format.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use arrow_array::types::Int32Type;
use arrow_array::{Array, ArrayRef, RecordBatch, cast::AsArray};
use arrow_schema::DataType;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use serde_json::Value;

/// A table as rows of named cells, which are texts as in CSV.
#[derive(Debug, PartialEq)]
pub struct Rows {
    pub head: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

/// The files of a table with this ending, by name.
pub fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> =
        entries.filter(|path| path.extension().is_some_and(|end| end == ending)).collect();
    files.sort();
    files
}

impl Rows {
    pub fn csv(folder: &Path) -> Self {
        let mut table = Self { head: Vec::new(), rows: Vec::new() };
        for path in files(folder, "csv") {
            let Self { head, rows } = Self::csv_file(&path);
            table.head = head;
            table.rows.extend(rows);
        }
        table
    }

    pub fn csv_file(path: &Path) -> Self {
        let mut reader = csv::Reader::from_path(path).unwrap();
        let head = reader.headers().unwrap().iter().map(str::to_owned).collect();
        let rows = reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect());
        Self { head, rows: rows.collect() }
    }

    pub fn jsonl(folder: &Path, head: &[String]) -> Self {
        let mut rows = Vec::new();
        for path in files(folder, "jsonl") {
            let text = fs::read_to_string(path).unwrap();
            for line in text.lines() {
                let row: BTreeMap<String, Value> = serde_json::from_str(line).unwrap();
                assert_eq!(row.len(), head.len());
                rows.push(head.iter().map(|name| cell_of_json(&row[name])).collect());
            }
        }
        Self { head: head.to_vec(), rows }
    }

    pub fn parquet(folder: &Path) -> Self {
        let mut table = Self { head: Vec::new(), rows: Vec::new() };
        for path in files(folder, "parquet") {
            let reader =
                ParquetRecordBatchReaderBuilder::try_new(File::open(path).unwrap()).unwrap();
            for batch in reader.build().unwrap() {
                table.add(&batch.unwrap());
            }
        }
        table
    }

    fn add(&mut self, batch: &RecordBatch) {
        self.head = batch.schema().fields().iter().map(|field| field.name().clone()).collect();
        for row in 0..batch.num_rows() {
            self.rows
                .push(batch.columns().iter().map(|column| cell_of_array(column, row)).collect());
        }
    }

    pub fn cell(&self, row: usize, column: &str) -> &str {
        let at = self.head.iter().position(|name| name == column).unwrap();
        &self.rows[row][at]
    }

    pub fn column(&self, column: &str) -> Vec<&str> {
        (0..self.rows.len()).map(|row| self.cell(row, column)).collect()
    }
}

fn cell_of_json(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(cell_of_json).collect::<Vec<_>>().join(";"),
        Value::Number(number) => number
            .as_u64()
            .map_or_else(|| (number.as_f64().unwrap() as f32).to_string(), |n| n.to_string()),
        other => other.to_string(),
    }
}

fn cell_of_array(array: &ArrayRef, row: usize) -> String {
    use arrow_array::types::{Float32Type, Int8Type, UInt32Type, UInt64Type};
    if array.is_null(row) {
        return String::new();
    }
    match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().value(row).to_owned(),
        DataType::Dictionary(..) => {
            let names = array.as_dictionary::<Int32Type>();
            names.values().as_string::<i32>().value(names.key(row).unwrap()).to_owned()
        }
        DataType::Boolean => array.as_boolean().value(row).to_string(),
        DataType::Int8 => array.as_primitive::<Int8Type>().value(row).to_string(),
        DataType::UInt32 => array.as_primitive::<UInt32Type>().value(row).to_string(),
        DataType::UInt64 => array.as_primitive::<UInt64Type>().value(row).to_string(),
        DataType::Float32 => array.as_primitive::<Float32Type>().value(row).to_string(),
        DataType::List(_) => {
            let values = array.as_list::<i32>().value(row);
            (0..values.len()).map(|at| cell_of_array(&values, at)).collect::<Vec<_>>().join(";")
        }
        other => panic!("{other}"),
    }
}
