//! The games, one module each.

pub mod tafl;
pub mod tic_tac_toe;
