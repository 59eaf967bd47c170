//! A second, slow implementation of the tafl rules, written from the rules alone.
//!
//! It shares nothing with the engine but the names of sides and results, so that agreement between
//! the two means something. It looks at squares one by one and copies the board for every move;
//! clarity is its only aim. It covers every switch.
pub mod board;
pub mod captures;
pub mod formations;
pub mod movement;
pub mod position;
pub mod rows;
pub mod rules;

pub use position::Position;
pub use rules::Rules;
