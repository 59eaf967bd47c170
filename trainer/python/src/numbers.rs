//! Numbers that Python gives, checked before anything is done with them.

use std::fmt::Display;
use std::ops::RangeInclusive;

use numpy::{Element, PyArray1, PyArrayMethods as _, PyUntypedArrayMethods as _};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::IntoPyDict as _;

use crate::errors;

/// A whole number within `range`, which `what` names.
pub fn whole<T>(given: &Bound<'_, PyAny>, what: &str, range: RangeInclusive<T>) -> PyResult<T>
where
    T: Display + PartialOrd + for<'a, 'py> FromPyObject<'a, 'py>,
{
    let found = fitting(given, (what, "a whole number"))?;
    if let Some(number) = found.filter(|number| range.contains(number)) {
        return Ok(number);
    }
    let (least, most) = range.into_inner();
    Err(errors::value(format!("{what} must be from {least} to {most}, not {given}")))
}

/// A seed.
pub fn seed(given: &Bound<'_, PyAny>) -> PyResult<u64> {
    whole(given, "seed", 0..=u64::MAX)
}

/// A place in a list of `count` things, counted from 0. The error says what it is and what it must be.
pub fn place(
    given: &Bound<'_, PyAny>,
    (what, words): (&str, &str),
    count: usize,
) -> PyResult<usize> {
    fitting(given, (what, words))?.filter(|place| *place < count).ok_or_else(|| {
        errors::index(format!("{what} {given} does not exist: there are {count}, counted from 0"))
    })
}

/// A whole number; `None` where the type has no such number.
fn fitting<T>(given: &Bound<'_, PyAny>, (what, words): (&str, &str)) -> PyResult<Option<T>>
where
    T: for<'a, 'py> FromPyObject<'a, 'py>,
{
    given.extract::<T>().map_err(Into::<PyErr>::into).map(Some).or_else(|error| {
        if error.is_instance_of::<PyOverflowError>(given.py()) {
            return Ok(None);
        }
        let found = given.get_type();
        Err(errors::kind(format!("{what} must be {words}, not of type {found}")))
    })
}

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
