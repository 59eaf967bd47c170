//! The network on the CPU, in our own code: burn's weights, several times burn's speed.
//!
//! The result of a position depends neither on its neighbours in a batch nor on threads, and one machine
//! gives the same bits every time. Machines with other vector units agree to rounding.
//!
//! In dependency order:
//!
//! - `aligned`: buffers, and a stack, that start at a cache line.
//! - `lanes`: a vector unit as the code below sees it; `vectors`: those that there are.
//! - `sums`: plain arrays added and multiplied.
//! - `operands`, `product`, `points`: the small matrix product in which nearly all time is spent, and all
//!   products of a convolution.
//! - `window`, `winograd`: 3x3 convolutions by that product; `gentle`: transforms with smaller errors; `fours`: those
//!   of larger tiles.
//! - `tile_unit`: matrix tiles, where the processor has them; `amx`, `tiles`: the same products by tiles, and
//!   weights for them.
//! - `image`: boards with their border; `conv`, `dense`: the layers over them.
//! - `layers`: weights, laid out for the product; `kernel`: which vector unit, and what it needs.
//! - `direct`: convolutions by tiles alone, fast and less exact.
//! - `trunk`: the weights of the trunk; `forward`: positions through it, for play and for learning.
//! - `rule_layers`: what the rule vector does to the trunk, forwards and backwards.
//! - `cpu_net`, `play`: a whole network, and what it says about positions.
//!
//! For learning, gradients of everything:
//!
//! - `conv_back`: gradients of convolutions; `activation`: what lies between them.
//! - `head_view`, `head_pass`: the heads forwards and backwards.
//! - `tape`: a few samples forwards and backwards; `samples`: a batch of them.
//!
//! And `dispatch`, which chooses the kernel of a call, and `peak`, what the vector unit could do at best.

mod activation;
pub(super) mod aligned;
#[cfg(target_arch = "x86_64")]
mod amx;
mod conv;
mod conv_back;
mod cpu_net;
pub(super) mod dense;
#[cfg(target_arch = "x86_64")]
mod direct;
mod dispatch;
mod forward;
mod fours;
mod gentle;
mod head_pass;
mod head_view;
pub(super) mod image;
mod kernel;
pub(super) mod lanes;
pub(super) mod layers;
mod operands;
mod peak;
mod play;
mod points;
mod product;
mod rule_layers;
mod samples;
pub(super) mod sums;
mod tape;
#[cfg(target_arch = "x86_64")]
mod tile_unit;
#[cfg(target_arch = "x86_64")]
mod tiles;
mod trunk;
mod vectors;
mod window;
mod winograd;

pub use cpu_net::CpuNet;
#[cfg(all(test, target_arch = "x86_64"))]
pub(super) use direct::Unit;
pub(super) use dispatch::run;
pub(super) use head_view::{HeadScratch, PlacedLayers, View};
pub use kernel::{Kernel, KernelError, Precision};
pub(super) use play::Scratch;
pub(super) use tape::{LearnPass, Method};
pub(super) use trunk::Conditioning;
