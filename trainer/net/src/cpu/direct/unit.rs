//! Who multiplies when a network learns.

#[cfg(test)]
use super::super::tile_unit::{DEPTH, SIDE, is_available};
use super::super::tile_unit::{Shapes, release};
use super::field::Field;
use super::product::{Piece, multiply, store};
#[cfg(test)]
use super::{weigh::wide, weights::TAPS};

/// Tiles, or plain code that says on any machine what they should give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// The registers of AMX.
    Tiles,
    /// Plain code, slow: for tests.
    #[cfg(test)]
    Plain,
}

impl Unit {
    /// Those that this machine has.
    #[cfg(test)]
    pub fn available() -> impl Iterator<Item = Self> {
        [Self::Plain].into_iter().chain(is_available().then_some(Self::Tiles))
    }

    /// Gives the registers shapes for inputs of `rows` rows.
    ///
    /// # Safety
    /// The machine has the unit.
    pub unsafe fn begin(self, rows: usize) {
        if self == Self::Tiles {
            // SAFETY: AMX is available.
            unsafe { Shapes::new(rows, 1).load() };
        }
    }

    /// Gives the registers up.
    ///
    /// # Safety
    /// The machine has the unit.
    pub unsafe fn end(self) {
        if self == Self::Tiles {
            // SAFETY: AMX is available.
            unsafe { release() };
        }
    }

    /// Computes a piece: all its sums.
    ///
    /// # Safety
    /// The unit is available and began with the height of the field, and all values lie within the buffers.
    pub unsafe fn convolve(self, field: &Field, piece: &Piece) {
        // SAFETY: the caller vouches for the registers and the buffers. What is in the registers before is
        // overwritten where it was stored.
        unsafe {
            match self {
                Self::Tiles => {
                    let waiting = multiply(field, piece, piece.sums, || ());
                    store(field, waiting);
                }
                #[cfg(test)]
                Self::Plain => plain(field, piece),
            }
        }
    }
}

/// What the tiles do, in plain code.
///
/// # Safety
/// All values lie within the buffers.
#[cfg(test)]
unsafe fn plain(field: &Field, piece: &Piece) {
    let Piece { depth, .. } = *piece;
    let (inputs, weights) = (piece.inputs.cast::<u16>(), piece.weights.cast::<u16>());
    for (sum, output) in (0..field.sums()).flat_map(|s| (0..SIDE).map(move |o| (s, o))) {
        let mut total = 0.0;
        for (tap, channel) in (0..TAPS).flat_map(|t| (0..depth).map(move |c| (t, c))) {
            let point = sum + tap / 3 * field.row + tap % 3;
            let tile = tap * depth / DEPTH + channel / DEPTH;
            let pair = (tile * SIDE + channel % DEPTH / 2) * SIDE + output;
            // SAFETY: the caller vouches for the buffers.
            total += unsafe {
                wide(*inputs.add(point * depth + channel))
                    * wide(*weights.add(2 * pair + channel % 2))
            };
        }
        // SAFETY: as above.
        unsafe { *piece.sums.add(sum * SIDE + output) = total };
    }
}
