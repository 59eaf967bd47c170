//! Chess with other pieces once more, slow and plain, written from the rules as people tell them: squares are pairs
//! of numbers, every path of a walk is tried out, a move is legal when no answer takes the king. It shares nothing
//! with the engine.

pub mod arbitrary;
pub mod laws;
pub mod reach;
pub mod state;
pub mod turns;

pub use laws::Laws;
pub use state::State;
