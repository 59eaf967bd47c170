//! The forms of an export.

use clap::ValueEnum;
use imperial_dataset::TableFormat;

/// The forms of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Tables in columns, which datasets, pandas, polars and DuckDB read
    Parquet,
    /// Tables of comma-separated values
    Csv,
    /// Tables with one object of JSON each line
    Jsonl,
    /// Tensors for learning: planes, legal moves and targets, as archives of NumPy
    Npz,
    /// Game records and rules records of OpenTafl
    Opentafl,
    /// Weights of a network, for NumPy, PyTorch and JAX
    Safetensors,
    /// A network as a model that most frameworks run
    Onnx,
}

impl Format {
    /// What the format is to a dataset: a form of tables or, if there is none inside, tensors. `None` for formats of
    /// something else.
    pub(super) fn dataset(self) -> Option<Option<TableFormat>> {
        match self {
            Self::Parquet => Some(Some(TableFormat::Parquet)),
            Self::Csv => Some(Some(TableFormat::Csv)),
            Self::Jsonl => Some(Some(TableFormat::Jsonl)),
            Self::Npz => Some(None),
            Self::Opentafl | Self::Safetensors | Self::Onnx => None,
        }
    }
}
