//! The boards that come with the program, as lists of lines.

use serde::{Deserialize, Serialize};

/// A board that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoardName {
    /// The cross of 33 points with the diagonals through every other point.
    Cross,
    /// The same with both diagonals in every small square.
    CrossFull,
    /// 25 points, with the diagonals through every other point.
    Alquerque,
    /// The dark squares of a chessboard, joined along diagonals.
    Chequered,
    /// 23 points: four lines from an apex, crossed by ranks.
    Triangle,
}

impl BoardName {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Cross, Self::CrossFull, Self::Alquerque, Self::Chequered, Self::Triangle];

    /// Its lines, each a row of points.
    pub fn lines(self) -> Vec<&'static str> {
        match self {
            Self::Cross => [&CROSS[..], &CROSS_DIAGONALS].concat(),
            Self::CrossFull => [&CROSS[..], &CROSS_DIAGONALS, &FURTHER_DIAGONALS].concat(),
            Self::Alquerque => ALQUERQUE.to_vec(),
            Self::Chequered => CHEQUERED.to_vec(),
            Self::Triangle => TRIANGLE.to_vec(),
        }
    }
}

/// Ranks and files of the cross.
const CROSS: [&str; 14] = [
    "c1 d1 e1",
    "c2 d2 e2",
    "a3 b3 c3 d3 e3 f3 g3",
    "a4 b4 c4 d4 e4 f4 g4",
    "a5 b5 c5 d5 e5 f5 g5",
    "c6 d6 e6",
    "c7 d7 e7",
    "c1 c2 c3 c4 c5 c6 c7",
    "d1 d2 d3 d4 d5 d6 d7",
    "e1 e2 e3 e4 e5 e6 e7",
    "a3 a4 a5",
    "b3 b4 b5",
    "f3 f4 f5",
    "g3 g4 g5",
];

/// Diagonals between points whose file and rank add up to an even number.
const CROSS_DIAGONALS: [&str; 6] = [
    "c1 d2 e3 f4 g5",
    "a3 b4 c5 d6 e7",
    "c3 d4 e5",
    "a5 b4 c3 d2 e1",
    "c5 d4 e3",
    "c7 d6 e5 f4 g3",
];

/// The other diagonals of the small squares that have all four corners.
const FURTHER_DIAGONALS: [&str; 12] = [
    "d1 e2",
    "c2 d3 e4 f5",
    "b3 c4 d5 e6",
    "f3 g4",
    "a4 b5",
    "c6 d7",
    "c2 d1",
    "a4 b3",
    "b5 c4 d3 e2",
    "f5 g4",
    "c6 d5 e4 f3",
    "d7 e6",
];

const ALQUERQUE: [&str; 16] = [
    "a1 b1 c1 d1 e1",
    "a2 b2 c2 d2 e2",
    "a3 b3 c3 d3 e3",
    "a4 b4 c4 d4 e4",
    "a5 b5 c5 d5 e5",
    "a1 a2 a3 a4 a5",
    "b1 b2 b3 b4 b5",
    "c1 c2 c3 c4 c5",
    "d1 d2 d3 d4 d5",
    "e1 e2 e3 e4 e5",
    "a1 b2 c3 d4 e5",
    "c1 d2 e3",
    "a3 b4 c5",
    "a3 b2 c1",
    "a5 b4 c3 d2 e1",
    "c5 d4 e3",
];

const CHEQUERED: [&str; 13] = [
    "a1 b2 c3 d4 e5 f6 g7 h8",
    "c1 d2 e3 f4 g5 h6",
    "e1 f2 g3 h4",
    "g1 h2",
    "a3 b4 c5 d6 e7 f8",
    "a5 b6 c7 d8",
    "a7 b8",
    "a3 b2 c1",
    "a5 b4 c3 d2 e1",
    "a7 b6 c5 d4 e3 f2 g1",
    "b8 c7 d6 e5 f4 g3 h2",
    "d8 e7 f6 g5 h4",
    "f8 g7 h6",
];

const TRIANGLE: [&str; 10] = [
    "a4 b4 c4 d4 e4 f4",
    "a3 b3 c3 d3 e3 f3",
    "a2 b2 c2 d2 e2 f2",
    "b1 c1 d1 e1",
    "c5 b4 b3 b2 b1",
    "c5 c4 c3 c2 c1",
    "c5 d4 d3 d2 d1",
    "c5 e4 e3 e2 e1",
    "a4 a3 a2",
    "f4 f3 f2",
];
