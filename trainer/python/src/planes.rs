//! Planes as networks see them, written straight into arrays of NumPy.

use std::fmt::Display;

use imperial_engine::Encode;
use numpy::ndarray::{ArrayD, IxDyn};
use numpy::{
    IntoPyArray as _, PyArrayDyn, PyArrayMethods as _, PyReadwriteArrayDyn,
    PyUntypedArrayMethods as _,
};
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::errors;
use crate::play::Play;

/// Positions that a thread takes at once.
const AT_ONCE: usize = 32;

/// The shape of the planes of one position: planes, ranks, files.
pub fn shape_of(game: &impl Encode) -> [usize; 3] {
    let board = game.board();
    [game.planes().len(), board.height, board.width]
}

/// An array of `shape` that `fill` writes into: `out`, or a new one. `fill` runs while other threads of Python do.
pub fn filled<'py>(
    py: Python<'py>,
    shape: &[usize],
    out: Option<Bound<'py, PyAny>>,
    fill: impl FnOnce(&mut [f32]) + Send,
) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
    let Some(out) = out else {
        let mut values = vec![0.0; shape.iter().product()];
        py.detach(|| fill(&mut values));
        let array = ArrayD::from_shape_vec(IxDyn(shape), values).map_err(errors::value)?;
        return Ok(array.into_pyarray(py));
    };
    let out = out.cast_into::<PyArrayDyn<f32>>().map_err(|error| {
        errors::kind(format!("out must be an array of float32; {}", kind_of(&error.into_inner())))
    })?;
    if out.shape() != shape {
        let found = out.shape();
        return Err(errors::value(format!("out must have the shape {shape:?}, not {found:?}")));
    }
    if !out.is_c_contiguous() {
        let message = "out must be contiguous, rank after rank; numpy.empty makes such arrays";
        return Err(errors::value(message));
    }
    let unfit = |error: &dyn Display| errors::value(format!("out cannot be written: {error}"));
    let mut lent: PyReadwriteArrayDyn<'_, f32> =
        out.try_readwrite().map_err(|error| unfit(&error))?;
    let values = lent.as_slice_mut().map_err(|error| unfit(&error))?;
    py.detach(|| fill(values));
    drop(lent);
    Ok(out)
}

/// What something is instead, in words.
fn kind_of(found: &Bound<'_, PyAny>) -> String {
    match found.getattr("dtype") {
        Ok(dtype) => format!("this one is of {dtype}"),
        Err(_) => format!("this is of type {}", found.get_type()),
    }
}

/// Writes the planes of `plays` one after the other, by all threads.
pub fn encode_all<G: Encode + 'static>(
    game: &G,
    plays: &[impl AsRef<Play<G>> + Sync],
    values: &mut [f32],
) {
    let size: usize = shape_of(game).iter().product();
    let places = values.par_chunks_exact_mut(size.max(1)).with_min_len(AT_ONCE);
    places.zip(plays).for_each(|(place, play)| game.encode(&play.as_ref().position, place));
}

impl<G: Encode> AsRef<Self> for Play<G> {
    fn as_ref(&self) -> &Self {
        self
    }
}
