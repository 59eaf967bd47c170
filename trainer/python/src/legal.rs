//! Legal moves of many positions as arrays, laid out as in exported tensors.

use imperial_engine::{Action, Choice, Encode};
use numpy::{IntoPyArray as _, PyArray1, PyArrayMethods as _, PyReadonlyArray1};
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::numbers;
use crate::play::Play;

/// The legal moves of n positions, m in all, under the names of exported tensors.
///
/// The moves of position `i` stand from `move_offsets[i]` to `move_offsets[i + 1]`, in the engine's order.
/// Positions whose game is over have none.
///
/// Attributes:
///     move_offsets: int64 [n + 1].
///     move_from: uint16 [m], square that the piece leaves; the same as `move_to` where a stone is placed.
///     move_to: uint16 [m], square where it arrives. Square 0 is a1, square 1 is b1.
///     move_choice: uint16 [m], 0 nothing to choose, 1 a capture is declined, 2 + s the piece on square s is
///         taken, 65535 several pieces are taken.
///     move_victims: uint64 [m], where several pieces are taken their squares as bits, else 0; on boards of more
///         than 64 points uint64 [m, words], the first 64 squares in the first word.
#[pyclass(frozen, get_all, module = "imperial_tafl")]
#[derive(Debug)]
pub struct Legal {
    move_offsets: Py<PyArray1<i64>>,
    move_from: Py<PyArray1<u16>>,
    move_to: Py<PyArray1<u16>>,
    move_choice: Py<PyArray1<u16>>,
    move_victims: Py<PyAny>,
}

/// The same before NumPy has it.
#[derive(Debug, Default)]
pub struct Lists {
    offsets: Vec<i64>,
    from: Vec<u16>,
    to: Vec<u16>,
    choice: Vec<u16>,
    victims: Vec<u64>,
    /// Words of victims for each move.
    words: usize,
}

impl Lists {
    /// The legal moves of `plays`.
    pub fn of<G: Encode + 'static>(game: &G, plays: &[impl AsRef<Play<G>> + Sync]) -> Self {
        let offsets = offsets(plays.iter().map(|play| play.as_ref().moves.len()));
        let actions: Vec<Action> = plays
            .par_iter()
            .flat_map_iter(|play| play.as_ref().moves.iter().map(|mv| game.action(*mv)))
            .collect();
        let words = Choice::words(game);
        let (choice, victims): (_, Vec<_>) =
            actions.par_iter().map(|action| action.choice.numbers()).unzip();
        Self {
            offsets,
            from: actions.iter().map(|action| action.from).collect(),
            to: actions.iter().map(|action| action.to).collect(),
            choice,
            victims: victims.iter().flat_map(|victims| &victims[..words]).copied().collect(),
            words,
        }
    }

    /// Gives the memory to NumPy.
    ///
    /// # Errors
    /// Never: each move has as many words as another.
    pub fn into_legal(self, py: Python<'_>) -> PyResult<Legal> {
        let victims = self.victims.into_pyarray(py);
        let victims = match self.words {
            1 => victims.into_any(),
            words => victims.reshape([self.from.len(), words])?.into_any(),
        };
        Ok(Legal {
            move_offsets: self.offsets.into_pyarray(py).unbind(),
            move_from: self.from.into_pyarray(py).unbind(),
            move_to: self.to.into_pyarray(py).unbind(),
            move_choice: self.choice.into_pyarray(py).unbind(),
            move_victims: victims.unbind(),
        })
    }
}

/// Where lists of these lengths begin and end, laid one after the other.
pub fn offsets(lengths: impl Iterator<Item = usize>) -> Vec<i64> {
    let mut end = 0;
    let ends = lengths.map(|length| {
        end += length as i64;
        end
    });
    std::iter::once(0).chain(ends).collect()
}

#[pymethods]
impl Legal {
    /// Number of positions.
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.ends(py)?.len() - 1)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let ends = self.ends(py)?;
        let moves = ends.last().copied().unwrap_or_default();
        Ok(format!("<{moves} legal moves of {} positions>", ends.len() - 1))
    }

    /// int64 [m]: the position that each move belongs to.
    #[getter]
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let ends = self.ends(py)?;
        let mut rows = Vec::with_capacity(ends.last().map_or(0, |end| *end as usize));
        for (row, pair) in ends.windows(2).enumerate() {
            rows.resize(pair[1] as usize, row as i64);
        }
        Ok(rows.into_pyarray(py))
    }

    /// The best-scored move of each position, as `Batch.step` takes them.
    ///
    /// Args:
    ///     scores: real numbers [m], one for each move. To draw moves by their probabilities add Gumbel noise
    ///         to the logarithms: `legal.argmax(logits + rng.gumbel(size=len(logits)))`.
    ///
    /// Returns:
    ///     int64 [n], from 0 in each position; 0 where there is no move. Of equal scores the first one counts.
    fn argmax<'py>(
        &self,
        py: Python<'py>,
        scores: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let ends = self.ends(py)?;
        let moves = ends.last().map_or(0, |end| *end as usize);
        let scores = numbers::scores(scores, moves, "scores (one for each legal move)")?;
        let best = |pair: &[i64]| {
            let scores = &scores[pair[0] as usize..pair[1] as usize];
            let mut best = 0;
            for (place, score) in scores.iter().enumerate() {
                if *score > scores[best] || scores[best].is_nan() {
                    best = place;
                }
            }
            best as i64
        };
        Ok(ends.windows(2).map(best).collect::<Vec<_>>().into_pyarray(py))
    }
}

impl Legal {
    /// The offsets, which Python may not have spoilt.
    fn ends(&self, py: Python<'_>) -> PyResult<Vec<i64>> {
        let array: PyReadonlyArray1<'_, i64> =
            self.move_offsets.bind(py).try_readonly().map_err(crate::errors::value)?;
        let ends = array.as_array().to_vec();
        if ends.first() == Some(&0) && ends.is_sorted() {
            return Ok(ends);
        }
        Err(crate::errors::value("move_offsets was changed; ask for the legal moves again"))
    }
}
