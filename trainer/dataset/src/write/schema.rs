//! The columns of a Parquet file: their names and types.

use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::errors::Result;
use parquet::schema::types::{Type, TypePtr};

use crate::column::{Column, Get};

/// The schema of a table.
pub(super) fn schema<R>(columns: &[Column<R>]) -> Result<TypePtr> {
    let fields: Vec<TypePtr> = columns.iter().map(field).collect::<Result<_>>()?;
    Type::group_type_builder("table").with_fields(fields).build().map(Arc::new)
}

fn field<R>(column: &Column<R>) -> Result<TypePtr> {
    let (required, optional) = (Repetition::REQUIRED, Repetition::OPTIONAL);
    let unsigned = |bits| Some(LogicalType::integer(bits, false));
    let text = || (Physical::BYTE_ARRAY, Some(LogicalType::String));
    let name = column.name;
    match column.get {
        Get::Text(_) | Get::Name(_) => value(name, required, text()),
        Get::Flag(_) => value(name, required, (Physical::BOOLEAN, None)),
        Get::Known(_) => value(name, optional, (Physical::BOOLEAN, None)),
        Get::Sign(_) => {
            value(name, required, (Physical::INT32, Some(LogicalType::integer(8, true))))
        }
        Get::Count(_) => value(name, required, (Physical::INT32, unsigned(32))),
        Get::Large(_) => value(name, required, (Physical::INT64, unsigned(64))),
        Get::Value(_) => value(name, optional, (Physical::FLOAT, None)),
        Get::Texts(_) => list(name, text()),
        Get::Counts(_) => list(name, (Physical::INT32, unsigned(32))),
        Get::Values(_) => list(name, (Physical::FLOAT, None)),
    }
}

type Kind = (Physical, Option<LogicalType>);

fn value(name: &str, repetition: Repetition, (physical, logical): Kind) -> Result<TypePtr> {
    let value = Type::primitive_type_builder(name, physical).with_repetition(repetition);
    value.with_logical_type(logical).build().map(Arc::new)
}

/// A list as the format's description has it, in three levels.
fn list(name: &str, kind: Kind) -> Result<TypePtr> {
    let items = Type::group_type_builder("list").with_repetition(Repetition::REPEATED);
    let items = items.with_fields(vec![value("item", Repetition::REQUIRED, kind)?]).build()?;
    let list = Type::group_type_builder(name).with_repetition(Repetition::REQUIRED);
    let list = list.with_logical_type(Some(LogicalType::List));
    list.with_fields(vec![Arc::new(items)]).build().map(Arc::new)
}
