//! The games, one module each.

pub mod tic_tac_toe;
