//! Direct 3x3 convolutions by matrix tiles, of numbers of 16 bits (bf16) whose sums are `f32`.
//!
//! A convolution has 3.2 times the products of Winograd's method, and the tiles do fourteen times as many as
//! vectors do. What is left is to feed them: rows of tiles are read where the results before were written, a
//! point a row, and what vectors do to the sums of one block of outputs is done while the tiles multiply the
//! next one.
//!
//! - `field`: the points of a board and its border, in an order in which every tap is a step.
//! - `weights`: weights in the order in which they are multiplied.
//! - `input`: planes in that order.
//! - `product`: the products; `finish`: what becomes of them.
//! - `forward`: positions through the trunk.
//!
//! For learning, where the activations stay `f32` and only what is multiplied has 16 bits:
//!
//! - `shorts`: boards in the orders in which they are multiplied; `weigh`: products that are gradients of weights.
//! - `unit`: tiles, or plain code in their place; `learn`: convolutions of boards, and back.

mod field;
mod finish;
mod forward;
mod input;
mod learn;
mod product;
mod shorts;
mod unit;
mod weigh;
mod weights;

pub use field::Field;
pub use forward::{DirectActivations, Position, forward};
pub use learn::{LearnBuffers, Take, both_ways, kernel_gradients};
pub use unit::Unit;
pub use weights::{TAPS, laid_out};
