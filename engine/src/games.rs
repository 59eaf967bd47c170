//! The games, one module each.

pub mod connect_four;
mod ranks;
pub mod tafl;
pub mod tic_tac_toe;
