//! The network on the CPU, in our own code: burn's weights, several times burn's speed.
//!
//! Each position is computed alone, so a result depends neither on its neighbours in a batch nor
//! on threads, and one machine gives the same bits every time. Machines with other vector units
//! agree to rounding.
//!
//! - [`Kernel`]: which vector unit; `lanes` is what the code below sees of it.
//! - `aligned`: buffers that start at a cache line.
//! - `product`: the small matrix product in which nearly all time is spent.
//! - `winograd`: 3x3 convolutions by that product.
//! - `layers`: weights, laid out for the product.
//! - `plan`: a network and a rule set, ready to run.
//! - `forward`: one position through all layers.

mod aligned;
mod cpu_net;
mod forward;
mod kernel;
mod lanes;
mod layers;
mod product;
mod winograd;

pub(super) use cpu_net::Conditioning;
pub use cpu_net::CpuNet;
pub(super) use forward::Scratch;
pub use kernel::Kernel;
