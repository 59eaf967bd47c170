//! Lists of moves, one game a line.

mod bad;
mod common;
mod people;
mod reading;
