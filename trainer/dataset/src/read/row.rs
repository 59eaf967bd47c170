//! What is read of a table, row by row.

use super::error::DatasetError;

/// The columns that are read: those that must be there, and those that may.
pub(super) type Columns<'a> = (&'a [&'static str], &'a [&'static str]);

/// What is done with the cells of a row.
pub(super) type Next<'a> = dyn FnMut(&[String], &[Option<String>]) -> Result<(), DatasetError> + 'a;
