//! Numbers that Python gives, checked before anything is done with them.

use numpy::{Element, PyArray1, PyArrayMethods as _, PyUntypedArrayMethods as _};
use pyo3::prelude::*;
use pyo3::types::IntoPyDict as _;

use crate::errors;

/// Whole numbers, one for each of `count` things that `what` names.
pub fn whole_numbers(given: &Bound<'_, PyAny>, count: usize, what: &str) -> PyResult<Vec<i64>> {
    numbers(given, count, what, ("iu", "int64", "whole numbers"))
}

/// Real numbers, one for each of `count` things.
pub fn scores(given: &Bound<'_, PyAny>, count: usize, what: &str) -> PyResult<Vec<f64>> {
    numbers(given, count, what, ("biuf", "float64", "real numbers"))
}

/// A mask of `count` booleans; without one, all.
pub fn mask(given: Option<&Bound<'_, PyAny>>, count: usize) -> PyResult<Vec<bool>> {
    let what = "mask (one for each game)";
    let all = || Ok(vec![true; count]);
    given.map_or_else(all, |given| numbers(given, count, what, ("b", "bool", "booleans")))
}

/// Numbers of one of the kinds of NumPy, converted to the type called `dtype`, which is `T`.
fn numbers<T: Element + Copy>(
    given: &Bound<'_, PyAny>,
    count: usize,
    what: &str,
    (kinds, dtype, words): (&str, &str, &str),
) -> PyResult<Vec<T>> {
    let py = given.py();
    let array = py.import("numpy")?.call_method1("asarray", (given,))?;
    let found = array.getattr("dtype")?;
    if !kinds.contains(&found.getattr("kind")?.extract::<String>()?) {
        return Err(errors::kind(format!("{what} must be {words}, not of type {found}")));
    }
    let array =
        array.call_method("astype", (dtype,), Some(&[("copy", false)].into_py_dict(py)?))?;
    let flat = array.cast_into::<PyArray1<T>>().map_err(|_| {
        errors::value(format!("{what} must be an array of one dimension, {count} long"))
    })?;
    if flat.len() != count {
        let found = flat.len();
        return Err(errors::value(format!("{what} must be {count} in number, not {found}")));
    }
    let lent = flat.try_readonly().map_err(errors::value)?;
    Ok(lent.as_array().to_vec())
}
