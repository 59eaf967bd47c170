//! Keys of positions: one random number per piece and square, combined by exclusive or
//! (Zobrist 1970).

use super::rules::Piece;
use super::square::{MAX_SIZE, Square};
use crate::streams::split_mix;

/// Changes the key when the side to move changes.
pub(super) const SIDE: u64 = split_mix(0x7461_666c);

/// Changes the key when the king is given notice.
pub(super) const NOTICE: u64 = split_mix(0x6777_7268);

/// The numbers of all pieces on all squares.
static NUMBERS: [[u64; MAX_SIZE * MAX_SIZE]; Piece::ALL.len()] = numbers();

const fn numbers() -> [[u64; MAX_SIZE * MAX_SIZE]; Piece::ALL.len()] {
    let mut numbers = [[0; MAX_SIZE * MAX_SIZE]; Piece::ALL.len()];
    let mut piece = 0;
    while piece < numbers.len() {
        let mut square = 0;
        while square < MAX_SIZE * MAX_SIZE {
            let seed = (0x696d_7065 << 16) | ((piece as u64) << 12) | square as u64;
            numbers[piece][square] = split_mix(seed);
            square += 1;
        }
        piece += 1;
    }
    numbers
}

/// The number of `piece` on `square`.
#[inline]
pub(super) fn key(piece: Piece, square: Square) -> u64 {
    NUMBERS[piece as usize][square.index()]
}
