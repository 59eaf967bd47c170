//! The hunt games once more, slow and plain, written from the rules as people tell them: points are pairs
//! of numbers, a board is a list of lines, a turn is tried out. It shares nothing with the engine, not even
//! the boards.

pub mod arbitrary;
pub mod boards;
pub mod laws;
pub mod state;

pub use laws::Laws;
pub use state::State;
