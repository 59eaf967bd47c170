//! The games, one module each.

pub mod chess;
pub mod connect_four;
pub mod dablot;
mod history;
pub mod hunt;
mod inputs;
mod line_drawing;
mod lines;
mod points;
mod ranks;
pub mod rule_text;
pub mod tafl;
mod texts;
pub mod tic_tac_toe;
