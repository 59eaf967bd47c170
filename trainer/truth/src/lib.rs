//! What is known for certain: exact values, proven wins, and how well searches and networks play where the right moves
//! are known.
//!
//! | module | what it does |
//! |---|---|
//! | [`retrograde`] | exact values of all positions of a small game |
//! | [`keys`] | positions as numbers, and how many there may be |
//! | [`table`] | exact values in a file |
//! | [`proofs`] | wins that are proven, from a position or from many openings |
//! | [`boards`] | rule sets that are small enough for that: tafl on 5x5, and those of the catalogue |
//! | [`exam`] | positions with their right moves, and how a search answers them |
//! | [`questions`] | where the positions come from |
//! | [`figures`] | what `imperial bench truth` tells |
//! | [`tactics`] | what the players of recorded games overlooked |

pub mod boards;
pub mod exam;
pub mod figures;
pub mod keys;
pub mod proofs;
pub mod questions;
pub mod retrograde;
pub mod table;
pub mod tactics;
#[cfg(test)]
mod tests;

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
