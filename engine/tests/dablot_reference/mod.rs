//! Dablot once more, slow and plain, written from the rules as people tell them: points are pairs of numbers,
//! every way round is tried out, every group of pieces too. It shares nothing with the engine.

pub mod ambush;
pub mod arbitrary;
pub mod boards;
pub mod laws;
pub mod state;

pub use laws::Laws;
pub use state::State;
