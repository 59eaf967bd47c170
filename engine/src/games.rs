//! The games, one module each.

pub mod connect_four;
pub mod hunt;
mod ranks;
pub mod rule_text;
pub mod tafl;
pub mod tic_tac_toe;
