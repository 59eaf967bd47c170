//! The cells of a column of a Parquet file as texts, whatever type another program gave it.

use parquet::basic::{ConvertedType, LogicalType, Type as Physical};
use parquet::column::page::PageReader;
use parquet::column::reader::{ColumnReader, ColumnReaderImpl, get_column_reader};
use parquet::data_type::DataType;
use parquet::errors::Result;
use parquet::schema::types::{ColumnDescPtr, ColumnDescriptor};

use super::unpack::broken;

/// The cells that have not been read yet.
pub(super) struct Cells {
    reader: ColumnReader,
    is_unsigned: bool,
    levels: Levels,
}

impl Cells {
    /// Those in these pages; `None` for types that no column of a dataset has.
    pub fn new(column: &ColumnDescPtr, pages: impl PageReader + 'static) -> Option<Self> {
        let (is_unsigned, levels) = (is_unsigned(column)?, Levels::of(column)?);
        let reader = get_column_reader(ColumnDescPtr::clone(column), Box::new(pages));
        Some(Self { reader, is_unsigned, levels })
    }

    /// The next ones, `most` of them where so many are left.
    pub fn next(&mut self, most: usize) -> Result<Vec<String>> {
        use ColumnReader as R;
        let Self { reader, is_unsigned, levels } = self;
        match (reader, *is_unsigned) {
            (R::BoolColumnReader(reader), _) => levels.read(reader, most, shown),
            (R::Int32ColumnReader(reader), false) => levels.read(reader, most, shown),
            (R::Int32ColumnReader(reader), true) => {
                levels.read(reader, most, |number| shown(&number.cast_unsigned()))
            }
            (R::Int64ColumnReader(reader), false) => levels.read(reader, most, shown),
            (R::Int64ColumnReader(reader), true) => {
                levels.read(reader, most, |number| shown(&number.cast_unsigned()))
            }
            (R::FloatColumnReader(reader), _) => levels.read(reader, most, shown),
            (R::DoubleColumnReader(reader), _) => levels.read(reader, most, shown),
            (R::ByteArrayColumnReader(reader), _) => {
                levels.read(reader, most, |text| text.as_utf8().map(str::to_owned))
            }
            (R::Int96ColumnReader(_) | R::FixedLenByteArrayColumnReader(_), _) => {
                Err(broken("a column is of an unknown type"))
            }
        }
    }
}

fn shown<T: ToString>(value: &T) -> Result<String> {
    Ok(value.to_string())
}

/// Whether values are numbers without a sign; `None` for types that no column of a dataset has, such as dates.
fn is_unsigned(column: &ColumnDescriptor) -> Option<bool> {
    use ConvertedType as C;
    let (logical, converted) = (column.logical_type_ref(), column.converted_type());
    match column.physical_type() {
        // All of the column is unknown.
        _ if logical == Some(&LogicalType::Unknown) => Some(false),
        Physical::BOOLEAN => Some(false),
        Physical::FLOAT | Physical::DOUBLE => logical.is_none().then_some(false),
        Physical::INT32 | Physical::INT64 => match (logical, converted) {
            (Some(LogicalType::Integer(kind)), _) => Some(!kind.is_signed),
            (None, C::UINT_8 | C::UINT_16 | C::UINT_32 | C::UINT_64) => Some(true),
            (None, C::NONE | C::INT_8 | C::INT_16 | C::INT_32 | C::INT_64) => Some(false),
            _ => None,
        },
        Physical::BYTE_ARRAY => match (logical, converted) {
            (Some(LogicalType::String | LogicalType::Enum | LogicalType::Json), _)
            | (None, C::UTF8 | C::ENUM | C::JSON) => Some(false),
            _ => None,
        },
        Physical::INT96 | Physical::FIXED_LEN_BYTE_ARRAY => None,
    }
}

/// Which values are there, and which belong together.
#[derive(Default)]
struct Levels {
    /// The definition level of a value that is there.
    whole: i16,
    is_list: bool,
    definition: Vec<i16>,
    repetition: Vec<i16>,
}

