//! The tests of `imperial-data`, as one program.

mod common;
mod docs;
mod kept;
mod kill;
mod manifest;
mod reader;
mod repair;
mod replay;
mod round_trip;
mod store;
mod verify;
