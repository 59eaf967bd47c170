//! The games, one module each.

pub mod connect_four;
pub mod tafl;
pub mod tic_tac_toe;