impl Levels {
    /// `None` for what is deeper than a list of values.
    fn of(column: &ColumnDescriptor) -> Option<Self> {
        let (whole, is_list) = (column.max_def_level(), column.max_rep_level() == 1);
        // A list has up to three levels; any other value below the top is part of a structure.
        let most = if is_list { 3 } else { 1 };
        let fits = column.max_rep_level() <= 1 && column.path().parts().len() <= most;
        fits.then(|| Self { whole, is_list, ..Self::default() })
    }

    fn read<T: DataType>(
        &mut self,
        reader: &mut ColumnReaderImpl<T>,
        most: usize,
        text: impl Fn(&T::T) -> Result<String>,
    ) -> Result<Vec<String>> {
        let Self { definition, repetition, .. } = self;
        definition.clear();
        repetition.clear();
        let mut values = Vec::new();
        reader.read_records(most, Some(definition), Some(repetition), &mut values)?;
        let texts: Vec<String> = values.iter().map(text).collect::<Result<_>>()?;
        Ok(self.cells(texts))
    }

    /// Cells of values that are there, with `;` between those of a list. What is not there is empty.
    fn cells(&self, values: Vec<String>) -> Vec<String> {
        if self.whole == 0 {
            return values;
        }
        let (mut cells, mut values): (Vec<String>, _) = (Vec::new(), values.into_iter());
        for (at, definition) in self.definition.iter().enumerate() {
            let value = if *definition == self.whole { values.next() } else { None };
            let value = value.unwrap_or_default();
            match cells.last_mut() {
                Some(list) if self.is_list && self.repetition.get(at) != Some(&0) => {
                    list.push(';');
                    list.push_str(&value);
                }
                _ => cells.push(value),
            }
        }
        cells
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use parquet::schema::parser::parse_message_type;
    use parquet::schema::types::SchemaDescriptor;

    use super::*;

    fn column(field: &str) -> ColumnDescPtr {
        let schema = parse_message_type(&format!("message table {{ {field} }}")).expect("a schema");
        SchemaDescriptor::new(Arc::new(schema)).column(0)
    }

    #[test]
    fn values_become_cells_and_lists_with_semicolons() {
        let list = "OPTIONAL group a (LIST) { REPEATED group list { OPTIONAL INT32 item; } }";
        let levels = Levels::of(&column(list)).expect("a list");
        let (definition, repetition) = (vec![0, 1, 3, 2, 3, 2], vec![0, 0, 0, 1, 1, 0]);
        let levels = Levels { definition, repetition, ..levels };
        // Unknown, empty, a list with an unknown value in it, and one of nothing else.
        assert_eq!(levels.cells(vec!["7".to_owned(), "8".to_owned()]), ["", "", "7;;8", ""]);
        let levels = Levels::of(&column("OPTIONAL INT32 a;")).expect("a value");
        let levels = Levels { definition: vec![1, 0, 1], ..levels };
        assert_eq!(levels.cells(vec!["7".to_owned(), "8".to_owned()]), ["7", "", "8"]);
    }

    /// Lists within lists may go as deep as a stranger likes.
    #[test]
    fn what_no_column_has_is_refused() {
        let fits = |field: &str| {
            let column = column(field);
            Levels::of(&column).is_some() && is_unsigned(&column).is_some()
        };
        for field in [
            "REQUIRED BINARY a (STRING);",
            "OPTIONAL BINARY a (UTF8);",
            "REQUIRED INT64 a (INTEGER(64, false));",
            "OPTIONAL DOUBLE a;",
            "REPEATED INT32 a;",
            "REQUIRED group a (LIST) { REPEATED group list { REQUIRED BOOLEAN item; } }",
        ] {
            assert!(fits(field), "{field}");
        }
        for field in [
            "REQUIRED BINARY a;",
            "REQUIRED INT32 a (DATE);",
            "REQUIRED INT96 a;",
            "REQUIRED FIXED_LEN_BYTE_ARRAY (2) a;",
            "REQUIRED group a { REQUIRED INT32 b; }",
            "REPEATED group a { REPEATED INT32 b; }",
            "REPEATED group a { REQUIRED group b { REQUIRED group c { REQUIRED INT32 d; } } }",
        ] {
            assert!(!fits(field), "{field}");
        }
    }
}
