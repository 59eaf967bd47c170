//! What goes wrong, as exceptions of Python.

use std::fmt::Display;

use pyo3::PyErr;
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyTypeError, PyValueError};

/// A `ValueError` that says what is wrong.
pub fn value(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The same of an error with causes, which are told one after the other.
pub fn chain(error: &anyhow::Error) -> PyErr {
    value(format!("{error:#}"))
}

/// An `IndexError`.
pub fn index(message: impl Display) -> PyErr {
    PyIndexError::new_err(message.to_string())
}

/// A `RuntimeError`.
pub fn state(message: impl Display) -> PyErr {
    PyRuntimeError::new_err(message.to_string())
}

/// A `TypeError`.
pub fn kind(message: impl Display) -> PyErr {
    PyTypeError::new_err(message.to_string())
}
