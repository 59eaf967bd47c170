//! The tests of OpenTafl's notation, as one program.

mod common;
mod docs;
mod folders;
mod games;
mod garbage;
mod positions;
mod rules;
mod spoken;
