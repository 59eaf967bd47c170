//! Dablot once more, slow and plain, written from the rules as people tell them: points are pairs of numbers,
//! every way round is tried out, every group of pieces too. It shares nothing with the engine.

#![allow(dead_code, reason = "each test uses a part of it")]

pub mod ambush;
pub mod arbitrary;
pub mod boards;
pub mod laws;
pub mod state;

#[allow(unused_imports, reason = "each test uses a part of it")]
pub use laws::Laws;
#[allow(unused_imports, reason = "each test uses a part of it")]
pub use state::State;
