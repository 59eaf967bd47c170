//! Keys of positions: one random number per piece and square, combined by exclusive or
//! (Zobrist 1970).

use super::rules::Piece;
use super::square::Square;
use crate::streams::split_mix;

/// Changes the key when the side to move changes.
pub(super) const SIDE: u64 = split_mix(0x7461_666c);

/// The number of `piece` on `square`.
#[inline]
pub(super) const fn key(piece: Piece, square: Square) -> u64 {
    split_mix(0x696d_7065 << 16 | (piece as u64) << 12 | square.0 as u64)
}
